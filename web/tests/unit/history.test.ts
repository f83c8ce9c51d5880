import { expect, test, vi } from 'vitest';
import { csvOf, FORMAT, gamesIn } from '../../src/lib/history/files.ts';
import { isCounted, isWithinReach, playedOf, type Played } from '../../src/lib/history/games.ts';
import * as stats from '../../src/lib/history/stats.ts';
import type { Seat, Summary } from '../../src/lib/wire.ts';

const SEATS: Seat[] = ['A', 'B', 'C', 'D'];
let tables = 0;

/** A game: my place, and the others by name; `bot:` before a level. Seat A is mine. */
function game(place: number, others: string[], more: Partial<Played> = {}): Played {
  const places = [1, 2, 3, 4].filter((one) => one !== place);
  return {
    table: `t${++tables}`,
    game: 'kamisama',
    at: 1_700_000_000_000 + tables * 86_400_000,
    mine: ['A'],
    moves: 40,
    had: { kami: ['inari'] },
    chances: [0.25, 0.4],
    players: [
      { seat: 'A', name: 'Mika', score: 40, place },
      ...others.map((name, at) => ({
        seat: SEATS[at + 1],
        name: name.startsWith('bot:') ? '' : name,
        ...(name.startsWith('bot:') && { bot: name.slice(4) }),
        score: 30,
        place: places[at],
      })),
    ],
    ...more,
  };
}

test('a share of wins has its likely range and an even share', () => {
  const share = stats.shareOf('all', [game(1, ['Haru']), game(2, ['Haru']), game(1, ['Haru', 'Yuki', 'Take'])]);
  expect(share.share).toBeCloseTo(2 / 3);
  expect(share.even).toBeCloseTo((0.5 + 0.5 + 0.25) / 3);
  // The roots of (p - 2/3)² = 1.645² p (1 - p) / 3.
  expect(share.low).toBeCloseTo(0.2535, 3);
  expect(share.high).toBeCloseTo(0.9217, 3);
  expect(stats.rangeOf(0, 10)[0]).toBe(0);
  expect(stats.rangeOf(10, 10)[1]).toBeCloseTo(1);
});

test('a shared win is a share, and a win of my team is mine', () => {
  const tie = game(1, ['Haru']);
  tie.players[1].place = 1;
  expect(stats.wonOf(tie)).toBe(0.5);
  const teams: Seat[][] = [['A', 'C'], ['B', 'D']]; // prettier-ignore
  const won = game(1, ['Haru', 'Yuki', 'Take'], { teams });
  won.players.forEach((player) => (player.place = ['A', 'C'].includes(player.seat) ? 1 : 2));
  expect(stats.wonOf(won)).toBe(1);
  expect(stats.shareOf('', [won]).even).toBe(0.5);
  expect(stats.against(won).map(({ name }) => name)).toEqual(['Haru', 'Take']);
});

test('games are counted by players, bots, kami and people', () => {
  const games = [
    game(1, ['Haru', 'bot:adept']),
    game(3, ['Haru', 'bot:adept'], { had: { kami: ['nue'] } }),
    game(1, ['bot:adept'], { had: { kami: ['inari'] } }),
  ];
  expect(stats.byPlayers(games).map(({ name, games }) => [name, games])).toEqual([['2', 1], ['3', 2]]); // prettier-ignore
  expect(stats.byBots(games).map(({ name, games, share }) => [name, games, share])).toEqual([['adept', 3, 2 / 3]]);
  expect(stats.byKind(games, 'kami').map(({ name, games }) => [name, games])).toEqual([['inari', 2], ['nue', 1]]); // prettier-ignore
  expect(stats.byOpponents(games).map(({ name, share, even }) => [name, share, even])).toEqual([['Haru', 0.5, 0.5]]);
});

test('streaks run from the oldest game to the newest', () => {
  const order = [1, 1, 2, 1, 1, 1, 2, 1].map((place) => game(place, ['Haru'])).reverse();
  expect(stats.streaks(order)).toEqual({ now: 1, longest: 3 });
});

test('scores stand in steps of a round number, none of them twice', () => {
  const scores = [12, 19, 20, 41, 55, 55];
  const games = scores.map((score) => {
    const one = game(1, ['Haru']);
    one.players[0].score = score;
    return one;
  });
  const bins = stats.histogram(games);
  expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(scores.length);
  expect(bins.length).toBeLessThanOrEqual(12);
  expect(bins.find((bin) => bin.from <= 55 && 55 <= bin.to)?.count).toBe(2);
  expect(stats.histogram([])).toEqual([]);
  const below = game(2, ['Haru']);
  below.players[0].score = -3;
  expect(stats.histogram([below])).toEqual([{ from: -3, to: -3, count: 1 }]);
});

