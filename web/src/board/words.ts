// The board's own words. What a game says comes from the server.

import type { Language } from "../lib/types";

const en = {
  board: "Map",
  targets: "Legal targets",
  noTargets: "Nothing to choose on the map",
  keys: "Tab goes through the legal targets, Enter chooses, arrow keys move over the map",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show the whole map",
  overview: "Overview",
  points: "MP",
  of: "{cost} of {points} MP",
  why: "Why not?",
  close: "Close",
  confirm: "Here",
  command: "command",
  empty: "empty",
};

const ja: typeof en = {
  board: "地図",
  targets: "選べる対象",
  noTargets: "地図上で選ぶものはありません",
  keys: "Tabで対象を順に、Enterで決定、矢印キーで地図上を移動",
  zoomIn: "拡大",
  zoomOut: "縮小",
  fit: "全体を表示",
  overview: "全体図",
  points: "移動力",
  of: "移動力{points}のうち{cost}",
  why: "できない理由",
  close: "閉じる",
  confirm: "ここへ",
  command: "指揮範囲",
  empty: "空き",
};

export const WORDS: Record<Language, typeof en> = { en, ja };
