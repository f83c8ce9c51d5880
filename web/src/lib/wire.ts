// Made by `python -m kamiza.server.types`; do not edit.

export type Seat = "A" | "B" | "C" | "D" | "E" | "F";

/** Sit down, or watch.

    `own` is the token the sender would like to have if `token` is an invitation, `page` tells its
    sockets from those of other devices. */
export interface Hello {
  t: "hello";
  token: string;
  version?: number | null;
  name?: string | null;
  own?: string | null;
  page?: string;
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

/** The answer to a request to take back, or to end the game. */
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

/** What could I do, and why? */
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

/** A new invitation to a seat whose person is not here; the host's to make. */
export interface Invite {
  t: "invite";
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

/** I am ready to begin, or not any more. */
export interface Ready {
  t: "ready";
  id: string;
  seat: Seat;
  yes: boolean;
}

/** Begin with whoever is here; bots keep the other seats. */
export interface Begin {
  t: "begin";
  id: string;
}

/** There will be no game; the host's to say, before it begins. */
export interface Cancel {
  t: "cancel";
  id: string;
}

/** I give up. */
export interface Resign {
  t: "resign";
  id: string;
  seat: Seat;
}

/** Shall we end the game here, and does it count as it stands? */
export interface AskEnd {
  t: "end";
  id: string;
  seat: Seat;
  counts: boolean;
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

/** The person on a seat should be looked at by whoever runs the server. */
export interface Report {
  t: "report";
  id: string;
  about: Seat;
  why?: string;
}

/** Is the page in sight? Nobody is called who looks. */
export interface Looking {
  t: "looking";
  yes: boolean;
}

/** My clock rests for so many days from now on; with 0 I am back. */
export interface AskVacation {
  t: "vacation";
  id: string;
  seat: Seat;
  days: number;
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
  lent_why?: "absent" | "request" | "resigned" | "time" | "turn";
  invited?: boolean;
  ready?: boolean;
  host?: boolean;
}

/** Thinking time: `move` gives it for every turn, `bank` for the whole game plus increment. */
export interface ClockChoice {
  kind: "bank" | "move";
  seconds: number;
  increment?: number;
  vacation?: number;
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

/** The vacation of a seat: until when its clock rests (in seconds since 1970), if it does, and
    how many seconds it may rest in all from now on. */
export interface Rest {
  seat: Seat;
  until: number | null;
  left: number;
}

/** Somebody would like to take back; `waiting` lists the seats that have not answered yet.

    It lapses in `left` seconds. */
export interface UndoRequest {
  seat: Seat;
  waiting: Seat[];
  left: number;
}

/** Somebody would like to end the game, as it stands or without a result. */
export interface EndRequest {
  seat: Seat;
  waiting: Seat[];
  left: number;
  counts: boolean;
}

/** People ended the game: who asked for it, or who resigned, and whether it counts. */
export interface Ended {
  how: "agreed" | "resigned";
  seats: Seat[];
  counts: boolean;
}

/** How a game ended, seat by seat; equal seats share a place. */
export interface Result {
  scores: number[];
  places: number[];
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
  teams: Seat[][];
  hints: boolean;
  position: Text | null;
}

/** A text in every language. */
export interface Text {
  en: string;
  ja: string;
}

/** The finished game this table goes on from, after how many moves, and a note for people. */
export interface Branch {
  table: string;
  at: number;
  note: Text;
}

/** An invitation was taken: from now on this token, and no other, opens the seat. */
export interface Seated {
  t: "seated";
  seat: Seat;
  token: string;
}

/** A new invitation; it opens the seat once. */
export interface Invited {
  t: "invited";
  id: string;
  seat: Seat;
  token: string;
}

/** On how many devices one of my seats is open. */
export interface Devices {
  t: "devices";
  seat: Seat;
  count: number;
}

/** One line of the log; `n` is the version after the move that began it. */
export interface LogLine {
  n: number;
  text: Text;
  head?: boolean;
  seat?: Seat | null;
  about?: string[];
  rule?: string;
  moment?: boolean;
}

/** The end of the log: it replaces every line with `n` of `since` or more. */
export interface LogPart {
  since: number;
  lines: LogLine[];
}

/** What a lesson says in one step, and the things on the board it speaks of. */
export interface LessonSlip {
  title: Text;
  text: Text;
  look: string[];
}

/** Where a lesson stands. Its steps are read one after the other; the last of `slips` asks for
    `task`, unless there is none. While the others act there are no slips. */
export interface Lesson {
  lesson: string;
  title: Text;
  total: number;
  first: number;
  slips: LessonSlip[];
  task?: Text;
  moves?: string[];
  free?: boolean;
  reply?: Text;
  done?: boolean;
}

/** A way to act in a puzzle: what it is called, the chance it leaves, and why. */
export interface PuzzlePlan {
  moves: string[];
  name: Text;
  why: Text;
  chance?: number;
}

/** The puzzle a table is, for whoever solves it; the plans once it is solved, the answer
    first. */
export interface Puzzle {
  number: number;
  count: number;
  task: Text;
  attempts: number;
  made?: number;
  solved?: boolean;
  plans?: PuzzlePlan[];
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
  lesson?: Lesson;
  puzzle?: Puzzle;
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
  attempt?: PuzzlePlan;
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

/** Something one could do; the moves are what would be sent, the first of them at least. */
export interface HintOption {
  moves: string[];
  name: Text;
  chance: number;
  why: Text;
}

/** The best options, the best first; nothing is ever sent by a hint. */
export interface Hint {
  t: "hint";
  id: string;
  options: HintOption[];
  only: boolean;
  margin: number;
  even: number;
  worlds: number;
}

/** People and clocks changed. */
export interface TableStatus {
  t: "table";
  players: Player[];
  saving: boolean;
  clocks?: SeatClock[];
  away?: Away[];
  undo_request?: UndoRequest;
  end_request?: EndRequest;
  waiting?: boolean;
  paused?: boolean;
  watching?: number;
  ended?: Ended;
  result?: Result;
  since?: number;
  rests?: Rest[];
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

/** Nothing happened, because there is too much to do: send it again after so many seconds. */
export interface Busy {
  t: "busy";
  seconds: number;
  sentence: Text;
  id?: string;
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
  waits?: boolean;
  hints?: boolean | null;
  club?: string;
  position?: Record<string, any> | null;
}

/** `POST /api/games/<game>/position` and `…/analysis`: a position somebody thinks of, and whose
    eyes it is seen with (a spectator's if nobody's). */
export interface TriedPosition {
  position: Record<string, any>;
  seat?: Seat | null;
}

/** `POST /api/games/<game>/position/text`: a position, a record or a case, as it was copied. */
export interface PositionText {
  text: string;
}

/** A position of a game, in as few words as possible. */
export interface FoundPosition {
  game: string;
  position: Record<string, any>;
}

/** What cannot be: the field ("A.hand", or nothing), its name, and a sentence. */
export interface PositionProblem {
  field: string;
  where: Text;
  sentence: Text;
}

/** What follows from a position that can be. */
export interface PossiblePosition {
  short: Record<string, any>;
  whole: Record<string, any>;
  asked: Seat | null;
  question: string | null;
  moves: number;
  view: Record<string, any>;
  case: string;
}

/** Either what is wrong with a position, or what follows from it. */
export interface CheckedPosition {
  problem: PositionProblem | null;
  possible: PossiblePosition | null;
}

/** How likely each seat wins, as far as the asked one can know, and its best options. */
export interface AnalysedPosition {
  asked: Seat;
  chances: Record<string, number>;
  hint: Hint;
}

/** One field of a position: its name, its form as JSON Schema, and what it is if left out. */
export interface PositionField {
  name: string;
  label: Text;
  shape: Record<string, any>;
  needed: boolean;
  follows: boolean;
  usual: any;
  hidden: boolean;
}

/** `GET /api/games/<game>/position/form`: all fields, and the names of their values. */
export interface PositionForm {
  table: PositionField[];
  players: PositionField[];
  names: Record<string, Text>;
  labels: Record<string, Text>;
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
  host: string;
  begun: boolean;
}

/** `GET /api/tables/<table>/standing`: how it stands, as the seat of a link may see it. */
export interface Standing {
  waiting: boolean;
  asked: Seat | null;
  seat: Seat | null;
  players: Player[];
  view: Record<string, any> | null;
  ended: Ended | null;
  result: Result | null;
  version: number;
  news: Text[];
  since: number | null;
  left: number | null;
  resting: number | null;
}

/** `GET /api/calls`: what this server can call by. */
export interface CallsOffered {
  calls: boolean;
  push: string | null;
  mail: boolean;
}

/** A browser's `PushSubscription`. */
export interface PushKeys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Minutes after midnight; nobody is called in between. */
export interface QuietHours {
  begin: number;
  end: number;
}

/** A seat a device is called for, by the link of that seat. */
export interface CalledTable {
  table: string;
  token: string;
  way?: "" | "never";
}

/** `PUT /api/calls/mine`: how this device wants to be called, all of it. */
export interface NewWishes {
  tables: CalledTable[];
  zone?: string;
  offset?: number;
  language?: "en" | "ja";
  push?: PushKeys | null;
  mail?: string;
  mail_how?: "daily" | "off" | "once";
  quiet?: QuietHours | null;
}

/** A seat a device is called for, or never. */
export interface KeptTable {
  table: string;
  seat: Seat;
  way: "" | "never";
}

/** How a device is called. `asked` says whether a mail went to a new address. */
export interface KeptWishes {
  push: string | null;
  mail: string;
  mail_how: "daily" | "off" | "once";
  confirmed: boolean;
  quiet: QuietHours | null;
  tables: KeptTable[];
  asked?: string;
}

/** What became of a call that was tried. */
export interface CallTried {
  push: "failed" | "later" | "off" | "sent";
  mail: "failed" | "later" | "off" | "sent";
  hook: "failed" | "later" | "off" | "sent";
  seconds: number;
}

/** `POST /api/calls/confirm`. */
export interface CallTicket {
  ticket: string;
}

/** What does not come any more: mail, or the calls of a table. */
export interface CallsStopped {
  what: string;
}

/** The webhook of a table; none if it has no address. */
export interface Hook {
  url: string;
  language?: "en" | "ja";
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

/** A bot that can take a seat, and its character. */
export interface BotLevel {
  level: string;
  name: Text;
  character: Text;
}

/** What a player's own games are counted by, such as their kami. */
export interface CountedBy {
  kind: string;
  label: Text;
}

/** What is asked about games that were played. */
export interface GameHistory {
  by: CountedBy | null;
  favourite: CountedBy | null;
  keepsake: boolean;
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
  bots: BotLevel[];
  lessons: LessonInfo[];
  puzzles: number;
  history: GameHistory;
}

/** A lesson of a game; `kind` is "table" or "quiz". */
export interface LessonInfo {
  id: string;
  kind: "quiz" | "table";
  title: Text;
  about: Text;
  minutes: number;
}

/** `POST /api/games/<game>/lessons/<lesson>`: a table for somebody who learns. */
export interface NewLesson {
  name: string;
}

/** `GET /api/games/<game>/puzzles`: one of them. */
export interface PuzzleInfo {
  number: number;
  task: Text;
  players: number;
  seat: Seat;
}

/** One answer that can be chosen. */
export interface QuizChoice {
  text: Text;
  right: boolean;
}

/** Choose everything that is right; `why` is read afterwards. */
export interface QuizQuestion {
  ask: Text;
  choices: QuizChoice[];
  why: Text;
}

/** `GET /api/games/<game>/lessons/<quiz>`. */
export interface Quiz {
  title: Text;
  questions: QuizQuestion[];
}

/** Something that sentences name: a thing as the log calls it, or a term of the rules. */
export interface NamedThing {
  thing: string;
  name: Text;
  forms?: Record<string, string[]>;
  rules?: string[];
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
  position: Text | null;
}

/** How one seat fared. */
export interface PlayerSummary {
  seat: Seat;
  name: string;
  kind: "bot" | "person";
  level: string;
  score: number | null;
  place: number | null;
  had: Record<string, string[]>;
  chances: number[];
}

/** `GET /api/tables/<table>/summary`: a finished game, for whoever counts theirs. */
export interface Summary {
  table: string;
  game: string;
  settings: Record<string, any>;
  finished: number;
  moves: number;
  ended: Ended | null;
  branch: boolean;
  teams: Seat[][];
  players: PlayerSummary[];
  position: boolean;
}

/** How likely each seat was to win after so many moves, from 0 to 1. */
export interface WinChance {
  step: number;
  chances: Record<string, number>;
}

/** `GET /api/tables/<table>/win-chances`: complete when there are `total` points. */
export interface WinChances {
  seat: Seat | null;
  total: number;
  points: WinChance[];
}

/** The chances of winning after so many moves: as each seat could know them, and as everybody
    could see. */
export interface ChancePoint {
  step: number;
  known: Record<string, Record<string, number>>;
  open: Record<string, number>;
}

/** A decision: what it left, and what the best would have left. */
export interface CoachedMove {
  step: number;
  seat: Seat;
  name: Text;
  chance: number;
  best: number;
  moves: string[];
  better: Text;
}

/** Something that decided the game. */
export interface KeyMoment {
  step: number;
  seat: Seat;
  kind: string;
  change: number;
  text: Text;
  better: Text;
}

/** Luck and skill of a player: together the way from the even share to the end. */
export interface CoachedPlayer {
  seat: Seat;
  even: number;
  end: number;
  luck: number;
  skill: number;
  best: number;
  worst: number;
  text: Text;
}

/** `GET /api/tables/<table>/coach`: complete when all `moves` were `looked_at`. */
export interface Coaching {
  moves: number;
  looked_at: number;
  points: ChancePoint[];
  decisions: CoachedMove[];
  moments: KeyMoment[];
  players: CoachedPlayer[];
}

/** `GET /api/tables/<table>/verify`. */
export interface Verification {
  commitment: string;
  key: string;
  fits: boolean;
  moves: number;
  hashes_ok: boolean;
}

/** `POST /api/keys`: its name, and the proof that opens what is kept under it. */
export interface NewKey {
  key: string;
  proof: string;
}

/** Something sealed, in base64; empty if it was thrown away. */
export interface KeyItem {
  item: string;
  sealed: string;
}

/** `GET /api/keys/<key>?after=<n>`: what was written since; `more` if that was not all. */
export interface KeyItems {
  n: number;
  more: boolean;
  items: KeyItem[];
  things: number;
  bytes: number;
}

/** `POST /api/keys/<key>`: written if nothing else was since change number `after`. */
export interface KeyChange {
  after: number;
  items: KeyItem[];
}

/** The number of changes there are now. */
export interface KeyWritten {
  n: number;
}

/** `POST /api/clubs`: its name, and mine in it. */
export interface NewClub {
  name: string;
  me: string;
}

/** The club one has founded or joined: the token is the membership. */
export interface ClubMade {
  club: string;
  name: string;
  member: number;
  token: string;
  invite: string;
  invites: number;
}

/** `GET /api/clubs/<club>/door`: what an invitation lets see before one joins. */
export interface ClubDoor {
  name: string;
  members: number;
}

/** `POST /api/clubs/<club>/join`. */
export interface JoinClub {
  name: string;
}

/** `POST /api/clubs/<club>/tables/<table>/sit`: nothing more to say. */
export interface SitDown {
}

/** `POST /api/clubs/<club>/act`: one thing that a member, or the founder, does. */
export interface ClubAct {
  act: "close" | "hand_over" | "invite" | "leave" | "name" | "remove" | "rename";
  name?: string;
  member?: number;
}

/** That it was done; with a new invitation if one was asked for. */
export interface ClubDone {
  invite: string;
  invites: number;
}

/** Somebody of a club; whoever is gone is still named in its results. */
export interface ClubMember {
  member: number;
  name: string;
  founder: boolean;
  joined: number;
  gone: boolean;
  playing: boolean;
}

/** A seat of an open table. */
export interface ClubTableSeat {
  seat: Seat;
  kind: "bot" | "person";
  name: string;
  member: number | null;
  free: boolean;
}

/** A table of the club whose game is not over. */
export interface ClubTable {
  table: string;
  game: string;
  made: number;
  begun: boolean;
  seats: ClubTableSeat[];
}

/** How a seat fared in a game of the club. */
export interface ClubSeat {
  seat: Seat;
  name: string;
  member: number | null;
  level: string;
  score: number;
  place: number;
}

/** A game of the club that the server saw end. */
export interface ClubResult {
  table: string;
  game: string;
  at: number;
  teams: Seat[][];
  seats: ClubSeat[];
}

/** `GET /api/clubs/<club>`. */
export interface Club {
  club: string;
  name: string;
  founded: number;
  closed: boolean;
  you: number;
  founder: boolean;
  invites: number;
  members: ClubMember[];
  tables: ClubTable[];
  results: ClubResult[];
}

/** What is left of a seat of a finished game. */
export interface ClubKeepsake {
  table: string;
  game: string;
  at: number;
  seat: ClubSeat;
  kept: any[];
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
  | Invite
  | Wait
  | Name
  | Ready
  | Begin
  | Cancel
  | Resign
  | AskEnd
  | Passing
  | Say
  | Report
  | AskRematch
  | Looking
  | AskVacation
  | Ping;

export type ServerMessage =
  | Welcome
  | Seated
  | Invited
  | Devices
  | State
  | Done
  | Refused
  | Reason
  | Hint
  | TableStatus
  | Said
  | Rematch
  | Fault
  | Busy
  | Pong;
