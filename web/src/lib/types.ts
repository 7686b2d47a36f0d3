// What the server sends, as it sends it. The shapes follow core/view.py, the view.py of each game and table/live.py.

import type { Expected, Hint, Warning } from "../school/hint/types";
import type { LessonTold } from "../school/lesson/types";

export type Language = "en" | "ja";
export type Words = Record<Language, string>;

/** A sentence with its rule, already worded. */
export interface Message {
  key: string;
  rule: string;
  text: Words;
  [fact: string]: unknown;
}

/** A figure on a counter: 7, "3*", "B". */
export type Figure = number | string;

/** A counter: what its face shows and where it is ("2310", or a place off the map). */
export interface Piece {
  id: string;
  label: string;
  side: string;
  nation: string;
  /** How the counter is printed, where that is not its nation's way. */
  coat?: string;
  symbol: string;
  size: string;
  where: string;
  on_map: boolean;
  /** With three, a letter in the middle is the unit's quality. */
  values: Figure[];
  /** What each value is called, as the game's words know it. */
  value_names?: string[];
  /** What the unit is, in full, where that is more than its label. */
  name?: Words;
  move: number;
  values_by_steps?: Figure[][];
  steps?: number;
  full_steps?: number;
  range?: number;
  mechanized?: boolean;
  arrives?: number;
  /** the clause by which it comes, where it is not the panel's */
  arrives_rule?: string;
  flags?: string[];
  /** The symbol's box is tinted. */
  box?: "red" | "blue" | "yellow" | "grey";
  /** The right shoulder, where it is not what the flags say: 1 amber "!", 2 black "!!". */
  alarm?: 0 | 1 | 2;
  /** A block whose face is not for this viewer: whose it is and where it stands, nothing more. */
  hidden?: boolean;
  /** Of a block: its type, its class (the group it is fired at in), the turn in which it fires, its firepower by class. */
  kind?: string;
  class?: string;
  turn?: string;
  fire?: number[];
  cost?: number;
  army?: string;
  /** Which army of its side, where that is not the first. */
  band?: number;
  /** The letter that tells its army from the others of its side, where there are several. */
  tag?: Words;
  /** The unit that carries it. */
  aboard?: string;
}

/** What all blocks of a type have on them. */
export type KindFace = Pick<Piece, "label" | "symbol" | "size" | "move"> & { name: Words; class: string; turn: string; fire: number[]; full_steps: number; cost: number };

/** A unit of the battle that is being fought; one that is no longer present has only its name. */
export interface Fighter {
  id: string;
  camp: string;
  army: string;
  kind: string;
  present: boolean;
  /** What became of one that is no longer there. */
  fate?: "destroyed" | "retreated";
  steps?: number;
  group?: string;
  acted?: boolean;
  grounded?: boolean;
  half_hit?: boolean;
  forfeits?: boolean;
}

export interface Battle {
  hex: string;
  round: number;
  rounds: number;
  /** The turns of a round in their order: "A", "B". */
  turns: string[];
  acting: string | null;
  attacker: string;
  /** The camp that holds the hex and fires first. */
  holder: string;
  /** Who wins if nobody is hit any more and nobody leaves. */
  wins?: { camp: string; rule: string };
  blockade?: boolean;
  units: Fighter[];
}

/** What a city or a factory has left to spend: points for anything, or by class. */
export type Purse = { hex: string } & Record<string, number | string>;

export interface Ballot {
  votes: { player: string; count: number; aye: boolean | null }[];
  needed: number;
}

export type Target = string | number | null;

/** The odds of an attack as a plate on the map tells them: the column, and what each face of the die does. */
export interface Chance {
  column: string | null;
  by_die?: string[];
  severity?: Record<string, Severity>;
  /** What a move would change it from, where a preview tells so. */
  before?: string | null;
  next?: Odds["next"];
}

/** What follows from a move; `kind` picks its picture. */
export interface Consequence {
  kind: string;
  bad: boolean;
  rule: string;
  text: Words;
}

