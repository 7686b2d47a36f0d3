// What the server tells of an answer before it is given: asked when the pointer or the cursor stays on it, kept while it holds.

import type { Reading } from "./reading.svelte";
import type { Target } from "./targets";

const KEPT = 400;
/** A pointer that sweeps over twenty hexes asks only for those it stays on. */
const PATIENCE_MS = 35;

export interface Shown {
  target: Target;
  told: Record<string, unknown>;
}

export class Previews {
  shown = $state.raw<Shown | null>(null);
  private readonly known = new Map<string, Record<string, unknown>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = "";

  constructor(private readonly reading: Reading) {}

  show(target: Target | null): void {
    clearTimeout(this.timer);
    const key = target ? this.keyOf(target) : "";
    this.wanted = key;
    const known = this.known.get(key);
    this.shown = target && known ? { target, told: known } : null;
    if (!target || known || !this.reading.given.preview) return;
    this.timer = setTimeout(() => void this.ask(target, key), PATIENCE_MS);
  }

  private keyOf(target: Target): string {
    const { view, focus, given } = this.reading;
    return `${view.log_length} ${focus.unit ?? ""} ${given.party?.join() ?? ""} ${target.verb} ${target.id}`;
  }

  private async ask(target: Target, key: string): Promise<void> {
    const told = await this.told(target);
    if (told && this.wanted === key) this.shown = { target, told };
  }

  /** What is told of an answer, though no pointer stays on it. */
  async told(target: Target): Promise<Record<string, unknown> | null> {
    const key = this.keyOf(target);
    const told = this.known.get(key) ?? (await this.reading.given.preview?.(target.verb, target.id)) ?? null;
    if (!told) return null;
    if (this.known.size > KEPT) this.known.clear();
    this.known.set(key, told);
    return told;
  }

  clear(): void {
    this.shown = null;
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
