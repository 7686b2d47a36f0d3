// Pan, zoom, pinch and fit by d3-zoom. A point of the map shows at (x * k + left, y * k + top): k is the radius of a hex in pixels.

import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import type { Point } from "../map/geometry";

export const LARGEST = 96;
const REST_MS = 150;
/** Notches of a wheel come further apart than the frames of a drag; sizes are dear to redraw. */
const WHEEL_REST_MS = 260;

interface Told {
  /** for every frame of a movement */
  moved(at: ZoomTransform): void;
  /** when the map has come to rest */
  rested(at: ZoomTransform): void;
  /** whether a press may pan, or belongs to a counter */
  mayPan(event: Event): boolean;
}

/** Pixels that buttons take at the right, and the overview at the bottom; small boards have neither. */
const BUTTONS = 62;
const OVERVIEW = 172;
const WITH_OVERVIEW = 700;
/** So much of its width is left where a board has become another: a drawer takes less. */
const NARROWED = 0.55;

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** As d3 keeps the map in view, within an area of the board. */
function withinRoom(transform: ZoomTransform, room: Area, [[x0, y0], [x1, y1]]: [[number, number], [number, number]]): ZoomTransform {
  const shift = (first: number, last: number): number => (last > first ? (first + last) / 2 : Math.min(0, first) || Math.max(0, last));
  const dx = shift(transform.invertX(room.left) - x0, transform.invertX(room.right) - x1);
  const dy = shift(transform.invertY(room.top) - y0, transform.invertY(room.bottom) - y1);
  return transform.translate(dx, dy);
}

const ease = (t: number): number => 1 - (1 - t) ** 3;

export class Camera {
  at: ZoomTransform = zoomIdentity;
  moving = false;
  /** where it is on its way to; at rest where it is */
  private goal: ZoomTransform = zoomIdentity;
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
  private readonly selection: Selection<HTMLElement, unknown, null, undefined>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private flight = 0;
  private pinching = false;
  private touchedAt = -Infinity;
  /** The whole map was asked for. */
  wished = false;
  /** It has been sent somewhere: before that the map has no size, and there is no place to come back to. */
  private sent = false;
  private width = 1;
  private height = 1;

