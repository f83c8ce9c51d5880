import { say, type Lang } from '../../lib/board.ts';
import type { GameInfo } from '../../lib/wire.ts';

/** What was chosen for a table besides the usual, in the words of the lobby. */
export function chosenOf(
  info: GameInfo | undefined,
  settings: Record<string, unknown>,
  lang: Lang,
): { label: string; value: string }[] {
  return (info?.settings ?? []).flatMap(({ name, default: usual, label, values }) => {
    const key = JSON.stringify(settings[name] ?? usual);
    if (key === JSON.stringify(usual)) return [];
    const value = values.find((one) => JSON.stringify(one.value) === key);
    return value ? [{ label: say(label, lang), value: say(value.label, lang) }] : [];
  });
}
