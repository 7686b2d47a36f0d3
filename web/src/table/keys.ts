// The keys of the table. The board takes the arrows and what it needs for itself first; a key it has used does not come here.

import type { Desk } from "./desk.svelte";
import { theatreKey } from "../theatre/keys";
import { layerOf, layerOn } from "../school/layers";
import { KEYS as OVERLAY_KEYS } from "./overlays";

export interface KeyActions {
  desk: Desk;
  help: () => void;
  goTo: () => void;
  odds: () => void;
  log: () => void;
  back: () => void;
  /** From the question itself to its answers; false where it has none to go to. */
  onward: (question: HTMLElement) => boolean;
  /** The question stands on the page: before that nobody answers it. */
  asks: () => boolean;
  /** A key that means something to who looks over the player's shoulder: true where it did. */
  pressed?: ((key: string) => boolean) | undefined;
}

const typing = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
/** Where Enter, Space and Tab already mean something to the browser. */
const control = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.closest("button, a, summary, dialog") !== null || (target.closest("[role=listbox]") !== null && !onBoard(target)));
const onBoard = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest(".board") !== null;

export function keydown(event: KeyboardEvent, actions: KeyActions): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (document.querySelector("dialog[open], [aria-modal=true]")) return;
  if (theatreKey(event, actions.desk.theatre, actions.desk.summaries.open !== null) || press(event, actions)) event.preventDefault();
}

/** Does what the key says; true when it was one of ours. */
function press(event: KeyboardEvent, { desk, help, goTo, odds, log, back, onward, asks, pressed }: KeyActions): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const by = event.shiftKey ? -1 : 1;
  if (!(key === "Enter" && (event.repeat || control(event.target))) && pressed?.(key)) return true;
  const covered = layerOf(desk.layer)?.covers ?? false;
  const overlay = covered ? undefined : OVERLAY_KEYS[key];
  if (overlay) {
    desk.toggle(overlay);
    return true;
  }
  const layer = layerOn(key);
  if (layer) {
    desk.lay(layer.id);
    return true;
  }
  if (covered && key !== "Escape") return false;
  // While planning nothing is answered or taken back by a key.
  if (desk.planning && (key === "Enter" || key === "u" || key === "n" || key === "Tab")) {
    if (key === "u") desk.plan?.undo();
    return key === "u";
  }
  if (desk.hints.list && /^[123]$/.test(key)) {
    desk.hints.show(Number(key) - 1);
    return true;
  }
  switch (key) {
    case "i":
      if (desk.hints.offered || desk.hints.barred) desk.hints.toggle();
      return desk.hints.offered || desk.hints.barred;
    case "e":
      if (desk.hints.judges) desk.hints.toggleBar();
      return desk.hints.judges;
    case "n":
      desk.nextUnit(by);
      return true;
    case "u":
      void (event.shiftKey ? desk.redo() : desk.undo());
      return true;
    case "o":
      odds();
      return true;
    case "l":
      log();
      return true;
    case "f":
      desk.board?.fit();
      return true;
    case "m":
      desk.board?.toggleMeasure();
      return true;
    case "p":
      desk.togglePlan();
      return true;
    case "/":
      goTo();
      return true;
    case "?":
      help();
      return true;
    case "Escape":
      if (desk.explained) desk.explain(null);
      else if (desk.layer) desk.lay(null);
      else if (desk.hints.open) desk.hints.close();
      else if (!desk.stepBack()) back();
      return true;
    case "F10":
    case "ContextMenu":
      if ((key === "F10" && !event.shiftKey) || !desk.selected?.unit) return false;
      desk.explain(desk.selected.unit);
      return true;
    case " ":
      if (control(event.target)) return false;
      desk.hide = true;
      return true;
    case "Enter":
      if (event.repeat && desk.doubts.open) return true; // held down from the first press
      if (control(event.target)) return false;
      if (asks() || desk.summaries.open) enter(desk);
      return true;
    case "Tab":
      if (event.target instanceof HTMLElement && event.target.id === "decision" && by > 0) return onward(event.target);
      // from the bare page to the map; the board takes it from there, and past its last target Tab leaves it: no trap
      return event.target === document.body && by > 0 && desk.toBoard();
    default:
      return false;
  }
}

/** Where a panel has the page's primary button, Enter presses that one: it knows more than the ask (which group to fire at). */
function enter(desk: Desk): void {
  if (desk.summaries.open) return desk.summaries.close();
  if (desk.doubts.open) return desk.confirm();
  const button = document.querySelector<HTMLButtonElement>("button[data-enter]:not(:disabled)");
  if (button) button.click();
  else desk.confirm();
}

export function keyup(event: KeyboardEvent, desk: Desk): void {
  if (event.key !== " ") return;
  desk.hide = false;
  desk.theatre.spaceHeld = false;
}