  constructor(
    private readonly host: HTMLElement,
    private readonly map: { width: number; height: number },
    private readonly told: Told,
  ) {
    this.behaviour = zoom<HTMLElement, unknown>()
      .filter((event: MouseEvent | WheelEvent | TouchEvent) => {
        if (event.type === "wheel") return true;
        if ("button" in event && event.button !== 0) return false;
        return told.mayPan(event);
      })
      .clickDistance(5)
      .on("start", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) cancelAnimationFrame(this.flight);
      })
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => this.move(event))
      .on("end", () => (this.pinching = false));
    this.selection = select(host);
    this.selection.call(this.behaviour).on("dblclick.zoom", null);
    this.resize();
  }

  private move(event: D3ZoomEvent<HTMLElement, unknown>): void {
    const source: unknown = event.sourceEvent;
    if (source) {
      this.touchedAt = performance.now();
      this.goal = event.transform;
    }
    this.pinching = typeof TouchEvent !== "undefined" && source instanceof TouchEvent && source.touches.length > 1;
    this.at = event.transform;
    this.sent = true;
    this.moving = true;
    this.told.moved(this.at);
    this.restSoon(source instanceof WheelEvent ? WHEEL_REST_MS : REST_MS);
  }

  private restSoon(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.pinching) return this.restSoon(wait);
      this.moving = false;
      this.told.rested(this.at);
    }, wait);
  }

  /** The board's size has changed: limits follow. What becomes another kind of screen, a phone that is turned or a window made small,
      goes on showing what it showed: all of the map, or its middle. */
  resize(): boolean {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return false;
    const other = this.sent && (clientWidth < this.width * NARROWED || clientWidth * NARROWED > this.width);
    const { showsAll, wished } = this;
    const middle: Point = [(this.width / 2 - this.at.x) / this.at.k, (this.height / 2 - this.at.y) / this.at.k];
    [this.width, this.height] = [clientWidth, clientHeight];
    const least = Math.min(this.fitRadius(), LARGEST);
    this.behaviour
      .extent([[0, 0], [this.width, this.height]])
      .constrain((transform, _, limits) => withinRoom(transform, this.roomAt(transform.k), limits))
      .scaleExtent([least * 0.96, LARGEST])
      .translateExtent([[-1, -1], [this.map.width + 1, this.map.height + 1]]);
    if (other && showsAll) this.fit(false);
    else if (other) this.centre(middle, Math.max(least, this.at.k), false);
    this.wished = wished;
    return true;
  }

  /** The radius at which the whole map is in view. */
  fitRadius(): number {
    return this.fitIn(this.roomForAll());
  }

  private fitIn({ left, top, right, bottom }: Area): number {
    return Math.min((right - left) / (this.map.width + 0.6), (bottom - top) / (this.map.height + 0.6));
  }

  /** Whether all of the map is in view. */
  get showsAll(): boolean {
    return this.at.k <= this.fitRadius() * 1.02;
  }

  /** What is left for the whole map: buttons stand at the right. */
  private roomForAll(): Area {
    return { left: 0, top: 0, right: this.width - this.buttons, bottom: this.height };
  }

  /** Where the map's edges can be brought to at a size: nothing of it must stay under what lies over the board. */
  private roomAt(k: number): Area {
    const all = this.roomForAll();
    if (k <= this.fitIn(all) * 1.02) return all;
    const overview = this.width >= WITH_OVERVIEW ? OVERVIEW : 0;
    return { left: 0, top: 0, right: this.width - this.buttons, bottom: this.height - overview };
  }

  private get buttons(): number {
    return this.width >= WITH_OVERVIEW ? BUTTONS : 0;
  }

  /** The view with a point of the map in the middle. */
  private centred([x, y]: Point, k: number): ZoomTransform {
    return zoomIdentity.translate(this.width / 2 - x * k, this.height / 2 - y * k).scale(k);
  }

  /** The whole map: by the player's wish, or because there was nothing to look at from nearer. */
  fit(animated = true): void {
    this.wished = animated;
    const { left, top, right, bottom } = this.roomForAll();
    const k = this.fitRadius();
    const at = zoomIdentity.translate((left + right - this.map.width * k) / 2, (top + bottom - this.map.height * k) / 2);
    this.go(at.scale(k), animated);
  }

  centre(point: Point, k = this.at.k, animated = true, duration = 200): void {
    this.go(this.centred(point, k), animated, duration);
  }

  /** Bring a box of the map into view as large as sensible. */
  frame(box: { left: number; top: number; right: number; bottom: number }, largest: number, animated = false): void {
    const k = Math.min(largest, this.width / (box.right - box.left), this.height / (box.bottom - box.top));
    this.centre([(box.left + box.right) / 2, (box.top + box.bottom) / 2], Math.max(k, this.fitRadius()), animated);
  }

  by(factor: number): void {
    const { x, y, k } = this.at;
    const next = Math.min(LARGEST, k * factor);
    this.go(this.centred([(this.width / 2 - x) / k, (this.height / 2 - y) / k], next), true);
  }

  /** Where it is, once it has been sent anywhere. */
  get sight(): ZoomTransform | null {
    return this.sent ? this.at : null;
  }

  /** The board's width and height in pixels. */
  size(): Point {
    return [this.width, this.height];
  }

  /** Milliseconds since the player last moved the map himself. */
  sinceTouched(): number {
    return performance.now() - this.touchedAt;
  }

  /** What will be seen once it has come to where it is going. */
  get bound(): Pick<Camera, "size" | "onScreen" | "at"> {
    return { at: this.goal, size: () => this.size(), onScreen: ([x, y]) => this.goal.apply([x, y]) };
  }

  /** What would be seen with a point in the middle, or as near to it as the map's edges let it come. */
  aimed(point: Point, k: number): Pick<Camera, "size" | "onScreen" | "at"> {
    const at = this.withinMap(this.centred(point, k));
    return { at, size: () => this.size(), onScreen: ([x, y]) => at.apply([x, y]) };
  }

  /** d3 keeps a hand within the map, not a call. */
  private withinMap(wanted: ZoomTransform): ZoomTransform {
    return this.behaviour.constrain()(wanted, [[0, 0], [this.width, this.height]], this.behaviour.translateExtent());
  }

  /** Where a point of the map shows, in pixels. */
  onScreen([x, y]: Point): Point {
    return this.at.apply([x, y]);
  }

  /** Whether a point is comfortably in view. */
  sees([x, y]: Point, margin = 40): boolean {
    const [sx, sy] = this.at.apply([x, y]);
    return sx > margin && sy > margin && sx < this.width - margin && sy < this.height - margin;
  }

  private go(wanted: ZoomTransform, animated: boolean, duration = 200): void {
    cancelAnimationFrame(this.flight);
    const to = this.withinMap(wanted);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const from = this.at;
    this.goal = to;
    if (!animated || still) {
      this.behaviour.transform(this.selection, to);
      clearTimeout(this.timer);
      this.moving = false;
      this.told.rested(this.at);
      return;
    }
    this.moving = true;
    this.restSoon(duration + REST_MS);
    const start = performance.now();
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - start) / duration));
      const share = ease(t);
      const k = from.k * (to.k / from.k) ** share;
      // The middle of the view travels evenly on the map while the size changes by a constant factor.
      const middle = (one: ZoomTransform): Point => [(this.width / 2 - one.x) / one.k, (this.height / 2 - one.y) / one.k];
      const [a, b] = [middle(from), middle(to)];
      this.behaviour.transform(this.selection, t === 1 ? to : this.centred([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share], k));
      if (t < 1) this.flight = requestAnimationFrame(step);
    };
    this.flight = requestAnimationFrame(step);
  }

  close(): void {
    cancelAnimationFrame(this.flight);
    clearTimeout(this.timer);
    this.selection.on(".zoom", null);
  }
}
