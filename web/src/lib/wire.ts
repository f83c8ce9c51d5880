// Made by `python -m kamiza.server.types`; do not edit.

export type Seat = "A" | "B" | "C" | "D" | "E" | "F";

/** Sit down, or watch. */
export interface Hello {
  t: "hello";
  token: string;
  version?: number | null;
  name?: string | null;
}

/** One act: all of its moves, or nothing. */
export interface Move {
  t: "move";
  id: string;
  seat: Seat;
  version: number;
  moves: string[];
}

/** Back before the seat's last act. */
export interface Undo {
  t: "undo";
  id: string;
  seat: Seat;
  version: number;
}

/** The answer to a request to take back. */
export interface Consent {
  t: "consent";
  id: string;
  seat: Seat;
  yes: boolean;
}

/** Why is this move not possible now? */
export interface Why {
  t: "why";
  id: string;
  seat: Seat;
  move: string;
}

/** What would a quick player do? */
export interface AskHint {
  t: "hint";
  id: string;
  seat: Seat;
}

/** A bot plays for this seat from now on. */
export interface Lend {
  t: "lend";
  id: string;
  seat: Seat;
  level?: string;
}

/** I take my seat back. */
export interface Reclaim {
  t: "reclaim";
  id: string;
  seat: Seat;
}

/** Give the absent player of this seat more time. */
export interface Wait {
  t: "wait";
  seat: Seat;
}

/** My name. */
export interface Name {
  t: "name";
  seat: Seat;
  name: string;
}

/** What I do not want to be asked; said again after every `hello`. */
export interface Passing {
  t: "passing";
  seat: Seat;
  never: string[];
  always?: boolean;
}

/** Talk, in own words or with a ready phrase; who watches has no seat and is refused. */
export interface Say {
  t: "chat";
  seat: Seat | null;
  text?: string | null;
  phrase?: string | null;
}

/** A new table with the same people. */
export interface AskRematch {
  t: "rematch";
  seat: Seat;
}

/** Are you there? */
export interface Ping {
  t: "ping";
}

/** Who sits on a seat. */
export interface Player {
  seat: Seat;
  name: string;
  kind: "bot" | "person";
  present: boolean;
  claimed: boolean;
  level?: string;
  lent?: string;
  lent_why?: "absent" | "time" | "turn" | "wish";
}

/** Thinking time: `move` gives it for every turn, `bank` for the whole game plus increment. */
export interface ClockChoice {
  kind: "bank" | "move";
  seconds: number;
  increment?: number;
}

/** Seconds a seat had left when this was sent. */
export interface SeatClock {
  seat: Seat;
  left: number;
  running: boolean;
}

/** A person who is waited for; `until` is in seconds since 1970, `left` in seconds from now. */
export interface Away {
  seat: Seat;
  until: number;
  left: number;
}

/** Somebody would like to take back; `waiting` lists the seats that have not answered yet.

    It lapses in `left` seconds. */
export interface UndoRequest {
  seat: Seat;
  waiting: Seat[];
  left: number;
}

/** A line of the chat; `at` is in seconds since 1970. */
export interface Said {
  t: "said";
  seat: Seat;
  name: string;
  at: number;
  text?: string;
  phrase?: string;
}

/** Who sits where, and what was agreed for this table. */
export interface Welcome {
  t: "welcome";
  table: string;
  game: string;
  you: Seat[];
  host: boolean;
  spectator: boolean;
  players: Player[];
  settings: Record<string, any>;
  clock: ClockChoice | null;
  commitment: string;
  chat: Said[];
  phrases: Record<string, Text>;
  branch: Branch | null;
}

/** A text in every language. */
export interface Text {
  en: string;
  ja: string;
}

/** The finished game this table goes on from, and after how many moves. */
export interface Branch {
  table: string;
  at: number;
}

/** One line of the log; `n` is the version after the move that began it. */
export interface LogLine {
  n: number;
  text: Text;
  head?: boolean;
  seat?: Seat | null;
  about?: string[];
  rule?: string;
}

/** The end of the log: it replaces every line with `n` of `since` or more. */
export interface LogPart {
  since: number;
  lines: LogLine[];
}

/** The table as one seat (or nobody's, a spectator's) may see it, and what it missed. */
export interface State {
  t: "state";
  version: number;
  seat: Seat | null;
  view: Record<string, any>;
  events: Record<string, any>[];
  log: LogPart;
  undo: "ask" | "free" | null;
  summary?: Text[];
}

/** The act is written down for good. */
export interface Done {
  t: "done";
  id: string;
  version: number;
}

/** Nothing happened, and why. */
export interface Refused {
  t: "refused";
  id: string;
  version: number;
  rule: string;
  sentence: Text;
  stale?: boolean;
  behind?: string;
}

/** Whether a move is possible now, and if not, why. */
export interface Reason {
  t: "reason";
  id: string;
  legal: boolean;
  rule?: string;
  sentence?: Text;
  behind?: string;
}

/** What a quick player would do. */
export interface Hint {
  t: "hint";
  id: string;
  moves: string[];
  sentence: Text;
}

/** People and clocks changed. */
export interface TableStatus {
  t: "table";
  players: Player[];
  saving: boolean;
  clocks?: SeatClock[];
  away?: Away[];
  undo_request?: UndoRequest;
}

