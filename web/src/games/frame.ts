/** What the frame around a board (bar, log, sounds) knows of each game; everything has a default. */

import { say, type Lang, type TableEvent, type Words } from '../lib/board.ts';
import { capital } from '../lib/sentence.ts';
import type { Sound } from '../lib/sound.ts';

export interface Progress {
  now: number;
  of: number;
  /** A word of the game's catalogue with `{number}` and `{count}`. */
  word: string;
}

export interface LogLine {
  key: string;
  /** The number of the action that caused it. */
  n: number;
  sentence: string;
  isHead: boolean;
  /** What it was about: how the `data-card-key` of those cards begins. */
  about?: string;
  /** The rule by which it happened. */
  rule?: string;
}

interface GameFrame {
  progress?(view: any): Progress | null;
  /** Lines of the log; the default is one line per event. */
  log?(events: TableEvent[], words: Words, lang: Lang): LogLine[];
  sounds: Record<string, Sound>;
}

const SHARED_SOUNDS: Record<string, Sound> = { undone: 'back' };

const FRAMES: Record<string, GameFrame> = {
  shintoh: {
    progress: (view) => ({ now: view.competition, of: view.competitions, word: 'competition_of' }),
    log: shintohLog,
    sounds: {
      card_added: 'lay',
      passed: 'pass',
      god_won: 'bell',
      pile_reshuffled: 'riffle',
      mirror_swapped: 'riffle',
      treasure_used: 'bell',
      jewel_drew: 'lay',
      sword_stole: 'lay',
    },
  },
  kodama: {
    progress: (view) => ({ now: view.round, of: view.rounds, word: 'round_of' }),
    log: kodamaLog,
    sounds: {
      grown: 'lay',
      deck_card_taken: 'lay',
      fallow: 'pass',
      decree_revealed: 'riffle',
      season_bonus: 'bell',
      kodama_scored: 'bell',
    },
  },
  kamisama: {
    progress: (view) => ({ now: view.year, of: view.years, word: 'year_of' }),
    log: kamisamaLog,
    sounds: {
      shrine_added: 'lay',
      seed_placed: 'lay',
      shrine_moved: 'lay',
      shrines_swapped: 'riffle',
      piece_removed: 'back',
      token_taken: 'bell',
      set_scored: 'bell',
      rage_used: 'drum',
      kitsune_revealed: 'drum',
      board_turned: 'creak',
      villagers_drawn: 'riffle',
      villager_taken: 'lay',
    },
  },
  battles: {
    log: battlesLog,
    sounds: {
      played: 'lay',
      recruited: 'lay',
      attacked: 'drum',
      reacted: 'drum',
      passed: 'pass',
      reshuffled: 'riffle',
      hall_shuffled: 'riffle',
      eliminated: 'bell',
      sealed: 'bell',
      temple_destroyed: 'creak',
    },
  },
};

export function progressOf(game: string, view: any): Progress | null {
  return FRAMES[game]?.progress?.(view) ?? null;
}

export function soundOf(game: string, event: TableEvent): Sound | undefined {
  return FRAMES[game]?.sounds[event.event] ?? SHARED_SOUNDS[event.event];
}

export function logOf(game: string, events: TableEvent[], words: Words, lang: Lang): LogLine[] {
  const log = FRAMES[game]?.log;
  return log ? log(events, words, lang) : events.map((event, at) => plain(event, at, lang));
}

function plain(event: TableEvent, at: number, lang: Lang, isHead = false): LogLine {
  return { key: `${at}`, n: event.n, sentence: event.sentence[lang], isHead };
}

/** Every turn begins a chapter, and so does the end of a year; what is only looked at is left out. */
function kamisamaLog(events: TableEvent[], words: Words, lang: Lang): LogLine[] {
  const year = (event: TableEvent) =>
    say(words.year, lang).replace('{number}', String(event.year));
  const head = (event: TableEvent): string | null => {
    switch (event.event) {
      case 'turn_began':
        return `{${'ABCDEF'[Number(event.seat)]}} · ${say(words[`village_${event.village}`], lang)}`;
      case 'year_began':
        return year(event);
      case 'year_ended':
        return `${year(event)} · ${say(words.villager_cards, lang)}`;
      case 'kitsune_revealed':
        return say(words.kitsune_name, lang);
      default:
        return null;
    }
  };
  return events.flatMap((event, at) => {
    if (event.event === 'hand_passed') return [];
    const sentence = head(event);
    const line = plain(event, at, lang);
    if (sentence === null) return [line];
    const chapter = { ...line, key: `${at}-head`, sentence, isHead: true };
    return event.event === 'turn_began' ? [chapter] : [chapter, line];
  });
}

