import { expect, test } from 'vitest';
import { logOf, progressOf } from '../../src/games/frame.ts';
import type { TableEvent } from '../../src/lib/board.ts';

const both = (text: string) => ({ en: text, ja: text });
const words = {
  rice: both('rice'),
  salt: both('salt'),
  competition: both('competition'),
  altar_revealed: both('On the altar: {god}.'),
  dedicated_kinds: both('{name} dedicates {kinds}: total {total}.'),
};
const event = (name: string, sentence: string, facts = {}): TableEvent => ({
  event: name,
  n: 1,
  sentence: both(sentence),
  ...facts,
});

test('a dedication is one line, a new god begins a chapter', () => {
  const lines = logOf(
    'shintoh',
    [
      event('card_added', '{B} lays rice.', { seat: 1, kind: 'rice' }),
      event('card_added', '{B} lays salt.', { seat: 1, kind: 'salt' }),
      event('card_added', '{B} lays salt.', { seat: 1, kind: 'salt' }),
      event('dedicated', '{B} dedicates: total 5.', { seat: 1, total: 5 }),
      event('god_won', '{B} wins Ninigi for 4.', { seat: 1 }),
      event('dealer', '{B} is dealer.', { seat: 1 }),
      event('altar_revealed', 'On the altar: the Mirror.'),
    ],
    words,
    'en',
  );
  expect(lines.map(({ sentence, isHead }) => [sentence, isHead])).toEqual([
    ['1 · Competition', true],
    ['{B} dedicates rice, 2 salt: total 5.', false],
    ['{B} wins Ninigi for 4.', false],
    ['2 · The Mirror', true],
  ]);
});

test('a story from the deal on has one chapter for the first god', () => {
  const lines = logOf(
    'shintoh',
    [
      { ...event('game_started', 'The game begins.'), n: 0 },
      { ...event('altar_revealed', 'On the altar: the Mirror.'), n: 0 },
      event('passed', '{A} passes.', { seat: 0 }),
    ],
    words,
    'en',
  );
  expect(lines.map(({ sentence, isHead }) => [sentence, isHead])).toEqual([
    ['The game begins.', false],
    ['1 · The Mirror', true],
    ['{A} passes.', false],
  ]);
});

test('cards of a dedication that is not finished are shown one by one', () => {
  const open = [event('card_added', '{A} lays rice.', { seat: 0, kind: 'rice' })];
  expect(logOf('shintoh', open, words, 'en').at(-1)?.sentence).toBe('{A} lays rice.');
});

test('a game nobody has dressed still has a log', () => {
  const lines = logOf('other', [event('moved', '{A} moves.')], {}, 'ja');
  expect(lines.map((line) => line.sentence)).toEqual(['{A} moves.']);
  expect(progressOf('other', {})).toBeNull();
});
