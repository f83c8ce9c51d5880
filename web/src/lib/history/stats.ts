/** What many finished games say about one player. Ranges are those in which nine in ten truths lie. */

import type { Seat } from '../board.ts';
import { isCounted, myself, type Played, type PlayedSeat } from './games.ts';
import { course, NINETY, type Ranking, type Strength } from './strength.ts';

/** How often something happened, and how sure that is. */
export interface Share {
  name: string;
  games: number;
  share: number;
  low: number;
  high: number;
  /** What it would be if everybody were alike. */
  even: number;
}

/** Fewer games say nothing. */
export const FEW = 5;

/** The range of Wilson: never below nothing, never above all. */
export function rangeOf(hits: number, count: number): [number, number] {
  if (count === 0) return [0, 1];
  const [share, square] = [hits / count, NINETY ** 2];
  const middle = (share + square / (2 * count)) / (1 + square / count);
  const half =
    (NINETY / (1 + square / count)) *
    Math.sqrt((share * (1 - share)) / count + square / (4 * count ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** Who plays together; each alone where there are no teams. */
export function sidesOf(game: Played): Seat[][] {
  return game.teams?.length ? game.teams : game.players.map((player) => [player.seat]);
}

const placeOf = (game: Played, seat: Seat): number =>
  game.players.find((player) => player.seat === seat)?.place ?? Infinity;

/** My part of the win: all of it, a share of it, or nothing. */
export function wonOf(game: Played): number {
  const first = sidesOf(game).filter((side) => placeOf(game, side[0]) === 1);
  const mine = game.mine[0];
  return first.some((side) => side.includes(mine)) ? 1 / first.length : 0;
}

export function shareOf(name: string, games: readonly Played[]): Share {
  const won = games.reduce((sum, game) => sum + wonOf(game), 0);
  const even = games.reduce((sum, game) => sum + 1 / sidesOf(game).length, 0);
  const [low, high] = rangeOf(won, games.length);
  const count = games.length;
  return { name, games: count, share: count ? won / count : 0, low, high, even: count ? even / count : 0 };
}

/** The shares of some groups, those with most games first. */
export function sharesBy(games: readonly Played[], groups: (game: Played) => string[]): Share[] {
  const found = new Map<string, Played[]>();
  for (const game of games) {
    for (const name of new Set(groups(game))) found.set(name, [...(found.get(name) ?? []), game]);
  }
  return [...found]
    .map(([name, some]) => shareOf(name, some))
    .sort((one, other) => other.games - one.games || one.name.localeCompare(other.name));
}

export const byPlayers = (games: readonly Played[]): Share[] =>
  sharesBy(games, (game) => [`${game.players.length}`]).sort((one, other) => +one.name - +other.name);

/** Games in which such a bot sat against me. */
export const byBots = (games: readonly Played[]): Share[] =>
  sharesBy(games, (game) => against(game).flatMap(({ bot }) => bot ?? []));

/** What I had of one kind: my kami, my god. */
export const byKind = (games: readonly Played[], kind: string): Share[] =>
  sharesBy(games, (game) => game.had[kind] ?? []);

/** Everybody I did not play together with. */
export function against(game: Played): PlayedSeat[] {
  const mine = sidesOf(game).find((side) => side.includes(game.mine[0])) ?? [];
  return game.players.filter((player) => !mine.includes(player.seat));
}

/** How often I was ahead of each person; a tie is half. An even share is one half. */
export function byOpponents(games: readonly Played[]): Share[] {
  const found = new Map<string, number[]>();
  for (const game of games) {
    const me = myself(game)!.place!;
    for (const { name, bot, place } of against(game)) {
      if (bot !== undefined || !name || place === undefined) continue;
      const ahead = me < place ? 1 : me === place ? 0.5 : 0;
      found.set(name, [...(found.get(name) ?? []), ahead]);
    }
  }
  return [...found]
    .map(([name, ahead]) => {
      const sum = ahead.reduce((all, one) => all + one, 0);
      const [low, high] = rangeOf(sum, ahead.length);
      return { name, games: ahead.length, share: sum / ahead.length, low, high, even: 0.5 };
    })
    .sort((one, other) => other.games - one.games || one.name.localeCompare(other.name));
}

/** What I had most often. */
export function favourites(games: readonly Played[], kind: string, most = 5): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const game of games) {
    for (const id of game.had[kind] ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name))
    .slice(0, most);
}

export interface Bin {
  from: number;
  to: number;
  count: number;
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const MOST_BINS = 12;

/** Games by my final score, in steps of a round number. */
export function histogram(games: readonly Played[]): Bin[] {
  const scores = games.flatMap((game) => myself(game)?.score ?? []);
  if (scores.length === 0) return [];
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const fits = (step: number) => Math.floor(most / step) - Math.floor(least / step) < MOST_BINS;
  const step = STEPS.find(fits) ?? STEPS.at(-1)!;
  const first = Math.floor(least / step);
  const bins = Array.from({ length: Math.floor(most / step) - first + 1 }, (_, at) => ({
    from: (first + at) * step,
    to: (first + at + 1) * step - 1,
    count: 0,
  }));
  for (const score of scores) bins[Math.floor(score / step) - first].count += 1;
  return bins;
}

/** How many I have won in a row: now, and at most. */
export function streaks(games: readonly Played[]): { now: number; longest: number } {
  let [run, longest] = [0, 0];
  for (const game of [...games].reverse()) {
    run = wonOf(game) > 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return { now: run, longest };
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

// -- strength -------------------------------------------------------------------------------------

export const ME = 'me';
export const botKey = (level: string): string => `bot ${level}`;
const personKey = (name: string): string => `person ${name}`;

export function rankingOf(game: Played): Ranking {
  const key = ({ seat, bot, name }: PlayedSeat) =>
    seat === game.mine[0] ? ME : bot !== undefined ? botKey(bot) : personKey(name || seat);
  const sides = sidesOf(game).map((side) => ({
    players: game.players.filter(({ seat }) => side.includes(seat)).map(key),
    place: placeOf(game, side[0]),
  }));
  // Two bots of one level in a game are one player twice, which says nothing: the better of them stands.
  const seen = new Set<string>();
  const once = [...sides].sort((one, other) => one.place - other.place).filter(({ players }) => {
    const isNew = players.every((player) => !seen.has(player));
    players.forEach((player) => seen.add(player));
    return isNew;
  });
  return { sides: once };
}

export interface Moment {
  at: number;
  mean: number;
  low: number;
  high: number;
}

/** My strength after each game, and that of everybody else in the end. `games` are the newest first. */
export function strengthOf(games: readonly Played[]): { moments: Moment[]; others: Map<string, Strength> } {
  const order = [...games].reverse();
  const steps = course(order.map(rankingOf));
  const moments = steps.flatMap((step, at) => {
    const me = step.get(ME);
    if (!me) return [];
    const reach = NINETY * me.deviation;
    return [{ at: order[at].at, mean: me.mean, low: me.mean - reach, high: me.mean + reach }];
  });
  const others = new Map(steps.at(-1) ?? []);
  others.delete(ME);
  return { moments, others };
}

export const counted = (games: readonly Played[], game: string): Played[] =>
  games.filter((one) => one.game === game && isCounted(one));
