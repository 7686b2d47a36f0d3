// A part of the page could not be fetched: most likely the server was built anew, and what this page asks for is no longer there.

export const newer = $state({ here: false });

/** Vite tells of every part that fails to come, before whoever asked for it is told. */
export function watchForNewer(): void {
  addEventListener("vite:preloadError", () => {
    newer.here = true;
  });
}
