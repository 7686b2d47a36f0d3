// About as large as cards of dice and chits are, the gap to the map's edge among it, and what else lies at its edges.

import type { CardBox } from "../board/sight";
import type { Beat } from "./script";

const EDGES = { left: 226, right: 66, foot: 84 };

/** The whole card of a beat. */
export const boxOf = (beat: Pick<Beat, "kind">): CardBox => ({ ...(beat.kind === "draw" ? { wide: 656, high: 144 } : { wide: 576, high: 440 }), ...EDGES });

/** A card that is folded to its headline. */
export const STRIP: CardBox = { wide: 576, high: 80, ...EDGES };
