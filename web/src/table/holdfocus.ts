// Nobody is left on the bare page: where the button that was pressed goes away or is shut, the question has the focus, and Tab goes
// on to its first answer. Who pressed it with a pointer sees nothing of that; his next key finds the question.

export class HoldFocus {
  private pressed = false;
  /** Whom the last press meant: what Tab comes to next lies after it. */
  private meant: string | undefined;

  /** A button was pressed, by key or pointer. */
  click(event: MouseEvent): void {
    if (!event.isTrusted) return;
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    this.pressed = button !== null;
    this.meant = button?.dataset["target"];
  }

  /** A pointer goes down: what was pressed before is past. */
  pointer(): void {
    this.pressed = false;
  }

  /** The page has changed: back to the question if nothing has the focus. */
  settle(home: HTMLElement | null): void {
    if (!this.pressed || !home || document.querySelector("dialog[open], [aria-modal=true]")) return;
    const on = document.activeElement;
    if (on === null || on === document.body || (on instanceof HTMLButtonElement && on.disabled)) home.focus({ preventScroll: true });
  }

  /** From the question on to its answers, past the words explained in it; from one that was just given to the one after it. */
  onward(home: HTMLElement): boolean {
    const answers = [...home.querySelectorAll<HTMLElement>("button[data-verb]:not(:disabled), button.primary:not(:disabled), [role=listbox]")];
    const at = this.meant === undefined ? -1 : answers.findIndex((one) => one.dataset["target"] === this.meant);
    const next = answers[(at + 1) % answers.length];
    next?.focus();
    return next !== undefined;
  }
}
