// Nobody is left on the bare page: where the button that was pressed goes away or is shut, the question has the focus, and Tab goes
// on to its first answer. Who pressed it with a pointer sees nothing of that; his next key finds the question.

export class HoldFocus {
  private pressed = false;

  /** A button was pressed, by key or pointer. */
  click(event: MouseEvent): void {
    if (!event.isTrusted) return;
    this.pressed = event.target instanceof Element && event.target.closest("button") !== null;
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
}
