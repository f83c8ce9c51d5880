/** My games as files: a table for a spreadsheet, or everything, to be read in again. */

import { playedGames, type Played } from './games.ts';
import { wonOf } from './stats.ts';

const COLUMNS = [
  'table', 'game', 'ended_at', 'players', 'seat', 'place', 'points', 'won', 'moves', 'opponents', 'had',
]; // prettier-ignore

/** A cell that no spreadsheet takes for a formula. */
function cell(value: unknown): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(games: readonly Played[]): string {
  const lines = games.flatMap((game) =>
    game.players
      .filter(({ seat }) => game.mine.includes(seat))
      .map(({ seat, place, score }) =>
        [
          game.table,
          game.game,
          new Date(game.at).toISOString(),
          game.players.length,
          seat,
          place,
          score,
          place === undefined || seat !== game.mine[0] ? '' : wonOf(game),
          game.moves,
          game.players
            .filter((other) => other.seat !== seat)
            .map((other) => (other.bot === undefined ? other.name : `bot:${other.bot}`))
            .join('; '),
          Object.entries(game.had)
            .map(([kind, ids]) => `${kind}: ${ids.join(' ')}`)
            .join('; '),
        ]
          .map(cell)
          .join(','),
      ),
  );
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}

export const FORMAT = 'kamiza history 1';

export interface HistoryFile {
  format: typeof FORMAT;
  games: Played[];
  /** The record of each game with every move, by table, where the server still had it. */
  records?: Record<string, unknown>;
  [more: string]: unknown;
}

export const fileOf = (more: Record<string, unknown> = {}): HistoryFile => ({
  format: FORMAT,
  games: playedGames(),
  ...more,
});

const isText = (value: unknown): value is string => typeof value === 'string' && value.length < 200;

function isPlayed(value: unknown): value is Played {
  const game = value as Played;
  return (
    typeof game === 'object' &&
    game !== null &&
    isText(game.table) &&
    isText(game.game) &&
    Number.isFinite(game.at) &&
    Number.isFinite(game.moves) &&
    Array.isArray(game.mine) &&
    game.mine.every(isText) &&
    Array.isArray(game.players) &&
    game.players.length <= 8 &&
    game.players.every((player) => isText(player?.seat) && typeof player.name === 'string') &&
    typeof game.had === 'object' &&
    game.had !== null &&
    Object.values(game.had).every((ids) => Array.isArray(ids) && ids.every(isText)) &&
    Array.isArray(game.chances) &&
    game.chances.every(Number.isFinite)
  );
}

/** The games of a file; null if it is none of ours. */
export function gamesIn(text: string): Played[] | null {
  try {
    const file = JSON.parse(text) as HistoryFile;
    return file.format === FORMAT && Array.isArray(file.games) && file.games.every(isPlayed) ? file.games : null;
  } catch {
    return null;
  }
}
