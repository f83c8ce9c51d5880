/**
 * How fast are the rules in a browser's Python, interpreted and compiled (`make device-compiled`)?
 *
 *   node bench/device_compiled.mjs [--rounds 3] [--seats 2]
 *
 * Both live in one process and take turns. Random games; and the first answers of a game by bots of a level,
 * each as long as it takes, so that both give the same ones: a hash tells. CPU time, the best of all rounds.
 */

import { loadRules } from '../web/device/rules.mjs';

const given = (name, usual) => Number(process.argv[process.argv.indexOf(name) + 1]) || usual;
const rounds = given('--rounds', 3);
const seats = given('--seats', 2);
const LEVELS = ['novice', 'adept', 'master'];

const PROGRAM = `
from kamiza.bots import make_bot
from kamiza.bots.search import many_random_games
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game

ANSWERS = 4

def begin(name, seats):
    return game(name).start(Setup(seats, game(name).trial_settings(), 1))

def at_random(name, seats, games):
    return many_random_games(game(name), begin(name, seats), games, fast_rng(1))

def answers(name, seats, level):
    rules, state = game(name), begin(name, seats)
    bots = [make_bot(level, rules, seat) for seat in range(seats)]
    for bot in bots:
        bot.seconds = 0.0
    for _ in range(ANSWERS):
        rules.apply(state, bots[state.asked].choose(rules.view(state, state.asked)))
    return rules.hash(state)

{"names": NAMES, "at_random": at_random, "answers": answers, "count": ANSWERS}
`;

const runtimes = [];
for (const compiled of [false, true]) {
  const python = await loadRules({ compiled });
  runtimes.push({ program: python.runPython(PROGRAM), best: new Map() });
}
const names = runtimes[0].program.get('names').toJs();
const count = runtimes[0].program.get('count');

/** What it gave, and CPU seconds. */
function timed(work) {
  const since = process.cpuUsage();
  const found = work();
  const { user, system } = process.cpuUsage(since);
  return [found, (user + system) / 1e6];
}

const keep = (best, name, figure, least) => best.set(name, Math[least ? 'min' : 'max'](best.get(name) ?? figure, figure));

for (let round = 0; round < rounds; round++) {
  for (const name of names) {
    for (const { program, best } of runtimes) {
      for (let games = 1; ; games *= 2) {
        const [decisions, seconds] = timed(() => program.get('at_random')(name, seats, games));
        if (seconds < 0.3) continue;
        keep(best, `${name}, random decisions/s`, decisions / seconds, false);
        break;
      }
    }
    for (const level of LEVELS) {
      const hashes = runtimes.map(({ program, best }) => {
        const [hash, seconds] = timed(() => program.get('answers')(name, seats, level));
        keep(best, `${name}, ms an answer of ${level}`, (1000 * seconds) / count, true);
        return hash;
      });
      if (hashes[0] !== hashes[1]) throw new Error(`${name}: ${level} answers otherwise: ${hashes.join(', ')}`);
    }
  }
}
for (const name of runtimes[0].best.keys()) {
  const [interpreted, compiled] = runtimes.map(({ best }) => best.get(name));
  const times = Math.max(compiled / interpreted, interpreted / compiled);
  console.log(`${name}: ${interpreted.toFixed(1)} interpreted, ${compiled.toFixed(1)} compiled, ${times.toFixed(1)} times`);
}
process.exit(0);
