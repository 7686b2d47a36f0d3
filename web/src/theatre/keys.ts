// The theatre's keys come before the table's: while something plays, Space and Esc skip it.

import type { Theatre } from "./theatre.svelte";

/** True when the key was one of ours. `covered`: the summary lies where the card would be. */
export function theatreKey(event: KeyboardEvent, theatre: Theatre, covered = false): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (theatre.playing && theatre.interval && key === "Escape") return false; // it closes the summary, and the film goes on
  if (theatre.playing && (key === " " || key === "Escape")) {
    theatre.spaceHeld = key === " ";
    if (!event.repeat) theatre.skip();
    return true;
  }
  if (key === " ") return theatre.spaceHeld; // counters are not hidden before the key that skipped was let go
  if (event.repeat) return false;
  switch (key) {
    case "k":
      if (theatre.playing) theatre.pause();
      return theatre.playing;
    case "a":
      if (!theatre.playing) theatre.again();
      return theatre.canPlayAgain;
    case "w":
      theatre.toggleTraces();
      return theatre.traces.length > 0;
    case "d":
      if (!covered) theatre.toggleCard();
      return theatre.card !== null;
    case "Escape":
      if (!theatre.cardOpen || covered) return false;
      theatre.cardOpen = false;
      return true;
    default:
      return false;
  }
}
