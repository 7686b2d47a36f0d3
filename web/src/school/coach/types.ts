// What the coach of a first game has to say, as the server tells it (school/coaching.py).

import type { Words } from "../../lib/types";
import type { Point } from "../lesson/types";

/** What a remark waits for: all that is stated holds, of several names one. */
export interface When {
  side?: string;
  step?: string[];
  phase?: string[];
  /** An answer that is offered. */
  verb?: string[];
  /** Something that the end of the log tells. */
  event?: string[];
  /** A clause by which something at the end of the log happened. */
  rule?: string[];
  /** A mark on a counter of one's own. */
  flag?: string[];
  /** Something that an answer would give up, by its clause. */
  cost?: string[];
  odds?: boolean;
}

export interface Remark {
  id: string;
  when: When;
  say: Words;
  rules: string[];
  point?: Point;
}