/** What a chit or an HQ would set in motion: its full name, who is in its range, and why it cannot act. */
export interface Command {
  name?: Words;
  hqs: string[];
  units: string[];
  /** The hexes in its range, or how far that reaches from its HQs. */
  range?: string[];
  radius?: number;
  /** Why it cannot act, or else what it can do. */
  note?: { text: Words; rule: string };
  text?: { text: Words; rule: string };
}

/** What an ask is about. */
export interface Focus {
  /** The best odds on every hex that can be attacked. */
  chances?: Record<string, Chance>;
  /** The same while units are still picked to move: shown to who plans. Of the position as it stands: a plan never leaves the
      page, so the server cannot count its ghosts, and the page knows no rules. */
  outlook?: Record<string, Chance>;
  /** Hexes where entering is an attack, or compels one. */
  hostile?: string[];
  /** Why nothing but giving up is left: reasons with their hexes. */
  closed?: { text: Words; rule: string; hexes: string[] }[];
  /** Units that the answer would eliminate: the step it takes is their last. */
  last?: string[];
  /** By hex how many units it still needs. */
  needs?: Record<string, number>;
  /** Units that must act first, and the hexes to look at. */
  first?: string[];
  show?: string[];
  /** By chit or unit what it would set in motion. */
  commands?: Record<string, Command>;
  unit?: string;
  /** It has only been taken up: to take that back puts it down again. */
  unmoved?: boolean;
  hex?: string;
  chosen?: string[];
  odds?: Odds;
  /** A shot: by group what a die hits on and how many dice there are; the answer is `fire_<group>`. */
  fire?: Record<string, { firepower: number; dice: number }>;
  /** Forces are bought: points left, room by class, prices and blocks left by type. */
  points?: number;
  room?: Record<string, number>;
  prices?: Record<string, number>;
  left?: Record<string, number>;
  /** What each verb does at that desk, and what limits the room of a class. */
  verbs?: Partial<Record<"buy" | "full" | "raise" | "lower" | "back", string>>;
  caps?: Record<string, { text: Words; rule: string }>;
  /** Production: what each city has left. */
  cities?: Purse[];
  /** Players by the number that answers for them, their posts, and how a vote stands. */
  pairs?: Record<string, string[]>;
  posts?: Record<string, string>;
  ballot?: Ballot;
}

export interface Ask {
  /** The prompt in a few words, where the game has them. */
  headline?: Words | null;
  prompt: Message;
  rule: string;
  answers: Record<string, Target[]>;
  kinds: Record<string, "nothing" | "unit" | "hex" | "hexside" | "chit" | "number">;
  /** The rules that allow single verbs, where they are not the prompt's. */
  rules?: Record<string, string>;
  /** Verbs that are offered again once their unit is in hand. */
  aside?: string[];
  focus: Focus;
  /** The step of the rules that asks ("move_unit"), where the server says so. */
  step?: string;
  /** The answer without a target that Enter gives; null: none. Where the server does not say, the client guesses. */
  primary?: string | null;
  /** Whether the ask is about units that are still to act (move, attack, be placed), where the server says so. */
  acting?: boolean;
  /** By verb: answers that are asked twice. */
  costs?: Record<string, Cost[]>;
}

/** What an answer gives up for good, in words, with the best of it. */
export interface Cost extends Message {
  target: Target;
  items: { unit?: string; hex?: string; odds?: string }[];
  /** How many there are in all. */
  count: number;
  /** Something of one's own is lost, not only left undone. */
  lost: boolean;
  /** What a choice means, as its rule says. */
  terms?: Words;
}

/** Units that fight together: their strength after whatever changes it. */
export interface Group {
  units: string[];
  factor: string;
  strength: number;
  reasons?: string[];
  /** What each unit's counter prints for this fight, where the server says so. */
  printed?: number[];
}

/** One modifier of a combat or a die roll; one that does not count is struck out. */
export interface Modifier {
  text: Words;
  value: string;
  rule?: string;
  side?: string;
  struck?: boolean;
}

export type Severity = "none" | "mild" | "hard" | "bad";

