import { beforeEach, describe, expect, it, vi } from "vitest";
import { Gestures } from "./gestures";
import type { Hit, Tool } from "./tool";

const hit = { hex: "0101", unit: null, inFan: false, hexside: null, point: [0, 0] } as Hit;
const tool = {
  carries: vi.fn(() => false), lift: vi.fn(), carry: vi.fn(), drop: vi.fn(), letGo: vi.fn(), tap: vi.fn(), inspect: vi.fn(), over: vi.fn(), key: vi.fn(() => false),
} satisfies Tool;
const twoFingerTap = vi.fn();
let gestures: Gestures;

const at = (pointerId: number, clientX: number, clientY: number, more: Partial<PointerEvent> = {}): PointerEvent =>
  ({ pointerId, clientX, clientY, button: 0, shiftKey: false, pointerType: "mouse", timeStamp: 0, currentTarget: { setPointerCapture: () => undefined }, ...more }) as unknown as PointerEvent;
const finger = (pointerId: number, x: number, y: number, timeStamp = 0): PointerEvent => at(pointerId, x, y, { pointerType: "touch", timeStamp });

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  tool.carries.mockReturnValue(false);
  gestures = new Gestures({ tool: () => tool, hitAt: () => hit, pointOf: (event) => [event.clientX, event.clientY], moving: () => false, twoFingerTap });
});

describe("a press", () => {
  it("that goes nowhere is a tap", () => {
    gestures.down(at(1, 10, 10));
    gestures.move(at(1, 13, 12));
    gestures.up(at(1, 13, 12));
    expect(tool.tap).toHaveBeenLastCalledWith(hit, false, false);
    gestures.down(at(1, 10, 10));
    gestures.up(at(1, 10, 10, { shiftKey: true }));
    expect(tool.tap).toHaveBeenLastCalledWith(hit, false, true);
  });

  it("that moves is the camera's, unless it carries something", () => {
    gestures.down(at(1, 10, 10));
    gestures.move(at(1, 40, 40));
    gestures.up(at(1, 40, 40));
    expect(tool.tap).not.toHaveBeenCalled();
    expect(tool.lift).not.toHaveBeenCalled();
    tool.carries.mockReturnValue(true);
    gestures.down(at(1, 10, 10));
    expect(gestures.mayPan({} as Event)).toBe(false);
    gestures.move(at(1, 40, 40));
    gestures.up(at(1, 50, 50));
    expect(tool.lift).toHaveBeenCalledWith(hit);
    expect(tool.carry).toHaveBeenCalledWith([40, 40]);
    expect(tool.drop).toHaveBeenCalledWith([50, 50]);
  });

  it("of a finger that stays is an inspection, and no tap afterwards", () => {
    gestures.down(finger(1, 10, 10));
    vi.advanceTimersByTime(600);
    gestures.up(finger(1, 10, 10, 600));
    expect(tool.inspect).toHaveBeenCalledWith(hit, true);
    expect(tool.tap).not.toHaveBeenCalled();
  });
});

describe("two fingers", () => {
  const tap = (far: number, long: number): void => {
    gestures.down(finger(1, 10, 10));
    gestures.down(finger(2, 90, 10, 20));
    gestures.move(finger(2, 90 + far, 10, 30));
    gestures.up(finger(1, 10, 10, 20 + long));
    gestures.up(finger(2, 90 + far, 10, 20 + long));
  };

  it("down and up at once undo", () => {
    tap(4, 120);
    expect(twoFingerTap).toHaveBeenCalledTimes(1);
    expect(tool.tap).not.toHaveBeenCalled();
  });

  it("that pinch, or stay, do not", () => {
    tap(40, 120);
    tap(0, 900);
    expect(twoFingerTap).not.toHaveBeenCalled();
  });

  it("put down what one of them carried", () => {
    tool.carries.mockReturnValue(true);
    gestures.down(finger(1, 10, 10));
    gestures.move(finger(1, 40, 40));
    gestures.down(finger(2, 90, 10));
    expect(tool.letGo).toHaveBeenCalled();
    expect(tool.drop).not.toHaveBeenCalled();
  });
});
