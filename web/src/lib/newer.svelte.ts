// A part of the page could not be fetched: the server was built anew and no longer has what this page asks for, or it is only away.

export const newer = $state({ here: false });

/** The names of the parts that a page begins with: they change with every build. */
const partsOf = (page: Document): string => [...page.querySelectorAll("script[src]")].map((one) => one.getAttribute("src")).join();

/** Whether the server has another page than this one; where it does not answer, that is not known. */
async function isAnother(): Promise<boolean> {
  const reply = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (!reply?.ok) return false;
  return partsOf(new DOMParser().parseFromString(await reply.text(), "text/html")) !== partsOf(document);
}

/** Vite tells of every part that fails to come, before whoever asked for it is told. A server that was merely started again has
    the same page: then nothing is said here, the table tells of its line, and the part comes when it is asked for again. */
export function watchForNewer(): void {
  addEventListener("vite:preloadError", () => {
    void isAnother().then((found) => {
      if (found) newer.here = true;
    });
  });
}