/** A combat or a die roll before the die: strengths where there are any, modifiers in their order, what each face does. */
export interface Odds {
  hex: string;
  /** All hexes that are attacked at once, where they are more than one. */
  hexes?: string[];
  /** What kind of combat it is, as the game's words know it. */
  segment?: string;
  /** A combat that comes before this one. */
  initial?: Odds;
  attack?: number;
  defence?: number;
  groups?: Group[];
  defence_groups?: Group[];
  terrain?: string[];
  shifts?: number;
  ratio?: string | null;
  /** The final column; null where there is none yet. */
  column?: string | null;
  lines?: Modifier[];
  /** What the modifiers come to, and what to call it where "total" does not say enough. */
  total?: string;
  total_text?: Words;
  /** What nobody knows yet, and the columns it may lead to. */
  pending?: { text: Words; rule?: string }[];
  columns?: Record<string, number> | { column: string; ways: number }[];
  results?: Record<string, number>;
  /** One result for each face of the die. */
  by_die?: string[];
  severity?: Record<string, Severity>;
  /** Neighbouring columns with their results by die face, where the server tells them. */
  neighbours?: { column: string; by_die: string[] }[];
  /** How many more points make the next column, and which units bring them. */
  next?: { column: string; needs: number; units?: string[] };
  defenders?: string[];
}

/** What is looked at: a hex with its stack, and one unit of it. */
export interface Selection {
  hex?: string;
  unit?: string;
}

export interface Marker {
  kind: string;
  hex: string;
  side?: string;
  /** The other hex of a hexside. */
  to?: string;
  major?: boolean;
  /** From which turn on it is in use. */
  from_turn?: number;
}

/** An attack that is announced and not resolved yet: by whom, on which hexes or which unit, and when it will be. */
export interface Attack {
  /** as the game's words know it */
  kind: string;
  segments: string[];
  rule: string;
  hexes: string[];
  units: string[];
  target?: string;
  points?: number;
}

export interface Track {
  id: string;
  /** null: not in play, and not shown */
  value: number | boolean | string | null;
  last?: number;
  label?: string | Words;
}

export type Widget = "head" | "pips" | "state" | "turn" | "bands" | "scores" | "pools" | "arrivals" | "dead";

/** A panel as data/panels.toml of a game describes it (core/panels.py). */
export interface Panel {
  id: string;
  widget: Widget;
  place: "rail" | "map";
  title?: Words;
  rule?: string;
  note?: Words;
  tracks?: string[];
  line?: { text: Words; track?: string; is?: number | boolean | string }[];
  row?: { label: Words; side?: string; pips: { track: string; icon?: string; label?: Words }[] }[];
  shape?: "disc" | "box";
  count?: "none" | "left" | "lost";
  track?: string;
  state?: { value: number | boolean | string; title: Words; says?: Words; icon?: string }[];
  band?: Band[];
  span?: number;
}

/** A stretch of a score; the last may be open at its end. */
export interface Band {
  from: number;
  to?: number;
  label: Words;
  says?: Words;
  side?: string;
  tone?: 1 | 2 | 3;
}

/** Blocks that can still be built, by type. */
export interface ForcePool {
  free: Record<string, number>;
  points?: number;
}

export interface Pool {
  played: string[];
  inactive_count: number;
  cup_count: number;
  inactive?: string[];
  cup?: string[];
  planned?: string[];
}

export interface Outcome {
  winners: string[];
  level: string;
  points: Record<string, number>;
  reason: Message;
}

export interface View {
  game: string;
  scenario: string;
  options: Options;
  /** Options that lay out the map and that the players have settled at the table. */
  lays_out?: Options;
  viewer: string | null;
  players: { id: string; side: string }[];
  waiting: string[];
  ask: Ask | null;
  can_undo: boolean;
  can_redo?: boolean;
  log: Message[];
  log_length: number;
  result: Outcome | null;
  turn: number;
  active: string | null;
  pieces: Record<string, Piece>;
  markers: Marker[];
  attacks?: Attack[];
  tracks: Track[];
  pools: Record<string, Pool | ForcePool>;
  score: Record<string, number>;
  /** The score that wins, by side. */
  goals?: Record<string, number>;
  /** Types of blocks by name. */
  kinds?: Record<string, KindFace>;
  armies?: { id: string; side: string; band?: number; tag?: Words; posts?: Record<string, string> }[];
  /** Battles that wait to be fought, and the one that is being fought. */
  battles?: { hex: string; attacker: string }[];
  battle?: Battle | null;
}

