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
