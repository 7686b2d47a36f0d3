// The name that others saw last: kept in this browser, so that a seat can be taken by one click.

const KEPT = "grognard.name";

export function myName(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return ""; // a browser that keeps nothing asks again
  }
}

export function keepName(name: string): string {
  const said = name.trim();
  try {
    if (said) localStorage.setItem(KEPT, said);
  } catch {
    /* see above */
  }
  return said;
}