/** A line of the chat; `council` is the side whose players alone heard it; of one that a moderator `removed` the words are gone. */
export interface Said {
  who: string;
  text: string;
  at: number;
  council?: string;
  removed?: true;
}
export interface Seat {
  kind: "human" | "bot" | "open";
  bot: string | null;
  name: string;
  /** Somebody is at the table for this seat now, where the server says so. */
  online?: boolean;
  /** The bot that plays on for the person whose seat it is. */
  stand_in?: string;
  /** For how many seconds the bot that plays there may look ahead, if it does. */
  thinks?: number;
  /** The dice wait for this seat. */
  owes?: Owed;
  /** At a live table that the house has paired: from when on one may leave without loss if nobody comes here. */
  late_at?: number;
  /** Whoever comes may take it. */
  offered?: boolean;
  /** Who wants to take it over from the bot that stepped in. */
  asks?: string;
  /** He is on holiday until then, and his clock stands still. */
  holiday?: number;
}

/** Seconds left by player when the message was sent, and whose clock runs. */
export interface Clocks {
  left: Record<string, number>;
  running: string[];
  /** Whose clock stands still until when, because he is on holiday. */
  still?: Record<string, number>;
  now: number;
}

/** What a table was opened with: minutes with an increment in seconds, or days for each move. */
export type ClockTerms = { minutes: number; increment?: number } | { days: number };

/** An answer by its names. */
export interface Given {
  verb: string;
  target: Target;
}

/** Somebody who cannot follow, and why. */
export interface Behind {
  unit: string;
  why: Message[];
}

/** From the server. */
export type Incoming =
  | { type: "view"; seq: number; seats: Record<string, Seat>; view: View; clocks?: Clocks }
  | ({ type: "update"; seq: number; clocks?: Clocks } & Change)
  | { type: "done"; id: number; seq: number }
  | { type: "refused"; id: number; reasons?: Message[]; stale?: boolean; /** the coach has something to say first */ held?: boolean; seq?: number }
  | { type: "told"; id: number; why?: Message[]; preview?: Record<string, unknown>; behind?: Record<string, Message[]> | null; overlay?: string[]; show?: [string, Target] | null; hints?: Hint[]; warning?: Warning | null; expected?: Expected | null }
  | ({ type: "lesson" } & LessonTold)
  | { type: "clocks"; clocks: Clocks }
  | { type: "seats"; seats: Record<string, Seat> }
  | { type: "takeback"; by: string | null; missing: string[]; settled?: { by: string; agreed: boolean } }
  | { type: "stand_in"; by: string | null; player: string | null; bot: string | null; missing: string[] }
  | { type: "rematch"; table: string }
  | ({ type: "chat" } & Said)
  | { type: "error"; id: number | null; why: string; wait?: number; muted?: { until: number | null; why: string } };

export interface Change {
  set?: Partial<View>;
  unset?: string[];
  pieces?: Record<string, Piece>;
  pieces_gone?: string[];
  log?: Message[];
  log_add?: Message[];
}

/** A map as data/map.toml holds it. */
export interface MapDocument {
  id: string;
  name: string;
  name_ja?: string;
  scale_km?: number;
  grid: { cols: number; rows: number; orientation: "flat" | "pointy"; shifted: "even" | "odd" };
  terrain: { legend: Record<string, string>; grid: string };
  hexsides: Record<string, string>;
  paths?: { kind: string; name: string; hexes: string }[];
  /** `drawn` is what the map writes instead of the name; "" is nothing. */
  places?: { hex: string; name: string; name_ja?: string; drawn?: string; drawn_ja?: string; kind: string; victory_points?: number; production?: number; port?: boolean }[];
  labels?: { name: string; name_ja?: string; hexes: string }[];
  areas?: Record<string, string>;
}

/** What the players agreed on: switches, numbers, lines of text. */
export type Options = Record<string, boolean | number | string>;

