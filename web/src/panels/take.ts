// What taking up a piece from the hand is called: a block's strength is its steps, a counter's are the figures printed on it.

import { isBlock } from "../counters/wood";
import { t } from "../i18n/index.svelte";
import { pieceName } from "../lib/named";
import { strengths } from "../lib/stacks";
import type { Piece } from "../lib/types";

export const takeWords = (piece: Piece): string =>
  isBlock(piece) ? t("hand.take", { name: pieceName(piece), steps: piece.steps ?? "" }) : t("hand.takeCounter", { name: pieceName(piece), values: strengths(piece) });
