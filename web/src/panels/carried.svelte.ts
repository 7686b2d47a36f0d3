// A unit carried from a list beside the map to a hex on it, with the mouse or a finger.

import type { Piece } from "../lib/types";

const SLACK = 6;

interface Around {
  /** it is taken up */
  lift(piece: Piece): void;
  over(event: PointerEvent): void;
  drop(unit: string, event: PointerEvent): void;
}

export class Carried {
  /** what is in the air, and where on the screen */
  now = $state.raw<{ piece: Piece; x: number; y: number } | null>(null);
  private press: { id: number; x: number; y: number; piece: Piece } | null = null;
  /** the press was a drag: the click that follows it means nothing */
  private dragged = false;

  constructor(private readonly around: Around) {}

  down(event: PointerEvent, piece: Piece): void {
    this.dragged = false;
    if (event.button === 0) this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, piece };
  }

  move(event: PointerEvent): void {
    const { press } = this;
    if (!press || press.id !== event.pointerId) return;
    if (!this.now) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SLACK) return;
      this.dragged = true;
      this.around.lift(press.piece);
    }
    this.now = { piece: press.piece, x: event.clientX, y: event.clientY };
    this.around.over(event);
  }

  up(event: PointerEvent): void {
    const { press, now } = this;
    if (press?.id !== event.pointerId) return;
    this.letGo();
    if (now) this.around.drop(press.piece.id, event);
  }

  letGo(): void {
    this.press = this.now = null;
  }

  /** Whether a click is one, and not the end of a drag. */
  get clicks(): boolean {
    return !this.dragged;
  }
}
