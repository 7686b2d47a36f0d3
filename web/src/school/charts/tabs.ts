// Going from tab to tab by keys, around the ends.

export function nextTab<Id>(key: string, tabs: readonly Id[], open: Id): Id | null {
  const at = tabs.indexOf(open);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
  return to === undefined || !tabs.length ? null : (tabs[(to + tabs.length) % tabs.length] ?? null);
}
