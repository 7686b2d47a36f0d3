// The arrow keys as directions on the screen.

import type { Point } from "../map/geometry";

const ARROWS: Record<string, Point> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export const arrowOf = (key: string): Point | undefined => ARROWS[key];
