// The line to a table: keeps the newest view, sends answers with the sequence number they are for, and comes back by itself
// after a break. An answer that was not acknowledged before the break is sent once more where the position is still the
// same, and the server refuses it as stale otherwise: it counts once, never twice.

import { lineTo, takeLine } from "./ahead";
import { changed } from "./change";
import { heardOf } from "./heard";
import type { Deed, LessonTold } from "../school/lesson/types";
import type { Clocks, Given, Incoming, Message, Said, Seat, Target, View } from "./types";
import { wholeChange, wholeView } from "./whole";

export type Reply = Extract<Incoming, { id: unknown }>;
/** "lost" comes back by itself; "elsewhere" gave up its place to another window of the same person and waits to be told. */
export type Standing = "connecting" | "open" | "lost" | "elsewhere" | "refused";

interface Asked {
  message: Record<string, unknown>;
  settle: (reply: Reply) => void;
}

const LONGEST_WAIT = 5000;

/** What the house closes lines with when it starts anew. */
const AGAIN = 1012;

export class Line {
  view = $state.raw<View | null>(null);
  seats = $state.raw<Record<string, Seat>>({});
  standing = $state<Standing>("connecting");
  /** When the next try to come back is made. */
  retryAt = $state(0);
  /** The house said that it starts anew. */
  restarting = $state(false);
  /** An answer was sent, or tried, and never acknowledged. */
  unconfirmed = $state(false);
  refusal = $state.raw<Message[] | null>(null);
  /** Why the table cannot be opened, where the house says so. */
  closedWhy = $state("");
  chat = $state.raw<Said[]>([]);
  clocks = $state.raw<(Clocks & { heard: number }) | null>(null);
  /** Who asks for a take-back, and whose consent is missing. */
  takeback = $state.raw<{ by: string; missing: string[] } | null>(null);
  /** How the last one ended, until this seat answers or lets it go. */
  takenBack = $state.raw<{ by: string; agreed: boolean } | null>(null);
  /** Who asks for a bot to play on for whom, and whose consent is missing; without `by` it is who opened the table. */
  standIn = $state.raw<{ by: string | null; player: string; bot: string; missing: string[] } | null>(null);
  /** The table of the rematch, once somebody has opened it. */
  rematch = $state<string | null>(null);
  /** What the coach says, where the table is a lesson. */
  lesson = $state.raw<LessonTold | null>(null);
  /** The view came whole: in a lesson another position was set up. */
  fresh = false;
  private seq = 0;
  private next = 1;
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Asked>();
  private retry = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    readonly table: string,
    readonly seat: string | null,
    readonly watch: string | null = null,
  ) {
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  answer(verb: string, target: Target = null): Promise<Reply> {
    this.takenBack = null;
    return this.ask({ type: "answer", seq: this.seq, verb, target });
  }

  undo = (): Promise<Reply> => this.ask({ type: "undo", seq: this.seq });
  redo = (): Promise<Reply> => this.ask({ type: "redo", seq: this.seq });
  why = (verb: string, target: Target): Promise<Reply> => this.ask({ type: "why", verb, target });
  preview = (verb: string, target: Target): Promise<Reply> => this.ask({ type: "preview", verb, target });
  /** Who of several, each by the answers that lead him, cannot follow: why, by their numbers; null where nobody knows beforehand. */
  async together(first: readonly Given[], rows: readonly (readonly Given[])[], stop: string | null): Promise<Record<string, Message[]> | null> {
    const reply = await this.ask({ type: "together", first, rows, stop });
    return reply.type === "told" ? (reply.behind ?? null) : null;
  }
  hint = (): Promise<Reply> => this.ask({ type: "hint" });
  warning = (): Promise<Reply> => this.ask({ type: "warning" });
  expected = (): Promise<Reply> => this.ask({ type: "expected" });
  askTakeback = (): Promise<Reply> => this.ask({ type: "takeback_ask" });
  answerTakeback = (yes: boolean): Promise<Reply> => this.ask({ type: "takeback_answer", yes });
  /** Claim the win over an opponent whose time is up. */
  resign = (): Promise<Reply> => this.ask({ type: "resign" });
  claim = (): Promise<Reply> => this.ask({ type: "claim" });
  /** Let a bot play on for this seat, and take it back. */
  handOver = (bot: string): Promise<Reply> => this.ask({ type: "hand_over", bot });
  handBack = (player: string): Promise<Reply> => this.ask({ type: "hand_back", player });
  /** Let the bot that thinks answer with what it has found. */
  moveNow = (): Promise<Reply> => this.ask({ type: "move_now" });
  /** Ask for a bot that plays on for somebody who is away. */
  askStandIn = (player: string): Promise<Reply> => this.ask({ type: "stand_in_ask", player });
  answerStandIn = (yes: boolean): Promise<Reply> => this.ask({ type: "stand_in_answer", yes });
  /** Do something in a lesson beside answering. */
  teach = (deed: Deed): Promise<Reply> => this.ask({ type: "lesson", do: deed });
  /** To everybody, or behind closed doors to the players of one's own side. */
  say = (text: string, council = false): Promise<Reply> => this.ask({ type: "chat", text, ...(council ? { council } : {}) });

  /** The hexes of an overlay such as "zoc:axis", or null where the game has no such overlay. */
  async overlay(kind: string): Promise<string[] | null> {
    const reply = await this.ask({ type: "overlay", kind });
    return reply.type === "told" && reply.overlay ? reply.overlay : null;
  }

  /** Try to come back now instead of waiting. */
  again(): void {
    if (this.standing !== "lost" && this.standing !== "elsewhere") return;
    clearTimeout(this.timer);
    this.connect();
  }

  private ask(message: Record<string, unknown>): Promise<Reply> {
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, { message: { ...message, id }, settle: resolve });
      this.send({ ...message, id });
      if (message["type"] === "answer" && this.standing !== "open") this.unconfirmed = true;
    });
  }

  private send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    const socket = takeLine(lineTo(this.table, this.seat, this.watch), (event) => {
      const heard = JSON.parse(String(event.data)) as Incoming | Incoming[]; // several that waited come together
      for (const one of Array.isArray(heard) ? heard : [heard]) this.hear(one);
    });
    this.socket = socket;
    socket.onclose = (event) => this.lost(event.code, event.reason);
  }

  private lost(code: number, why: string): void {
    for (const [id, asked] of [...this.waiting]) {
      if (asked.message["type"] === "answer" && !this.closed) {
        this.unconfirmed = true; // kept, and sent once more when the line is back
        continue;
      }
      this.waiting.delete(id);
      asked.settle({ type: "error", id: null, why: "the line broke" });
    }
    if (this.closed) return;
    if (code === 4403 || code === 4404 || code === 4410) {
      this.standing = "refused";
      if (code === 4410) this.closedWhy = why;
      return;
    }
    if (code === 4409) {
      this.standing = "elsewhere";
      return;
    }
    this.restarting ||= code === AGAIN;
    this.standing = "lost";
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.retry++);
    this.retryAt = Date.now() + wait;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** After a break: what was never acknowledged is sent again if it still fits, else called stale. */
  private resend(): void {
    this.unconfirmed = false;
    for (const [id, asked] of [...this.waiting]) {
      if (asked.message["seq"] === this.seq) {
        this.send(asked.message);
      } else {
        this.waiting.delete(id);
        asked.settle({ type: "refused", id, stale: true, seq: this.seq });
      }
    }
  }

  private hear(message: Incoming): void {
    switch (message.type) {
      case "view":
        this.fresh = true;
        this.view = wholeView(message.view);
        this.seats = message.seats;
        this.seq = message.seq;
        this.standing = "open";
        this.restarting = false;
        this.retry = 0;
        this.time(message.clocks);
        this.chat = []; // the server tells the whole conversation after every view,
        this.standIn = null; // and whether a bot is asked for
        this.resend();
        break;
      case "update":
        this.fresh = false;
        if (this.view) this.view = changed(this.view, wholeChange(message, this.view.kinds));
        this.seq = message.seq;
        this.time(message.clocks);
        break;
      case "lesson":
        this.lesson = message;
        break;
      case "clocks":
        this.clocks = { ...message.clocks, heard: Date.now() };
        break;
      case "seats":
        this.seats = message.seats;
        break;
      case "takeback":
        this.takeback = message.by === null ? null : { by: message.by, missing: message.missing };
        this.takenBack = message.settled ?? null;
        break;
      case "stand_in":
        this.standIn = message.player === null ? null : { by: message.by, player: message.player, bot: message.bot ?? "", missing: message.missing };
        break;
      case "rematch":
        this.rematch = message.table;
        break;
      case "chat":
        this.chat = heardOf(this.chat, message);
        break;
      case "refused":
        this.refusal = message.reasons ?? null;
        this.settle(message);
        break;
      default:
        this.settle(message);
    }
  }

  private time(clocks: Clocks | undefined): void {
    if (clocks) this.clocks = { ...clocks, heard: Date.now() };
  }

  private settle(reply: Reply): void {
    if (reply.id === null) return;
    this.waiting.get(reply.id)?.settle(reply);
    this.waiting.delete(reply.id);
  }
}
