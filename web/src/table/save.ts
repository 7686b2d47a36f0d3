// The game file of a table, handed to the browser as a download.

import * as api from "../lib/api";

export async function saveFile(table: string, game: string): Promise<void> {
  const file = await api.fileOf(table);
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${game}-${table}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
