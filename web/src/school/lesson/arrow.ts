// The coach's line: from the edge of his card, curved, to the edge of what he points at.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Spot {
  x: number;
  y: number;
}

export const centreOf = ({ x, y, width, height }: Box): Spot => ({ x: x + width / 2, y: y + height / 2 });

/** Where a straight line from a box's middle to a spot leaves the box. */
export function edgeOf(box: Box, to: Spot): Spot {
  const { x, y } = centreOf(box);
  const [dx, dy] = [to.x - x, to.y - y];
  const share = Math.min(dx ? box.width / 2 / Math.abs(dx) : Infinity, dy ? box.height / 2 / Math.abs(dy) : Infinity);
  return Number.isFinite(share) ? { x: x + dx * share, y: y + dy * share } : { x, y };
}

const within = (box: Box, { x, y }: Spot): boolean => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

const HEAD = 15;
/** A line shorter than this says nothing that the frame does not. */
const SHORTEST = 34;

/** Where a curve goes through, a few spots of it. */
const along = (from: Spot, bend: Spot, to: Spot): Spot[] =>
  [0.15, 0.3, 0.45, 0.6, 0.75, 0.88].map((t) => {
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: a * from.x + b * bend.x + c * to.x, y: a * from.y + b * bend.y + c * to.y };
  });

/** The line and its head as SVG paths; null where the card lies on what it points at, or beside it. What stands `beside` the map
    is come to from its near side or from below, not across its words; on the map the way that runs over the fewest `counters` is taken. */
export function arrowTo(
  card: { left: number; top: number; width: number; height: number },
  target: Box,
  { beside, counters = [] }: { beside?: "level" | "below"; counters?: readonly Box[] } = {},
): { line: string; head: string } | null {
  const from = { x: card.left, y: card.top, width: card.width, height: card.height };
  const goal = centreOf(target);
  if (within(from, goal)) return null;
  const keep = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
  const level = beside !== undefined && (target.x > from.x + from.width || target.x + target.width < from.x);
  const above = goal.y < from.y && !level;
  // it leaves the card where the target is nearest, a little away from the corners
  const start = above
    ? { x: keep(goal.x, from.x + 60, from.x + from.width - 60), y: from.y }
    : { x: goal.x > from.x ? from.x + from.width : from.x, y: keep(goal.y, from.y + 24, from.y + from.height - 24) };
  const far = Math.hypot(goal.x - start.x, goal.y - start.y);
  if (far < SHORTEST) return null;
  const out = Math.min(140, far * 0.4);
  const middle = (start.y + goal.y) / 2;
  const bends = level && beside === "below"
    ? [{ x: goal.x, y: target.y + target.height + out }]
    : level
    ? [{ x: target.x > from.x ? target.x - out : target.x + target.width + out, y: goal.y }]
    : above
      ? [0.28, 0.6, 0.05].flatMap((share) => [1, -1].map((side) => ({ x: goal.x + (goal.x >= start.x ? side : -side) * Math.min(260, far * share), y: middle + far * 0.12 })))
      : [-0.15, 0.2, -0.4].map((share) => ({ x: (start.x + goal.x) / 2, y: Math.min(start.y, goal.y) + far * share }));
  const others = counters.filter((box) => !within(box, goal));
  const weigh = (bend: Spot): number => along(start, bend, goal).filter((spot) => others.some((box) => within(box, spot))).length;
  const bend = bends.reduce((best, one) => (weigh(one) < weigh(best) ? one : best));
  const end = edgeOf(target, bend);
  const [dx, dy] = [end.x - bend.x, end.y - bend.y];
  const long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / long, dy / long];
  const neck = { x: end.x - ux * HEAD * 0.8, y: end.y - uy * HEAD * 0.8 };
  const base = { x: end.x - ux * HEAD, y: end.y - uy * HEAD };
  const half = HEAD * 0.48;
  const say = ({ x, y }: Spot): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return {
    line: `M${say(start)}Q${say(bend)} ${say(neck)}`,
    head: `M${say(end)}L${say({ x: base.x - uy * half, y: base.y + ux * half })}L${say({ x: base.x + uy * half, y: base.y - ux * half })}Z`,
  };
}
