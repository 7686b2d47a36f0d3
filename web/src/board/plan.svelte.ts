// What a player thinks of doing: counters pushed ahead as ghosts and arrows drawn. Kept for each seat of a table while the page
// is open; nothing of it ever leaves the page.

export interface Arrow {
  from: string;
  to: string;
}

interface Drawn {
  moves: ReadonlyMap<string, string>;
  arrows: readonly Arrow[];
}

export class Plan {
  /** where each ghost stands, by unit */
  moves = $state.raw<ReadonlyMap<string, string>>(new Map());
  arrows = $state.raw<readonly Arrow[]>([]);
  /** a drag draws an arrow instead of carrying a counter */
  drawing = $state(false);
  private past = $state.raw<readonly Drawn[]>([]);

  get empty(): boolean {
    return !this.moves.size && !this.arrows.length;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  /** Push a ghost of a unit to a hex; back at home there is none. */
  move(unit: string, hex: string, home: string | null): void {
    const moves = new Map(this.moves);
    if (hex === home) moves.delete(unit);
    else moves.set(unit, hex);
    this.change({ moves, arrows: this.arrows });
  }

  /** Draw an arrow; the same one again rubs it out. */
  draw(from: string, to: string): void {
    if (from === to) return;
    const others = this.arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
    this.change({ moves: this.moves, arrows: others.length < this.arrows.length ? others : [...others, { from, to }] });
  }

  /** Rub out every ghost in a hex and every arrow that begins or ends there. */
  erase(hex: string): void {
    const moves = new Map([...this.moves].filter(([, at]) => at !== hex));
    const arrows = this.arrows.filter(({ from, to }) => from !== hex && to !== hex);
    if (moves.size < this.moves.size || arrows.length < this.arrows.length) this.change({ moves, arrows });
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.moves = before.moves;
    this.arrows = before.arrows;
  }

  clear(): void {
    if (!this.empty) this.change({ moves: new Map(), arrows: [] });
  }

  private change({ moves, arrows }: Drawn): void {
    this.past = [...this.past, { moves: this.moves, arrows: this.arrows }];
    this.moves = moves;
    this.arrows = arrows;
  }
}

const plans = new Map<string, Plan>();

export function planOf(seat: string): Plan {
  let found = plans.get(seat);
  if (!found) plans.set(seat, (found = new Plan()));
  return found;
}
