// A line that lays out maps, "north,east:180/west,south": rows parted by "/", maps by ",", ":180" turns one half round.

export interface Laid {
  name: string;
  turned: boolean;
}

export function read(line: string): Laid[][] {
  return line.split("/").map((row) =>
    row.split(",").map((word) => {
      const [name = "", turn] = word.trim().split(":");
      return { name, turned: turn === "180" };
    }),
  );
}

export const write = (rows: Laid[][]): string => rows.map((row) => row.map((one) => one.name + (one.turned ? ":180" : "")).join(",")).join("/");

/** The layouts of one to four maps, as [rows, columns]. */
export const SHAPES: readonly (readonly [number, number])[] = [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1], [2, 2], [1, 4], [4, 1]];

export const shapeOf = (rows: Laid[][]): string => `${rows.length}×${rows[0]?.length ?? 0}`;

/** The same maps in another arrangement; new places take maps that are not there yet, then drawn ones. */
export function reshaped(rows: Laid[][], [down, across]: readonly [number, number], sheets: readonly string[]): Laid[][] {
  const kept = rows.flat();
  const free = sheets.filter((name) => !kept.some((one) => one.name === name));
  const spare = (): Laid => ({ name: free.shift() ?? sheets.at(-1) ?? "", turned: false });
  return Array.from({ length: down }, () => Array.from({ length: across }, () => kept.shift() ?? spare()));
}