export interface OptionInfo {
  id: string;
  default: boolean | number | string;
  rule: string;
  words: Words;
  help: Words;
  least?: number;
  most?: number;
  /** All that it may be, where that is one of a few values. */
  choices?: { value: number | string; words: Words }[];
  /** Whether the map depends on it, and the maps that a line like "north,east:180/west,south" may name. */
  lays_out?: boolean;
  sheets?: string[];
}

export type StageKind =
  | "turn" | "phase" | "activation"
  | "draw" | "move" | "fight" | "roll" | "retreat" | "advance" | "loss" | "step" | "place" | "taken" | "supply" | "note";

/** A counter's ground, the print on it, the box of its symbol and the lines in that. */
export interface Coat {
  colour: string;
  ink: string;
  box: string;
  lines: string;
}

/** All that a side wears: counters, its name on a light and a dark page, its frame, the wood of its blocks. */
export interface SideColours {
  printed: Coat;
  text: string;
  night: string;
  pattern: "plain" | "dashed" | "dotted" | "double";
  /** a block's dark and light wood, and the print on its sticker */
  edge: string;
  shine: string;
  sticker: string;
}

/** What a game's sides wear, and the nations and arms with coats of their own (core/colours.py). */
export interface Livery {
  sides: Record<string, SideColours>;
  coats: Record<string, Coat>;
}

/** What is told of a game, or of one scenario, to who chooses: school/advice.py tells the fields. */
export interface Facts {
  pitch: Words;
  /** The shortest and the longest. */
  minutes: number[];
  complexity: { level: number; text: Words };
  alone: { level: "poor" | "fair" | "good" | "very_good"; text: Words };
  players: [number, number];
}

export interface Advice extends Facts {
  /** Where it stands for a newcomer, the easiest first. */
  order: number;
  start_here: boolean;
  /** The scenario to begin with, and the side of the learner in his first game with the coach. */
  begin_with: string;
  first_side: string;
  /** Of a side, in the shortest and in the longest scenario. */
  decisions: [number, number];
  scenarios: Record<string, Facts & { decisions: number }>;
}

/** A lesson as a list names it. */
export interface LessonInfo {
  id: string;
  order: number;
  title: Words;
  minutes: number;
}

/** Bots that look ahead, and the sides for which they do not all the time: in how many of the last turns. */
export interface Ahead {
  bots: string[];
  last_turns: Record<string, number>;
}

/** For how many seconds a Grognard thinks where nobody says otherwise, and for how many he may. */
export interface Grants {
  seconds: number;
  most: number;
}

export interface GameInfo {
  id: string;
  names: Words;
  /** None where its author says nothing. */
  advice?: Advice | null;
  lessons?: LessonInfo[];
  bots: string[];
  /** What can be laid over its map: "zoc:axis", "command:<unit>", "control". */
  overlays?: string[];
  /** `/games/ID/setup` tells the counters of the first scenario's set-up. */
  setup?: boolean;
  /** Whether anybody gives hints, and whether anybody tells how it may end. */
  advises?: boolean;
  judged?: boolean;
  panels?: Panel[];
  colours?: Livery;
  /** How the game's own markers look, by kind: core/markers.py tells the fields. */
  markers?: Record<string, MarkerShape>;
  /** What each event is on the stage, by its key ("event.moved"): core/stage.py tells the kinds. */
  stage?: Record<string, StageKind>;
  scenarios: {
    id: string;
    names: Words;
    players: { id: string; side: string }[];
    turns: number;
    /** Those of the game's bots that do not play it as a weaker one. */
    bots?: string[];
    /** Which of them look ahead, and for which sides in so many of the last turns alone; none where nobody does. */
    ahead?: Ahead | null;
    options: OptionInfo[];
  }[];
}

/** What a link from another device would make of this browser. */
export interface Carried {
  /** The tables it leads to, newest first; the players it would answer for, with their names. */
  tables: { id: string; game: string; scenario: string; players: Record<string, string> }[];
  /** Tables that this browser holds already, under a key of its own. */
  held: number;
  /** It is this browser's own key. */
  same: boolean;
}

/** What a player owes the dice: the hash of his number first, then the number. */
export type Owed = "hash" | "nonce";

/** What an invitation is for. */
export interface Invited {
  game: string;
  scenario: string;
  title: string | null;
  player: string;
  host: string;
  clock: ClockTerms | null;
}

