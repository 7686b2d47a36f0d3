import { expect, it, vi } from "vitest";
import { Camera } from "./camera";

vi.stubGlobal("WheelEvent", class {});
vi.stubGlobal("cancelAnimationFrame", () => undefined);
vi.stubGlobal("matchMedia", () => ({ matches: true }));

it("a map that has no size yet has no place to come back to", () => {
  const host = { clientWidth: 0, clientHeight: 0, addEventListener: () => undefined, removeEventListener: () => undefined, style: {} };
  const camera = new Camera(host as unknown as HTMLElement, { width: 40, height: 30 }, { moved: () => undefined, rested: () => undefined, mayPan: () => true });
  expect(camera.sight).toBeNull();
  Object.assign(host, { clientWidth: 390, clientHeight: 500 });
  expect(camera.resize()).toBe(true);
  expect(camera.sight).toBeNull(); // it has a size, and has not been shown anything
  camera.fit(false);
  expect(camera.sight?.k).toBeCloseTo(390 / 40.6);
});

it("a screen that becomes a phone's goes on showing what it showed", () => {
  const host = { clientWidth: 1030, clientHeight: 740, addEventListener: () => undefined, removeEventListener: () => undefined, style: {} };
  const camera = new Camera(host as unknown as HTMLElement, { width: 40, height: 30 }, { moved: () => undefined, rested: () => undefined, mayPan: () => true });
  const resize = (clientWidth: number, clientHeight: number): void => {
    Object.assign(host, { clientWidth, clientHeight });
    camera.resize();
  };
  camera.fit(false);
  resize(390, 400);
  expect(camera.showsAll).toBe(true);
  expect(camera.onScreen([20, 15])).toEqual([195, 200].map((at) => expect.closeTo(at, 0) as number));
  resize(1030, 740);
  camera.centre([20, 15], 60, false);
  resize(390, 400);
  expect(camera.onScreen([20, 15])).toEqual([195, 200].map((at) => expect.closeTo(at, 0) as number));
  const { x } = camera.at;
  resize(330, 400); // a drawer, a scroll bar: the map stays where it is
  expect(camera.at.x).toBe(x);
});