test('what I had most often comes first', () => {
  const games = [['a', 'b'], ['b'], ['c', 'b']].map((villager) => game(1, ['Haru'], { had: { villager } }));
  expect(stats.favourites(games, 'villager', 2)).toEqual([
    { name: 'b', count: 3 },
    { name: 'a', count: 1 },
  ]);
});

test('strength rises with wins, and the bots have theirs', () => {
  const wins = Array.from({ length: 12 }, () => game(1, ['bot:adept', 'Haru']));
  const { moments, others } = stats.strengthOf(wins);
  expect(moments).toHaveLength(12);
  expect(moments.at(-1)!.mean).toBeGreaterThan(moments[0].mean);
  expect(moments.at(-1)!.high - moments.at(-1)!.low).toBeLessThan(moments[0].high - moments[0].low);
  expect(others.get(stats.botKey('adept'))!.games).toBe(12);
  expect([...others.keys()]).not.toContain(stats.ME);
});

test('two bots of one level are not two players', () => {
  const { sides } = stats.rankingOf(game(2, ['bot:adept', 'bot:adept', 'bot:steady']));
  expect(sides.map(({ players }) => players[0])).toEqual(['bot adept', 'me', 'bot steady']);
});

test('only games of my own seat with a result are counted', () => {
  const games = [
    game(1, ['Haru']),
    game(1, ['Haru'], { mine: ['A', 'B'] }),
    game(1, ['Haru'], { branch: true }),
    game(1, ['Haru'], { players: [{ seat: 'A', name: 'Mika' }] }),
    game(1, ['Haru'], { game: 'kodama' }),
  ];
  expect(games.map(isCounted)).toEqual([true, false, false, false, true]);
  expect(stats.counted(games, 'kamisama')).toEqual([games[0]]);
});

test('a summary of the server becomes a game of mine', () => {
  const summary: Summary = {
    table: 'k3v9', game: 'kodama', settings: {}, finished: 12.5, moves: 30, ended: null, branch: false, teams: [], position: false,
    players: [
      { seat: 'A', name: 'Mika', kind: 'person', level: '', score: 88, place: 1, had: { trunk: ['TR1'] }, chances: [0.5] },
      { seat: 'B', name: '', kind: 'bot', level: 'adept', score: 70, place: 2, had: { trunk: ['TR2'] }, chances: [0.5] },
    ],
  }; // prettier-ignore
  const mine = playedOf(summary, ['A']);
  expect([mine.at, mine.had, mine.players[1].bot]).toEqual([12500, { trunk: ['TR1'] }, 'adept']);
  expect(isCounted(mine)).toBe(true);
  expect(isCounted(playedOf({ ...summary, position: true }, ['A']))).toBe(false);
});

test('the table for a spreadsheet holds no formulas and keeps its cells apart', () => {
  const csv = csvOf([game(1, ['=HYPERLINK("x")', 'Ha"ru, Yuki'], { had: {} })]);
  const [head, line] = csv.split('\r\n');
  expect(head.split(',')).toHaveLength(11);
  expect(line).toContain(`"'=HYPERLINK(""x""); Ha""ru, Yuki"`);
  expect(line).toContain(',1,40,1,');
});

test('a file is read in again, and nothing else is', () => {
  const games = [game(1, ['Haru'])];
  expect(gamesIn(JSON.stringify({ format: FORMAT, games }))).toEqual(games);
  for (const bad of ['', '{', '[]', '{}', '{"format":"kamiza history 1"}', '{"format":"other","games":[]}']) {
    expect(gamesIn(bad)).toBeNull();
  }
  const broken = [{ ...games[0], players: [{ seat: 7 }] }];
  expect(gamesIn(JSON.stringify({ format: FORMAT, games: broken }))).toBeNull();
});

test('the replay of a game of a device is within reach there, as long as its table is', () => {
  const kept = JSON.stringify([{ table: '0here', tokens: ['a'], links: [] }]);
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'kamiza.tables' ? kept : null) });
  const reach = (table: string) => isWithinReach(game(1, ['Haru'], { table }));
  expect([reach('server'), reach('0here'), reach('0there')]).toEqual([true, true, false]);
  vi.unstubAllGlobals();
});