/** One line for all cards of a dedication; every new god on the altar begins a chapter. */
function shintohLog(events: TableEvent[], words: Words, lang: Lang): LogLine[] {
  const lines: LogLine[] = [];
  const isTold = events.some(({ event, n }) => event === 'altar_revealed' && n === 0);
  if (events.length > 0 && !isTold) {
    // A story that does not begin with the deal.
    const word = say(words.competition, lang);
    lines.push({ key: 'first', n: 0, isHead: true, sentence: `1 · ${capital(word)}` });
  }
  let laid: string[] = [];
  let competition = 1;
  events.forEach((event, at) => {
    const line = plain(event, at, lang, event.event === 'altar_revealed');
    if (event.event === 'god_won') competition += 1;
    if (event.event === 'card_added') laid.push(String(event.kind));
    if (event.event === 'dedicated') {
      const kinds = kindsOf(laid, words, lang);
      line.sentence = (words.dedicated_kinds?.[lang] ?? line.sentence)
        .replace('{name}', `{${'ABCDEF'[Number(event.seat)]}}`)
        .replace('{kinds}', kinds)
        .replace('{total}', String(event.total));
    }
    if (line.isHead) {
      const god = holeOf(line.sentence, words.altar_revealed?.[lang] ?? '', '{god}');
      line.sentence = `${competition} · ${capital(god)}`;
    }
    line.about = aboutOf(event);
    const goesOn = event.event === 'card_added' && follows(events, at);
    if (event.event !== 'card_added') laid = [];
    if (!goesOn && event.event !== 'dealer') lines.push(line);
  });
  return lines;
}

/** Each season begins a chapter with its decree; refills and the token go without saying. */
function kodamaLog(events: TableEvent[], words: Words, lang: Lang): LogLine[] {
  const lines: LogLine[] = [];
  let season = '';
  const begin = (key: string, n: number, next: string) => {
    if (next === season) return;
    season = next;
    lines.push({ key, n, isHead: true, sentence: say(words[next], lang) });
  };
  if (events.length > 0) begin('first', 0, 'spring');
  events.forEach((event, at) => {
    if (event.event === 'display_refilled' || event.event === 'season_token_moved') return;
    const isNews = event.event === 'decree_revealed' || event.event === 'marker_passed';
    if (isNews && typeof event.season === 'string') begin(`head-${at}`, event.n, event.season);
    lines.push(plain(event, at, lang));
  });
  return lines;
}

/** The rules behind what happens in Kamigami Battles. */
const BATTLES_RULES: Record<string, string> = {
  attacked: 'KB-ATK-01',
  attack_resolved: 'KB-ATK-09',
  defended: 'KB-ATK-06',
  redirected: 'KB-ATK-19',
  eliminated: 'KB-WIN-01',
  sealed: 'KB-SEAL-01',
  escaped: 'KB-SEAL-07',
  temple_destroyed: 'KB-TEMP-03',
  reshuffled: 'KB-RND-08',
};

/** A turn is a chapter; what the next line says better is left out. */
function battlesLog(events: TableEvent[], words: Words, lang: Lang): LogLine[] {
  const lines: LogLine[] = [];
  const turnedUp = words.turned_up?.[lang] ?? '';
  let turn = 0;
  events.forEach((event, at) => {
    const before = events[at - 1];
    const isSaid = event.event === 'used' && before?.event === 'played';
    if (isSaid || ['phase', 'cleared', 'stops_set'].includes(event.event)) return;
    const line = plain(event, at, lang, event.event === 'turn_began');
    if (line.isHead) line.sentence = `${++turn} · ${line.sentence.replace(/[.。]$/, '')}`;
    if (typeof event.card === 'string') line.about = `hall-${event.card}`;
    line.rule = BATTLES_RULES[event.event];
    const last = lines.at(-1);
    if (event.event === 'turned_up' && before?.event === 'turned_up' && last) {
      const cards = holeOf(last.sentence, turnedUp, '{card}');
      const more = holeOf(line.sentence, turnedUp, '{card}');
      last.sentence = turnedUp.replace('{card}', `${cards}${lang === 'ja' ? '、' : ', '}${more}`);
    } else lines.push(line);
  });
  return lines;
}

/** "rice, 2 salt". */
function kindsOf(laid: string[], words: Words, lang: Lang): string {
  const kinds = [...new Set(laid)].map((kind) => {
    const count = laid.filter((other) => other === kind).length;
    const word = say(words[kind], lang);
    if (count === 1) return word;
    return lang === 'ja' ? `${word}${count}枚` : `${count} ${word}`;
  });
  return kinds.join(lang === 'ja' ? '・' : ', ');
}

function aboutOf(event: TableEvent): string | undefined {
  if (typeof event.god === 'string') return `god-${event.god}`;
  const isLaying = event.event === 'card_added' || event.event === 'dedicated';
  return isLaying ? `laid-${event.seat}-` : undefined;
}

/** Is this card part of a dedication that a later line tells as a whole? */
function follows(events: TableEvent[], at: number): boolean {
  const next = events.slice(at + 1).find((event) => event.event !== 'card_added');
  return next?.event === 'dedicated' && next.seat === events[at].seat;
}

/** What a sentence has where its template has a hole. */
function holeOf(sentence: string, template: string, hole: string): string {
  const [before, after] = template.split(hole);
  if (after === undefined || !sentence.startsWith(before)) return sentence;
  return sentence.slice(before.length, sentence.length - after.length);
}
