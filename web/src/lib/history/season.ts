/** Seasons of a club: those of the year, of three months each. */

import type { ClubResult } from '../wire.ts';
import { course, type Ranking, type Strength } from './strength.ts';

export const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;
export type SeasonName = (typeof SEASONS)[number];

export interface Season {
  name: SeasonName;
  /** In milliseconds since 1970. */
  from: number;
  to: number;
}

const DAY = 86_400_000;

/** The season a moment lies in: winter begins with December. */
export function seasonOf(at: number): Season {
  const date = new Date(at);
  const month = date.getMonth() + 1;
  const first = Math.floor((month % 12) / 3) * 3 - 1;
  const year = date.getFullYear() - (month < 3 ? 1 : 0);
  const from = month % 12 < 3 ? new Date(year, 11, 1) : new Date(year, first, 1);
  const to = new Date(from.getFullYear(), from.getMonth() + 3, 1);
  return { name: SEASONS[Math.floor((month % 12) / 3)], from: from.getTime(), to: to.getTime() };
}

export const daysLeft = (season: Season, now: number): number => Math.ceil((season.to - now) / DAY);

export interface Row {
  member: number;
  played: number;
  won: number;
  points: number;
}

/** Only members are compared: whoever else sat there is left out. */
export function rankingOf({ seats, teams }: ClubResult): Ranking {
  const sides = teams.length > 0 ? teams : seats.map(({ seat }) => [seat]);
  const found = sides.map((side) => {
    const here = seats.filter(({ seat, member }) => side.includes(seat) && member !== null);
    return { players: here.map(({ member }) => `${member}`), place: here[0]?.place ?? 0 };
  });
  return { sides: found.filter(({ players }) => players.length > 0) };
}

/** One point for every side of members behind mine, half a one for every side beside it. */
export function seasonTable(results: readonly ClubResult[], season: Season): Row[] {
  const rows = new Map<number, Row>();
  for (const result of results) {
    if (result.at * 1000 < season.from || result.at * 1000 >= season.to) continue;
    const { sides } = rankingOf(result);
    const best = Math.min(...result.seats.map(({ place }) => place));
    for (const side of sides) {
      const points = sides.reduce(
        (sum, other) => sum + (other === side ? 0 : other.place > side.place ? 1 : other.place === side.place ? 0.5 : 0),
        0,
      );
      for (const player of side.players) {
        const member = Number(player);
        const row = rows.get(member) ?? { member, played: 0, won: 0, points: 0 };
        const won = side.place === best ? 1 : 0;
        rows.set(member, { member, played: row.played + 1, won: row.won + won, points: row.points + points });
      }
    }
  }
  return [...rows.values()].sort((one, other) => other.points - one.points || other.won - one.won || one.member - other.member);
}

/** The strength of every member in one game. */
export function strengths(results: readonly ClubResult[], game: string): Map<string, Strength> {
  return course(results.filter((result) => result.game === game).map(rankingOf)).at(-1) ?? new Map();
}
