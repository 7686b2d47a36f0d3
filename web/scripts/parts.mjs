// Which part of the built page a module goes into. Left alone the bundler makes a file of every module that pages share, and each
// is a request of its own: a table asked for fifty. So what the lobby or a table shares with other pages is one part, and what only tables
// and their like share another; what one page alone needs stays with that page.

/** Whoever opens one of these needs nearly all of a table. */
const TABLES = /(TablePage|Coached|ReplayPage|StudyPage|LessonPage|ReviewPage|Layer|CounterCard)\.svelte$/;
const COMMON = /(Lobby|TablePage)\.svelte$/;

/** Pages by the modules from which they come: a page is what somebody imports when it is opened. */
function pagesOf(id, context, found = new Set(), seen = new Set()) {
  if (seen.has(id)) return found;
  seen.add(id);
  const module = context.getModuleInfo(id);
  if (module?.dynamicImporters.length) found.add(id);
  for (const importer of module?.importers ?? []) pagesOf(importer, context, found, seen);
  return found;
}

export const PARTS = [
  // the first script and what it needs: it must not wait for anything that pages share
  { name: "first", test: /lib\/(ahead|route)\.ts$|vite\/preload-helper|rolldown\/runtime/, priority: 2 },
  {
    name: (id, context) => {
      const pages = [...pagesOf(id, context)];
      if (pages.some((page) => page.endsWith("start.ts")) || pages.length < 2) return null;
      if (!pages.some((page) => COMMON.test(page)) || pages.includes(id)) return null;
      return pages.every((page) => TABLES.test(page)) ? "tables" : "house";
    },
    priority: 1,
  },
];
