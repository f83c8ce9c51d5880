/** The 23 Kodama and nine Sprouts: one little wooden body, and what each of them loves to do. */
import type { Feature } from '../kernel/trees.ts';

const INK = '#1F1B16';
const line = (d: string, colour = INK, width = 2.8) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const shape = (d: string, fill: string, width = 2.4) =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${width}" stroke-linejoin="round"/>`;
const show = (feature: Feature, x: number, y: number, size: number) =>
  `<use href="#ko-${feature}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;

// -- the body -------------------------------------------------------------------------------------

const BODY = 'M50,90C33,90 27,78 29,64C31,54 38,50 50,50C62,50 69,54 71,64C73,78 67,90 50,90Z';
const LEGS = line('M38,84c-3,5-7,7-10,7M62,84c3,5 7,7 10,7', INK, 3.4);
const HEAD =
  shape('M50,20C67,20 74,32 72,45C70,57 62,63 50,63C38,63 30,57 28,45C26,32 33,20 50,20Z', '#E3C08C', 2.8) +
  line('M50,27C61,27 66,35 65,44C64,52 58,57 50,57C42,57 36,52 35,44C34,35 39,27 50,27Z', '#B98A50', 1.6);
const ARMS = line('M30,62C24,62 20,58 18,54M70,62C74,62 77,58 79,54', INK, 3.4);
const LEAF = shape('M50,22C42,20 38,12 40,6C46,6 50,10 51,15C54,9 60,7 66,9C66,17 58,22 50,22Z', '#9DBB6A', 2.2);
const BUD = shape('M50,22C44,16 44,8 50,3C56,8 56,16 50,22Z', '#B9D07F', 2.2);

const FACES = {
  smile: line('M38,43C40,38 45,38 47,43M53,43C55,38 60,38 62,43') + shape('M45,50C47,54 53,54 55,50Z', INK, 1),
  sleep: line('M38,42C40,46 45,46 47,42M53,42C55,46 60,46 62,42') + line('M47,51H53', INK, 2.4),
  awake: `<circle cx="42" cy="42" r="3.2" fill="${INK}"/><circle cx="58" cy="42" r="3.2" fill="${INK}"/>` + line('M46,51C48,53.5 52,53.5 54,51', INK, 2.4),
  sing: line('M38,43C40,38 45,38 47,43M53,43C55,38 60,38 62,43') + `<ellipse cx="50" cy="52" rx="4" ry="4.6" fill="${INK}"/>`,
}; // prettier-ignore

const BEARD = shape('M37,50C39,66 45,74 50,76C55,74 61,66 63,50C57,56 43,56 37,50Z', '#F3EBDD', 2.2);
const ROOTS = line('M30,88C20,88 14,92 8,95M40,91C34,95 30,97 26,99M60,91C66,95 70,97 74,99M70,88C80,88 86,92 92,95', '#6B4526', 4.6);
const HEAP = show('star', 22, 74, 18) + show('mushroom', 60, 73, 19) + show('flower', 34, 80, 19) + show('cloud', 50, 80, 19);
const LADDER = line('M80,12V94M93,12V94M80,24H93M80,38H93M80,52H93M80,66H93M80,80H93', '#7A5330', 3.4);
const TRUNK = shape('M36,100C40,86 40,76 38,62H62C60,76 60,86 64,100Z', '#8A6038') + line('M46,70V92M53,68V90', '#4A2F17', 2) + line('M30,64C36,72 44,74 50,72M70,64C64,72 56,74 50,72', INK, 3.4);
const NOTES = line('M82,20V36M82,20L92,17V32', INK, 2.6) + `<ellipse cx="79" cy="36" rx="4.2" ry="3.2" fill="${INK}"/><ellipse cx="89" cy="32.5" rx="4.2" ry="3.2" fill="${INK}"/>`;
const HEART = shape('M50,82C40,75 39,66 45,65C48,65 50,68 50,70C50,68 52,65 55,65C61,66 60,75 50,82Z', '#C8402B', 2);

interface Spirit {
  body: string;
  face?: keyof typeof FACES;
  head?: string;
  behind?: string;
  before?: string;
  arms?: boolean;
}

const SPIRITS: Record<string, Spirit> = {
  K01: { body: '#7C9A4C', before: shape('M76,58C70,46 76,34 90,30C98,42 94,56 76,58Z', '#9DBB6A') + line('M77,57L88,38', '#55742F', 2) + show('caterpillar', 6, 46, 24) },
  K02: { body: '#6F93A8', face: 'sleep', before: show('cloud', 6, 66, 46) + show('cloud', 46, 68, 42) + line('M76,22h8l-8,10h8M88,10h6l-6,8h6', '#3F6577', 2.4), arms: false },
  K03: { body: '#7C9A4C', before: line('M74,52V36C74,30 84,30 84,36', INK, 2.6) + shape('M78,38H92L94,60H76Z', '#FBD94E') + line('M77,44H93M76.5,52H93.5', '#B57F12', 1.8) },
  K04: { body: '#B4677F', head: show('flower', 36, 0, 28), before: line('M82,30L74,80', '#7A5330', 4) + shape('M67,78L82,80L84,97H60Z', '#EBCB78') + show('flower', 12, 78, 16) },
  K05: { body: '#C99A62', head: shape('M22,30C22,8 38,0 50,0C62,0 78,8 78,30C68,36 32,36 22,30Z', '#C8402B', 2.8) + '<circle cx="50" cy="12" r="5" fill="#FFF8EA"/><circle cx="34" cy="22" r="4" fill="#FFF8EA"/><circle cx="66" cy="22" r="4" fill="#FFF8EA"/>', before: show('mushroom', 74, 66, 22) },
  K06: { body: '#3F5580', face: 'awake', before: line('M78,54L90,30', '#7A5330', 3.6) + show('star', 74, 8, 24) + show('star', 4, 14, 18) + show('star', 8, 40, 13) },
  K07: { body: '#7A5330', before: BEARD + line('M84,24C92,30 80,36 84,44V94', '#6B4526', 4.4) },
  K08: { body: '#8A6038', face: 'awake', behind: ROOTS, before: line('M26,80C18,76 14,80 12,84', '#6B4526', 4) },
  K09: { body: '#6F8592', behind: shape('M14,96V34C14,10 86,10 86,34V96Z', '#C99A62') + shape('M22,96V38C22,20 78,20 78,38V96Z', '#7A5330', 2), before: BEARD },
  K10: { body: '#C78A3A', behind: line('M16,72C8,60 8,46 14,34M12,52l-8,-4M13,42l6,-8M84,72C92,60 92,46 86,34M88,52l8,-4M87,42l-6,-8', '#6B4526', 4) + shape('M14,34c-3,-6 2,-10 6,-8c1,5 -2,8 -6,8ZM86,34c3,-6 -2,-10 -6,-8c-1,5 2,8 6,8Z', '#9DBB6A', 1.8) },
  K11: { body: '#A8503A', before: line('M79,56L88,26', '#7A5330', 3.6) + shape('M88,27C80,20 86,12 89,5C96,12 98,20 88,27Z', '#FBD33A') + shape('M88.5,25C85,21 88,17 89,13C92,17 92,22 88.5,25Z', '#C8402B', 1) },
  K12: { body: '#DBA63F', face: 'smile', before: HEAP },
  K13: { body: '#5F8A98', face: 'awake', before: LADDER + line('M71,60C76,58 79,54 80,48', INK, 3.4) },
  K14: { body: '#5F8A98', behind: line('M10,8H90', '#6B4526', 6) + line('M24,10C22,34 22,50 26,66M76,10C78,34 78,50 74,66', '#B8892D', 3) + shape('M88,8c4,-8 10,-6 10,0c-2,4 -6,4 -10,0Z', '#9DBB6A', 1.6) },
  K15: { body: '#7C9A4C', behind: '<g transform="translate(-8,44) scale(.52)">' + shape(BODY, '#C78A3A') + HEAD + FACES.smile + BUD + '</g><g transform="translate(56,44) scale(.52)">' + shape(BODY, '#6F93A8') + HEAD + FACES.smile + BUD + '</g>', arms: false },
  K16: { body: '#7A3B5C', before: line('M31,62C42,68 58,68 69,62', '#EBCB78', 3.6) + line('M29,71C42,78 58,78 71,71', '#9FC2CE', 3.6) + line('M31,80C42,87 58,87 69,80', '#B9C78F', 3.6) },
  K17: { body: '#C8402B', face: 'sing', before: NOTES + line('M10,30V44M10,30l8,-3', INK, 2.4) + `<ellipse cx="7.5" cy="44" rx="3.6" ry="2.8" fill="${INK}"/>` },
  K18: { body: '#EBDDBE', before: HEART },
  K19: { body: '#264C77', face: 'awake', behind: show('star', 0, 12, 24) + show('star', 76, 12, 24), before: `<circle cx="42" cy="42" r="8" fill="none" stroke="${INK}" stroke-width="2.4"/><circle cx="58" cy="42" r="8" fill="none" stroke="${INK}" stroke-width="2.4"/>` },
  K20: { body: '#9A7B4A', face: 'sleep', before: TRUNK, arms: false },
  K21: { body: '#5E7A3A', before: show('caterpillar', 2, 54, 26) + show('firefly', 74, 22, 24) },
  K22: { body: '#3F6577', face: 'awake', behind: show('cloud', 0, 6, 30), before: shape('M66,40L90,22L96,30L72,48Z', '#DBA63F') + line('M76,46L70,60', INK, 2.8) + show('star', 80, 50, 16) },
  K23: { body: '#9DBB6A', head: shape('M24,26C34,14 66,14 76,26C66,30 34,30 24,26ZM36,20C38,8 62,8 64,20Z', '#EBCB78'), before: shape('M76,52H92L94,70H74Z', '#9FC2CE') + line('M92,56L99,48M76,54C70,48 78,42 84,50', INK, 2.4) + show('flower', 2, 70, 20) + show('mushroom', 18, 80, 16) },
  P01: { body: '#C78A3A', before: line('M80,54C86,40 92,36 96,22M84,44l9,1M88,36l8,0', '#264C77', 3) },
  P02: { body: '#7C9A4C', face: 'awake', before: line('M26,98h8M46,99h8M66,98h8', '#55742F', 3) },
  P03: { body: '#DBA63F', before: HEAP },
  P04: { body: '#8A6038', face: 'sleep', behind: ROOTS },
  P05: { body: '#9A7B4A', before: TRUNK, arms: false },
  P06: { body: '#6F8592', before: (['caterpillar', 'firefly', 'star'] as const).map((f, i) => show(f, 30 + i * 14, 62, 12)).join('') + (['cloud', 'flower', 'mushroom'] as const).map((f, i) => show(f, 30 + i * 14, 75, 12)).join('') },
  P07: { body: '#5F8A98', face: 'awake', before: `<circle cx="84" cy="42" r="10" fill="#DCEAF0" fill-opacity=".7" stroke="${INK}" stroke-width="3"/>` + line('M79,51L74,62', INK, 3.6) },
  P08: { body: '#B4677F', face: 'awake', before: LADDER },
  P09: { body: '#3F5580', before: show('star', 74, 22, 22) + show('star', 6, 34, 14) },
}; // prettier-ignore

/** The picture of a Kodama in a box of 100; a Sprout wears a bud instead of leaves. */
export function spiritMarkup(id: string): string {
  const spirit = SPIRITS[id] ?? { body: '#7C9A4C' };
  const isSprout = id.startsWith('P');
  const picture =
    (spirit.behind ?? '') + shape(BODY, spirit.body, 2.8) + LEGS + HEAD +
    FACES[spirit.face ?? 'smile'] + (spirit.head ?? (isSprout ? BUD : LEAF)) +
    (spirit.arms === false ? '' : ARMS) + (spirit.before ?? ''); // prettier-ignore
  return isSprout ? `<g transform="translate(7,12) scale(.86)">${picture}</g>` : picture;
}

/** The picture on a face-down Kodama. */
export const BACK =
  '<rect width="100" height="100" rx="10" fill="#5E7A3A"/>' +
  line('M20,92C30,60 44,40 82,14M38,62C30,54 24,52 14,52M52,42C60,52 70,56 84,54', '#B9C78F', 5) +
  shape('M82,14c-12,-6 -16,4 -12,12c8,2 14,-4 12,-12ZM84,54c-6,-10 -16,-6 -16,2c4,8 14,6 16,-2ZM14,52c6,-10 16,-6 16,2c-4,8 -14,6 -16,-2Z', '#B9C78F', 0);
