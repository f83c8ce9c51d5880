import { expect, test } from 'vitest';
import { changedLog, stillTrue } from '../../src/lib/log.ts';

const line = (n: number, text: string) => ({ n, text: { en: text, ja: text } });
const log = [line(0, 'The game begins.'), line(1, '{A} lays rice.')];
const texts = (lines: { text: { en: string } }[]) => lines.map(({ text }) => text.en);

test('new lines come after the old ones', () => {
  const next = changedLog(log, { since: 2, lines: [line(2, '{B} passes.')] });
  expect(texts(next)).toEqual(['The game begins.', '{A} lays rice.', '{B} passes.']);
});

test('an act that goes on takes the place of its beginning', () => {
  const next = changedLog(log, { since: 1, lines: [line(1, '{A} dedicates rice and salt.')] });
  expect(texts(next)).toEqual(['The game begins.', '{A} dedicates rice and salt.']);
});

test('a log told anew, as after a lost connection, stands once', () => {
  expect(changedLog(log, { since: 0, lines: log })).toEqual(log);
});

test('what was taken back did not happen', () => {
  const events = [
    { event: 'played', n: 1 },
    { event: 'played', n: 2 },
    { event: 'undone', n: 3, since: 2 },
    { event: 'passed', n: 4 },
  ];
  expect(stillTrue(events).map(({ n }) => n)).toEqual([1, 4]);
});
