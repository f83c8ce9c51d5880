import type { Seat, Text, Words } from './board.ts';
import type { Carried } from './carry.ts';
import { askHere, isAskedHere, isToldAlike } from './here.ts';
import { reached } from './net.svelte.ts';
import type {
  Advice,
  AnalysedPosition,
  CalledTable,
  CallsOffered,
  CallsStopped,
  CallTried,
  CheckedPosition,
  Coaching,
  Claimed,
  Club,
  ClubAct,
  ClubDone,
  ClubDoor,
  ClubKeepsake,
  ClubMade,
  FoundPosition,
  GameInfo,
  Hook,
  KeptWishes,
  KeyChange,
  KeyItems,
  KeyWritten,
  LessonPart,
  NamedThing,
  NewBranch,
  NewTable,
  NewWishes,
  PositionForm,
  PuzzleInfo,
  PuzzlePlan,
  OpenTable,
  Quiz,
  Replay,
  RuleList,
  Standing,
  Summary,
  TableMade,
  Trial,
  TriedPosition,
  Verification,
} from './wire.ts';

/** A request the server did not grant, with the sentence it gave. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly sentence: Text,
    readonly rule?: string,
    readonly code?: string,
  ) {
    super(sentence.en);
  }
}

const UNREACHABLE: Text = {
  en: 'The server does not answer. Check the connection and try again.',
  ja: 'サーバーから返事がありません。接続を確かめて、もう一度お試しください。',
};

const NOT_HERE: Text = {
  en: 'The rules could not be loaded on this device.',
  ja: 'この端末ではルールを読み込めませんでした。',
};

const BROKEN: Text = {
  en: 'Something went wrong on this page. Load it again, then try once more.',
  ja: 'このページで問題が起きました。読み込み直してから、もう一度お試しください。',
};

/** The sentence for whatever went wrong. A part of the page that does not come is no fault of ours. */
export function sentenceOf(error: unknown): Text {
  if (error instanceof ApiError) return error.sentence;
  if (/module/i.test(String(error))) return UNREACHABLE;
  console.error(error);
  return BROKEN;
}

/** How often a server that has too much to do is asked again, when it says that one may. */
const PATIENCE = 3;

/** The server always answers in JSON; so says a proxy that the server behind it does not. */
const isOfProxy = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && !headers.get('Content-Type')?.includes('json');

/** The server, or this device: for its own tables, and for what it knows as well if the server is gone. */
async function reach(path: string, init: RequestInit | undefined, isHere: boolean): Promise<Response> {
  if (isHere || isAskedHere(path)) return askHere(path, init);
  try {
    const answer = await fetch(path, init);
    if (isOfProxy(answer)) throw new Error(`${path}: ${answer.status}`);
    reached(true);
    return answer;
  } catch (gone) {
    reached(false);
    if (isToldAlike(path)) return askHere(path, init);
    throw gone;
  }
}

