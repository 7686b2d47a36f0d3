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

/** The line and its head as SVG paths; null where the card lies on what it points at, or beside it. What stands `beside` the map
    is come to from its near side, not across its words. */
export function arrowTo(card: { left: number; top: number; width: number; height: number }, target: Box, beside = false): { line: string; head: string } | null {
  const from = { x: card.left, y: card.top, width: card.width, height: card.height };
  const goal = centreOf(target);
  if (within(from, goal)) return null;
  // it leaves the card where the target is nearest, a little away from the corners
  const keep = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
  const level = beside && (target.x > from.x + from.width || target.x + target.width < from.x);
  const above = goal.y < from.y && !level;
  const start = above
    ? { x: keep(goal.x, from.x + 60, from.x + from.width - 60), y: from.y }
    : { x: goal.x > from.x ? from.x + from.width : from.x, y: keep(goal.y, from.y + 24, from.y + from.height - 24) };
  const far = Math.hypot(goal.x - start.x, goal.y - start.y);
  if (far < SHORTEST) return null;
  // it bulges to the side, so that it does not run over what lies between
  const side = goal.x >= start.x ? 1 : -1;
  const near = target.x > from.x ? target.x - Math.min(140, far * 0.4) : target.x + target.width + Math.min(140, far * 0.4);
  const bend = level ? { x: near, y: goal.y } : above
    ? { x: goal.x + side * Math.min(70, far * 0.28), y: (start.y + goal.y) / 2 + far * 0.12 }
    : { x: (start.x + goal.x) / 2, y: Math.min(start.y, goal.y) - far * 0.15 };
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