export interface StepsIn {
  level: string;
  minutes: number;
}

export interface Level {
  low: number;
  high: number;
}

/** A seat that waits for whoever comes first. */
export interface OpenSeat {
  table: string;
  player: string;
  game: string;
  scenario: string;
  options: Options;
  clock: ClockTerms | null;
  host: string;
  /** The host is there under his own name, and has a profile. */
  member: boolean;
  here: boolean;
  since: number;
  rated: boolean;
  /** The host's, in this game, as it is shown. */
  rating: string | null;
  /** Whose rating may take it, both ends included; everybody's where there is none. */
  level: Level | null;
  /** One is of its level. */
  fits: boolean;
  /** It is only for those whom the host follows, so one is. */
  followed: boolean;
  /** The house drew who has which side. */
  by_lot: boolean;
  /** The bot that plays there if nobody has come by then. */
  steps_in: { level: string; at: number } | null;
  /** The bot that plays there already, until the host lets somebody take over. */
  held: string | null;
  /** One has asked to. */
  asked: boolean;
  /** It is a table of one's own. */
  mine: boolean;
}

export interface TableInfo {
  id: string;
  /** What its owner calls it. */
  title?: string | null;
  created?: number;
  game: string;
  scenario: string;
  options?: Options;
  turn: number;
  score: Record<string, number>;
  result: Outcome | null;
  waiting: string[];
  seats: Record<string, Seat>;
  yours: string[];
  /** The people for whom a bot has played on at some time. */
  stood_in?: string[];
  owner: boolean;
  changed: number;
  set_aside: number;
  invites?: Record<string, string>;
  clock?: ClockTerms | null;
  /** What everybody has left, as the reader may know it. */
  clocks?: Clocks | null;
  watched?: boolean;
  rematch?: string | null;
  /** It counts for ratings. */
  rated?: boolean;
  /** The tournament that it belongs to. */
  tournament?: string | null;
  /** `/tables/ID/position` tells the counters as they lie now. */
  position?: boolean;
  /** A hash of the dice's seed, told at the beginning, and the seed itself once the game is over. */
  commitment?: string;
  seed?: string;
  /** What players have added to the dice: "axis:3f0c...". */
  nonces?: string[];
  /** By player: the hash of what he adds, sent before anybody's is known; "" until he has sent it. */
  promises?: Record<string, string> | null;
  /** What the dice still wait for, by player. */
  owing?: Record<string, Owed>;
  /** Why the house keeps this table but cannot open it. */
  shut?: { kind: "game" | "setup" | "damaged"; why: string };
}

/** What dice did (hits, or steps lost by the enemy less one's own) beside what fair ones would have done in their place. */
export interface Effect {
  dice: number;
  actual: number;
  expected: number;
  variance: number;
}

/** One turn of a report; what a side lost and rolled in this turn alone, where the server says so. */
export interface TurnReport {
  turn: number;
  score: Record<string, number>;
  losses?: Record<string, { steps: number; units: number }>;
  luck?: Record<string, { rolls: number; effect: Effect }>;
}

/** How long a replay is, and where its turns begin where the server says so. */
export interface Taken {
  step: number;
  side: string;
  points: number;
  words: Words;
}

export interface ReplayInfo {
  length: number;
  turns?: { turn: number; step: number; label?: string | Words }[];
  /** Steps at which there was a combat, where the server says so. */
  combats?: number[];
  /** Places that somebody came to and took, and what they are worth. */
  taken?: Taken[];
  /** whether it can be asked what comes of its positions, and whether only a bot is missing for that */
  outcomes?: boolean;
  no_bot?: boolean;
}

/** What happened in a game, for its after-action report. */
export interface Report {
  turns: TurnReport[];
  losses: Record<string, { steps: number; units: number }>;
  dice: Record<string, { rolls: number; faces: number[]; effect: Effect }>;
  result: Outcome | null;
}

/** A marker's parts, drawn one over the other, in pixels around its place. */
export interface MarkerShape {
  at: [number, number];
  over: boolean;
  part: { path: string; fill: string; line: string; width: number; dashed_until_ready: boolean; major?: boolean }[];
}
