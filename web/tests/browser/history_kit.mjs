/** A life of games, always the same one: what a device would remember after some months. */

const DAY = 86_400_000;
const PEOPLE = ['Haru', 'Yuki', 'Take', 'Sora', 'Ren'];
const LEVELS = ['heuristic', 'adept', 'kami'];
const HAD = {
  kamisama: { kami: ['inari', 'yue', 'kodama', 'nue', 'raijin', 'ryujin'], villager: ['FA-peasant', 'FA-farmer', 'FA-planter', 'FA-oxdriver', 'FA-miller', 'FA-headman'] },
  shintoh: { god: ['amaterasu', 'susanoo', 'inari', 'ebisu'], role: ['iwato', 'taiji'] },
  kodama: { trunk: ['TR1', 'TR2', 'TR3'], kodama: ['K01', 'K02', 'K03', 'K04'] },
  battles: { god: ['cthulhu'], card: ['byakhee', 'cthonian'] },
}; // prettier-ignore

/** Always the same chance. */
export function chances(seed) {
  let state = seed;
  return () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296;
}

export function life(count = 214, now = Date.UTC(2026, 10, 14, 12)) {
  const chance = chances(7);
  const pick = (list) => list[Math.floor(chance() * list.length)];
  return Array.from({ length: count }, (_, number) => {
    const game = pick(['kamisama', 'kamisama', 'shintoh', 'kodama', 'battles']);
    const seats = game === 'battles' ? 2 : pick([2, 3, 4, 4]);
    const skill = 0.25 + 0.4 * (1 - number / count);
    const others = Array.from({ length: seats - 1 }, () => (chance() < 0.5 ? pick(PEOPLE) : `bot:${pick(LEVELS)}`));
    const place = chance() < skill / (seats / 2.4) ? 1 : 2 + Math.floor(chance() * (seats - 1));
    const rest = ['A', 'B', 'C', 'D'].slice(0, seats).map((_, at) => at + 1).filter((one) => one !== place);
    const score = { kamisama: 44, shintoh: 40, kodama: 120, battles: 20 }[game] + Math.round((chance() + chance() - 1) * 22);
    return {
      table: `made${number}`,
      game,
      at: now - Math.floor(number * 0.45) * DAY - number * 60_000,
      mine: ['A'],
      moves: 60,
      had: Object.fromEntries(Object.entries(HAD[game]).map(([kind, ids], at) => [kind, at ? [pick(ids), pick(ids)] : [pick(ids)]])),
      chances: Array.from({ length: 10 }, (_, at) => Math.min(0.95, Math.max(0.03, 1 / seats + (place === 1 ? at : -at) * 0.03 + (chance() - 0.5) * 0.14))),
      players: ['A', 'B', 'C', 'D'].slice(0, seats).map((seat, at) => {
        const other = others[at - 1];
        const isBot = other?.startsWith('bot:');
        return {
          seat,
          name: at === 0 ? 'Mika' : isBot ? '' : other,
          ...(isBot && { bot: other.slice(4) }),
          score: at === 0 ? score : score - 5,
          place: at === 0 ? place : rest[at - 1],
        };
      }),
    };
  });
}

/** Put a life of games into the memory of a page that was not opened yet. */
export async function remembering(page, games = life()) {
  await page.context().addInitScript((games) => {
    if (!localStorage.getItem('kamiza.history')) localStorage.setItem('kamiza.history', JSON.stringify(games));
  }, games);
}
