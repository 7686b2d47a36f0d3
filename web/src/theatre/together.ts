// Fights of one act that fall together: one beat with a die for each of them.

import type { Beat, Walk } from "./script";

const isDice = (beat: Beat): boolean => beat.kind === "fight" || beat.kind === "roll";

/** The beats with every run of fights in an act as one; the rolls between them fall with them. */
export function together(beats: readonly Beat[]): Beat[] {
  const runs: Beat[][] = [];
  for (const beat of beats) {
    const run = runs.at(-1);
    if (run?.[0] && isDice(beat) && isDice(run[0]) && run[0].act === beat.act) run.push(beat);
    else runs.push([beat]);
  }
  return runs.flatMap((run) => (run.filter((beat) => beat.kind === "fight").length > 1 ? [joined(run)] : run));
}

/** The beats of which one is made: itself, where it is only one. */
export const partsOf = (beat: Beat): Beat[] => (beat.parts.length ? beat.parts : [beat]);

function joined(parts: Beat[]): Beat {
  const [first, last] = [parts[0] as Beat, parts.at(-1) as Beat];
  return {
    ...first,
    kind: "fight",
    to: last.to,
    messages: parts.flatMap((part) => [...part.before, ...part.messages]),
    hexes: gathered(parts, (part) => part.hexes),
    scene: gathered(parts, (part) => part.scene),
    walks: onward(parts.flatMap((part) => part.walks)),
    losses: parts.flatMap((part) => part.losses),
    taken: parts.flatMap((part) => part.taken),
    attackers: gathered(parts, (part) => part.attackers),
    before: [],
    parts,
  };
}

const gathered = (parts: Beat[], of: (part: Beat) => string[]): string[] => [...new Set(parts.flatMap(of))];

/** Who goes on after a second fight from where the first had led him goes all of it at once. */
function onward(walks: readonly Walk[]): Walk[] {
  const found: Walk[] = [];
  for (const walk of walks) {
    const known = walk.unit === null ? undefined : found.find((one) => one.unit === walk.unit);
    if (known && known.way.at(-1) === walk.way[0]) known.way.push(...walk.way.slice(1));
    else found.push({ ...walk, way: [...walk.way] });
  }
  return found;
}
