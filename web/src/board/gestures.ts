// Presses, drags, long presses and two-finger taps, told apart and handed to the tool in hand. Panning and pinching are the
// camera's; a drag that carries something is not given to it.

import type { Point } from "../map/geometry";
import type { Hit, Tool } from "./tool";

const SLACK = 6;
const LONG_PRESS_MS = 480;
/** Two fingers: down and up again within this time, without going anywhere. */
const TWO_TAP_MS = 350;
const TWO_TAP_SLACK = 14;

interface Press {
  id: number;
  x: number;
  y: number;
  hit: Hit;
  touch: boolean;
  carries: boolean;
  moved: boolean;
  lifted: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

interface Around {
  tool(): Tool;
  hitAt(event: { clientX: number; clientY: number }): Hit;
  pointOf(event: { clientX: number; clientY: number }): Point;
  /** the map is moving: nothing is hovered over */
  moving(): boolean;
  twoFingerTap(): void;
}

export class Gestures {
  private press: Press | null = null;
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private pairSince: number | null = null;

  constructor(private readonly around: Around) {}

  get touching(): boolean {
    return this.fingers.size > 0;
  }

  get pressing(): boolean {
    return this.press !== null;
  }

  /** Whether a press may pan the map. */
  mayPan(event: Event): boolean {
    if (typeof TouchEvent !== "undefined" && event instanceof TouchEvent && event.touches.length > 1) return true;
    return !this.press?.carries;
  }

  down(event: PointerEvent): void {
    const touch = event.pointerType === "touch";
    if (touch) this.fingerDown(event);
    if (this.fingers.size > 1) return this.release();
    if (event.button !== 0) return;
    const hit = this.around.hitAt(event);
    const press: Press = {
      id: event.pointerId, x: event.clientX, y: event.clientY, hit, touch, carries: this.around.tool().carries(hit, touch), moved: false, lifted: false, timer: undefined,
    };
    this.press = press;
    if (!touch) return;
    press.timer = setTimeout(() => {
      if (this.press !== press || press.moved) return;
      this.release();
      this.around.tool().inspect(hit, true);
    }, LONG_PRESS_MS);
  }

  move(event: PointerEvent): void {
    this.fingerMoved(event);
    const { press } = this;
    const tool = this.around.tool();
    if (press && press.id === event.pointerId) {
      if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) {
        press.moved = true;
        clearTimeout(press.timer);
        if (press.carries) {
          press.lifted = true;
          (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
          tool.lift(press.hit);
        }
      }
      if (press.lifted) return tool.carry(this.around.pointOf(event));
      if (press.moved) return;
    }
    if (event.pointerType === "mouse" && !this.around.moving()) tool.over(this.around.hitAt(event));
  }

  up(event: PointerEvent): void {
    this.fingerUp(event);
    const { press } = this;
    if (!press || press.id !== event.pointerId) return;
    this.forget();
    const tool = this.around.tool();
    if (press.lifted) tool.drop(this.around.pointOf(event));
    else if (!press.moved) tool.tap(press.hit, press.touch, event.shiftKey);
  }

  cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.pairSince = null;
    this.release();
  }

  menu(event: MouseEvent): void {
    event.preventDefault();
    if (!this.touching) this.around.tool().inspect(this.around.hitAt(event), false);
  }

  private forget(): void {
    clearTimeout(this.press?.timer);
    this.press = null;
  }

  private release(): void {
    const lifted = this.press?.lifted ?? false;
    this.forget();
    if (lifted) this.around.tool().letGo();
  }

  // ---- two fingers

  private fingerDown(event: PointerEvent): void {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.pairSince = this.fingers.size === 2 ? event.timeStamp : null;
  }

  private fingerMoved(event: PointerEvent): void {
    const down = this.fingers.get(event.pointerId);
    if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > TWO_TAP_SLACK) this.pairSince = null;
  }

  private fingerUp(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId) || this.fingers.size || this.pairSince === null) return;
    const quick = event.timeStamp - this.pairSince < TWO_TAP_MS;
    this.pairSince = null;
    if (quick) this.around.twoFingerTap();
  }
}