/** The new table, with the link of one's own seat, of the host or of a spectator. */
export interface Rematch {
  t: "rematch";
  table: string;
  seat?: Seat;
  token?: string;
  host?: string;
}

/** The message could not be understood, or a limit is reached. */
export interface Fault {
  t: "error";
  code: string;
  sentence: Text;
}

/** I am here. */
export interface Pong {
  t: "pong";
}

/** A seat of a new table: a bot, the creator's own seat, or an invitation (no name). */
export interface NewPlayer {
  kind: "bot" | "person";
  name?: string;
  level?: string;
}

/** `POST /api/tables`. */
export interface NewTable {
  game: string;
  players: NewPlayer[];
  settings?: Record<string, any>;
  public?: boolean;
  clock?: ClockChoice | null;
}

/** `POST /api/tables/<table>/branch`: go on from after move number `at`. */
export interface NewBranch {
  at: number;
  players: NewPlayer[];
  public?: boolean;
  clock?: ClockChoice | null;
}

/** A seat of the table just made; bots have no token. */
export interface NewSeat {
  seat: Seat;
  kind: "bot" | "person";
  token?: string;
  mine?: boolean;
}

/** The links of a new table. */
export interface TableMade {
  table: string;
  seats: NewSeat[];
  spectator: string;
  host: string;
}

/** `POST /api/tables/<table>/claim`. */
export interface Claim {
  name?: string;
}

/** The seat one got at a public table. */
export interface Claimed {
  seat: Seat;
  token: string;
}

/** A public table with free seats; `created` is in seconds since 1970. */
export interface OpenTable {
  table: string;
  game: string;
  seats: number;
  taken: number;
  settings: Record<string, any>;
  clock: ClockChoice | null;
  created: number;
}

/** What went wrong with a request. */
export interface Problem {
  code: string;
  sentence: Text;
  rule?: string;
}

/** The body of every answer that is not a success. */
export interface Failure {
  error: Problem;
}

/** One choice of a setting. */
export interface SettingValue {
  value: any;
  label: Text;
  help: Text;
  seats: number[];
}

/** Something to choose before a game. */
export interface GameSetting {
  name: string;
  default: any;
  label: Text;
  help: Text;
  values: SettingValue[];
  when: Record<string, any>;
  rare: boolean;
  deals: string[];
  pick: string;
}

/** `POST /api/games/<game>/advice`: a table one thinks of. */
export interface Trial {
  seats: number;
  settings?: Record<string, any>;
}

/** Why there can be no such table, or what is advised against at it. */
export interface Advice {
  refusal: Text | null;
  notices: Text[];
}

/** A good table for people who have never played this game. */
export interface FirstGame {
  seats: number;
  settings: Record<string, any>;
}

/** A game one can play here. */
export interface GameInfo {
  name: string;
  title: Text;
  subtitle: Text;
  players: number[];
  minutes: number;
  age: number;
  settings: GameSetting[];
  first: FirstGame;
  study: boolean;
  bots: string[];
}

/** One picture of how a game is played, and the rules it explains. */
export interface LessonStep {
  picture: string;
  text: Text;
  rules: string[];
}

/** Some steps of a lesson under one heading. */
export interface LessonPart {
  title: Text;
  steps: LessonStep[];
}

/** A chapter of the rule list. */
export interface RuleChapter {
  id: string;
  title: Text;
  detail: boolean;
}

/** One rule; rulings have a question and a reason, glossary entries a term. */
export interface RuleText {
  id: string;
  chapter: string;
  text: Text;
  source: string;
  question?: Text;
  why?: Text;
  when?: Text;
  term?: Text;
}

/** `GET /api/games/<game>/rules`. */
export interface RuleList {
  chapters: RuleChapter[];
  rules: RuleText[];
  study: boolean;
}

/** The table after one move: step 0 is the deal. */
export interface ReplayStep {
  step: number;
  seat: Seat | null;
  move: string | null;
  view: Record<string, any>;
  events: Record<string, any>[];
  log: LogPart;
}

/** `GET /api/tables/<table>/replay`. */
export interface Replay {
  table: string;
  game: string;
  seat: Seat | null;
  players: Player[];
  settings: Record<string, any>;
  commitment: string;
  key: string;
  branch: Branch | null;
  steps: ReplayStep[];
}

/** How likely each seat was to win after so many moves, from 0 to 1. */
export interface WinChance {
  step: number;
  chances: Record<string, number>;
}

/** `GET /api/tables/<table>/chances`: complete when there are `total` points. */
export interface WinChances {
  seat: Seat | null;
  total: number;
  points: WinChance[];
}

/** `GET /api/tables/<table>/verify`. */
export interface Verification {
  commitment: string;
  key: string;
  fits: boolean;
  moves: number;
  hashes_ok: boolean;
}

export type ClientMessage =
  | Hello
  | Move
  | Undo
  | Consent
  | Why
  | AskHint
  | Lend
  | Reclaim
  | Wait
  | Name
  | Passing
  | Say
  | AskRematch
  | Ping;

export type ServerMessage =
  | Welcome
  | State
  | Done
  | Refused
  | Reason
  | Hint
  | TableStatus
  | Said
  | Rematch
  | Fault
  | Pong;
