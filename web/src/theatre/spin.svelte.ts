// While dice fall they show other faces than the ones that were rolled.

const EVERY = 80;

/** The face that the nth die shows; `rolling` tells whether it still falls. */
export function spinning(rolling: () => boolean): (rolled: number, n: number) => number {
  let spin = $state(1);
  $effect(() => {
    if (!rolling()) return;
    const timer = setInterval(() => (spin = (spin % 6) + 1), EVERY);
    return () => clearInterval(timer);
  });
  return (rolled, n) => (rolling() ? ((spin + n) % 6) + 1 : rolled);
}
