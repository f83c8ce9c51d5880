/** The lessons of a game as this device knows them: which are done, and where one goes on. */

import { api } from './api.ts';
import { recall, store } from './storage.ts';
import type { GameInfo, LessonInfo } from './wire.ts';

export interface LessonMemory {
  done?: boolean;
  /** The table of a lesson that is not finished, and the step it is at, from 0. */
  href?: string;
  at?: number;
}

const KEY = 'kamiza.lessons';
const nameOf = (game: string, lesson: string) => `${game}/${lesson}`;

export function memoryOf(game: string, lesson: string): LessonMemory {
  return recall<Record<string, LessonMemory>>(KEY, {})[nameOf(game, lesson)] ?? {};
}

export function keepInMind(game: string, lesson: string, news: LessonMemory): void {
  const all = recall<Record<string, LessonMemory>>(KEY, {});
  const name = nameOf(game, lesson);
  store(KEY, { ...all, [name]: { ...all[name], ...news } });
}

/** Is this the table of a lesson that was begun here? Then it is not one of the tables to play at. */
export function isLessonTable(table: string): boolean {
  return Object.values(recall<Record<string, LessonMemory>>(KEY, {})).some(
    ({ href }) => href?.startsWith(`/t/${table}#`) ?? false,
  );
}

/** The first lesson that is not done; the first of all when every one is. */
export function nextLesson(game: GameInfo): LessonInfo | undefined {
  return game.lessons.find(({ id }) => !memoryOf(game.name, id).done) ?? game.lessons[0];
}

/** The lesson after this one. */
export function lessonAfter(game: GameInfo, id: string): LessonInfo | undefined {
  return game.lessons[game.lessons.findIndex((lesson) => lesson.id === id) + 1];
}

/** Where a lesson is played: where it was left, or at a new table. */
export async function placeOfLesson(game: string, lesson: LessonInfo, name: string, anew = false): Promise<string> {
  if (lesson.kind === 'quiz') return `/learn/${game}/${lesson.id}`;
  const { href } = memoryOf(game, lesson.id);
  if (href && !anew) return href;
  const made = await api.learn(game, lesson.id, name);
  const token = made.seats.find((seat) => seat.mine)!.token!;
  const at = `/t/${made.table}#${token}`;
  keepInMind(game, lesson.id, { href: at, at: 0 });
  return at;
}