async function ask<T>(path: string, init?: RequestInit, isHere = false, patience = PATIENCE): Promise<T> {
  let answer: Response;
  try {
    answer = await reach(path, init, isHere);
  } catch {
    throw new ApiError(0, isHere || isAskedHere(path) ? NOT_HERE : UNREACHABLE);
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body as T;
  if (body?.error?.code === 'busy' && patience > 0) {
    const seconds = Number(answer.headers.get('Retry-After')) || 1;
    await new Promise((later) => setTimeout(later, seconds * 1000));
    return ask<T>(path, init, isHere, patience - 1);
  }
  throw new ApiError(answer.status, body?.error?.sentence ?? UNREACHABLE, body?.error?.rule, body?.error?.code);
}

const bearer = (token?: string): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {};

function post<T>(path: string, body: unknown, token?: string, method = 'POST', isHere = false): Promise<T> {
  const headers = { 'Content-Type': 'application/json', ...bearer(token) };
  return ask<T>(path, { method, headers, body: JSON.stringify(body) }, isHere);
}

const as = <T>(token: string, path: string, method = 'GET') =>
  ask<T>(path, { method, headers: bearer(token) });

/** Things that do not change while the page is open are asked for once. */
const kept = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  let answer = kept.get(path);
  if (!answer) {
    answer = ask<T>(path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return answer as Promise<T>;
}

export type Cards = Record<string, Record<string, unknown>[]>;

const asSeat = (seat: Seat | null) => (seat === null ? '' : `?seat=${seat}`);
const studying = (study: boolean) => (study ? '?study=1' : '');

export const api = {
  games: () => once<GameInfo[]>('/api/games'),
  words: (game: string) => once<Words>(`/api/games/${game}/words`),
  names: (game: string) => once<NamedThing[]>(`/api/games/${game}/names`),
  lesson: (game: string) => once<LessonPart[]>(`/api/games/${game}/lesson`),
  rules: (game: string, study: boolean) =>
    once<RuleList>(`/api/games/${game}/rules${studying(study)}`),
  cards: (game: string, study: boolean) =>
    once<Cards>(`/api/games/${game}/cards${studying(study)}`),
  advice: (game: string, trial: Trial) => post<Advice>(`/api/games/${game}/advice`, trial),
  create: (table: NewTable) => post<TableMade>('/api/tables', table),
  /** A table of this device. */
  createHere: (table: NewTable) => post<TableMade>('/api/tables', table, undefined, 'POST', true),
  /** A table of a club, by a member of it. */
  createFor: (club: string, token: string, table: NewTable) =>
    post<TableMade>('/api/tables', { ...table, club }, token),
  foundClub: (name: string, me: string) => post<ClubMade>('/api/clubs', { name, me }),
  club: (club: string, token: string) => ask<Club>(`/api/clubs/${club}`, { headers: bearer(token) }),
  clubDoor: (club: string, invite: string) =>
    ask<ClubDoor>(`/api/clubs/${club}/door`, { headers: bearer(invite) }),
  joinClub: (club: string, invite: string, name: string) =>
    post<ClubMade>(`/api/clubs/${club}/join`, { name }, invite),
  clubAct: (club: string, token: string, act: ClubAct) =>
    post<ClubDone>(`/api/clubs/${club}/act`, act, token),
  clubSit: (club: string, token: string, table: string) =>
    post<Claimed>(`/api/clubs/${club}/tables/${table}/sit`, {}, token),
  /** What finished games have left to be looked at, since a time in seconds. */
  keepsakes: (club: string, token: string, since: number) =>
    ask<ClubKeepsake[]>(`/api/clubs/${club}/keepsakes?since=${since}`, { headers: bearer(token) }),
  quiz: (game: string, id: string) => once<Quiz>(`/api/games/${game}/lessons/${id}`),
  learn: (game: string, lesson: string, name: string) =>
    post<TableMade>(`/api/games/${game}/lessons/${lesson}`, { name }),
  puzzles: (game: string) => once<PuzzleInfo[]>(`/api/games/${game}/puzzles`),
  /** The answer of a puzzle and the next best, for who gives up. */
  puzzlePlans: (game: string, number: number) => once<PuzzlePlan[]>(`/api/games/${game}/puzzles/${number}`),
  puzzle: (game: string, number: number, name: string) =>
    post<TableMade>(`/api/games/${game}/puzzles/${number}`, { name }),
  positionForm: (game: string) => once<PositionForm>(`/api/games/${game}/position/form`),
  firstPosition: (game: string, seats: number) => ask<FoundPosition>(`/api/games/${game}/position?seats=${seats}`),
  checkPosition: (game: string, tried: TriedPosition) => post<CheckedPosition>(`/api/games/${game}/position`, tried),
  analyse: (game: string, tried: TriedPosition) => post<AnalysedPosition>(`/api/games/${game}/analysis`, tried),
  /** The position of something that was pasted. */
  positionOfText: (game: string, text: string) => post<FoundPosition>(`/api/games/${game}/position/text`, { text }),
  positionOfPuzzle: (game: string, number: number) =>
    ask<FoundPosition>(`/api/games/${game}/puzzles/${number}/position`),
  /** A finished game after so many moves. */
  positionOfTable: (table: string, step: number) => ask<FoundPosition>(`/api/tables/${table}/position?step=${step}`),
  open: () => ask<OpenTable[]>('/api/tables'),
  /** A whole table, for who holds all its seats; see `carry.ts`. */
  takeAlong: (table: string, host: string, seats: string[]) =>
    post<Carried>(`/api/tables/${table}/carried`, { seats }, host),
  /** A table from elsewhere, onto this device or to the server. */
  bring: (carried: Carried, isHere: boolean) =>
    post<TableMade>('/api/carried', carried, undefined, 'POST', isHere),
  /** Nothing is kept of a table that stands at this version. */
  leave: (table: string, host: string, seats: string[], version: number) =>
    post<unknown>(`/api/tables/${table}/carried?version=${version}`, { seats }, host, 'DELETE'),
  claim: (table: string, name: string) => post<Claimed>(`/api/tables/${table}/claim`, { name }),
  branch: (table: string, branch: NewBranch) =>
    post<TableMade>(`/api/tables/${table}/branch`, branch),
  /** How a table stands for whoever has this link. */
  standing: (table: string, token: string, since?: number) =>
    as<Standing>(token, `/api/tables/${table}/standing${since === undefined ? '' : `?since=${since}`}`),
  verify: (table: string) => ask<Verification>(`/api/tables/${table}/verify`),
  /** As far as it is worked out; ask again until it is complete. */
  coach: (table: string) => ask<Coaching>(`/api/tables/${table}/coach`),
  /** A finished game as one seat saw it, or a spectator. */
  replay: (table: string, seat: Seat | null, token: string) =>
    ask<Replay>(`/api/tables/${table}/replay${asSeat(seat)}`, { headers: bearer(token) }),
  callsOffered: () => once<CallsOffered>('/api/calls'),
  /** How this device is called. */
  calls: (device: string) => as<KeptWishes>(device, '/api/calls/mine'),
  wish: (device: string, wishes: NewWishes) =>
    post<KeptWishes>('/api/calls/mine', wishes, device, 'PUT'),
  callSeat: (device: string, seat: CalledTable) => post<KeptWishes>('/api/calls/seats', seat, device),
  forgetCalls: (device: string) => as<unknown>(device, '/api/calls/mine', 'DELETE'),
  tryCalls: (device: string) => post<CallTried>('/api/calls/test', {}, device),
  confirmMail: (ticket: string) => post<unknown>('/api/calls/confirm', { ticket }),
  stopCalls: (ticket: string) =>
    post<CallsStopped>(`/api/calls/stop/${encodeURIComponent(ticket)}`, {}),
  hook: (table: string, host: string) => as<Hook>(host, `/api/tables/${table}/hook`),
  setHook: (table: string, host: string, hook: Hook) =>
    post<Hook>(`/api/tables/${table}/hook`, hook, host, 'PUT'),
  tryHook: (table: string, host: string) =>
    post<CallTried>(`/api/tables/${table}/hook/test`, {}, host),
  summary: (table: string) => ask<Summary>(`/api/tables/${table}/summary`),
  /** The game written down, with every move. */
  record: (table: string) => ask<unknown>(`/api/tables/${table}/record`),
  makeKey: (key: string, proof: string) => post<KeyWritten>('/api/keys', { key, proof }),
  keyItems: (key: string, proof: string, after: number) =>
    ask<KeyItems>(`/api/keys/${key}?after=${after}`, { headers: bearer(proof) }),
  writeKey: (key: string, proof: string, change: KeyChange) =>
    post<KeyWritten>(`/api/keys/${key}`, change, proof),
  deleteKey: (key: string, proof: string) =>
    ask<KeyWritten>(`/api/keys/${key}`, { method: 'DELETE', headers: bearer(proof) }),
};
