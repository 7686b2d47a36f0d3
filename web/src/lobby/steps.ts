// Arrow keys among cards: the nearest one in that direction.

export interface Spot {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const WAYS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Which of the spots a key leads to from one of them, or none. */
export function stepTo(key: string, from: number, spots: readonly Spot[]): number | null {
  const way = WAYS[key];
  const here = spots[from];
  if (!way || !here) return null;
  const [dx, dy] = way;
  let best: number | null = null;
  let least = Infinity;
  spots.forEach((spot, number) => {
    const [x, y] = [(spot.left + spot.right - here.left - here.right) / 2, (spot.top + spot.bottom - here.top - here.bottom) / 2];
    const along = x * dx + y * dy;
    if (number === from || along <= 1) return;
    const cost = along + 2 * Math.abs(x * dy + y * dx);
    if (cost < least) [least, best] = [cost, number];
  });
  return best;
}

/** Moves the focus from the card it is in, where the key is an arrow; true where there was one to go to. */
export function stepAmong(event: KeyboardEvent, selector: string): boolean {
  if (!(event.target instanceof HTMLElement) || event.target.closest("input, select, textarea, dialog")) return false;
  const cards = [...document.querySelectorAll<HTMLElement>(selector)];
  const from = cards.findIndex((card) => card.contains(event.target as Node));
  const to = stepTo(event.key, from, cards.map((card) => card.getBoundingClientRect()));
  if (to === null) return false;
  cards[to]?.focus();
  cards[to]?.scrollIntoView({ block: "nearest" });
  return true;
}
