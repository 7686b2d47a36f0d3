// While dice fall they show other faces than the ones that were rolled.

const EVERY = 80;

/** The face that the nth die shows; `rolling` tells whether it still falls, `paused` whether it stands in the air. */
export function spinning(rolling: () => boolean, paused: () => boolean = () => false): (rolled: number, n: number) => number {
  let spin = $state(1);
  $effect(() => {
    if (!rolling() || paused()) return;
    const timer = setInterval(() => (spin = (spin % 6) + 1), EVERY);
    return () => clearInterval(timer);
  });
  return (rolled, n) => (rolling() ? ((spin + n) % 6) + 1 : rolled);
}
