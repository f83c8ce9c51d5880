/**
 * Strength from results: the model of Plackett and Luce, with what is believed of each player as a mean and
 * a deviation that every game moves (as Glicko does it for two).
 *
 * A game is one observation of a whole order: who is first of all, who is first of the rest, and so on. So
 * four players bring three comparisons and not six that lean on each other, which would make everybody too
 * sure; ties share a place, and the strength of a team is the sum of its people's. Everybody's mean moves by
 * what was surprising about their place, weighed by how little was known of them and of the others, and what
 * is known of them grows. Nothing but results counts, in one step for each game: whoever has the results
 * gets the same strengths, here and on any other device.
 */

export interface Strength {
  mean: number;
  deviation: number;
  games: number;
}

/** One game: sides (a player each, or a team), each with its place, 1 for the first. */
export interface Ranking {
  sides: { players: string[]; place: number }[];
}

export const START: Strength = { mean: 1000, deviation: 200, games: 0 };
/** How well somebody plays differs from day to day by 200 points: this is the scale of the model for that. */
const DAY = 156;
/** Nobody stays as they were: so much less is known after each game. */
const DRIFT = 4;
/** Nine in ten lie within so many deviations. */
export const NINETY = 1.645;

interface Side {
  members: { mean: number; variance: number }[];
  mean: number;
  variance: number;
  place: number;
}

/** The strengths after a game; those of whoever did not play stay as they are. */
export function after(strengths: ReadonlyMap<string, Strength>, { sides }: Ranking): Map<string, Strength> {
  const next = new Map(strengths);
  if (sides.length < 2) return next;
  const known = (player: string) => strengths.get(player) ?? START;
  const teams: Side[] = sides.map(({ players, place }) => {
    const members = players.map((player) => {
      const { mean, deviation } = known(player);
      return { mean, variance: deviation ** 2 + DRIFT ** 2 };
    });
    const sum = (of: (m: (typeof members)[number]) => number) => members.reduce((all, one) => all + of(one), 0);
    return { members, place, mean: sum((m) => m.mean), variance: sum((m) => m.variance) };
  });
  // What is not known of the others makes every result less surprising.
  const unknown = teams.reduce((all, team) => all + team.variance, 0) / teams.length;
  const spread = Math.sqrt(DAY ** 2 + (3 / Math.PI ** 2) * unknown);
  // Only differences count; without the largest, no power overflows.
  const top = Math.max(...teams.map((team) => team.mean));
  const weight = teams.map((team) => Math.exp((team.mean - top) / spread));
  const rest = teams.map(({ place }) =>
    teams.reduce((all, other, at) => (other.place >= place ? all + weight[at] : all), 0),
  );
  const alike = teams.map(({ place }) => teams.filter((other) => other.place === place).length);
  teams.forEach((team, at) => {
    let surprise = 0;
    let learnt = 0;
    teams.forEach((other, against) => {
      if (other.place > team.place) return;
      const chance = weight[at] / rest[against];
      surprise += ((at === against ? 1 : 0) - chance) / alike[against];
      learnt += (chance * (1 - chance)) / alike[against];
    });
    team.members.forEach(({ mean, variance }, place) => {
      const player = sides[at].players[place];
      const left = 1 / (1 / variance + learnt / spread ** 2);
      next.set(player, {
        mean: mean + (left / spread) * surprise,
        deviation: Math.sqrt(left),
        games: known(player).games + 1,
      });
    });
  });
  return next;
}

/** After each of many games, in the order in which they ended. */
export function course(rankings: readonly Ranking[]): Map<string, Strength>[] {
  const steps: Map<string, Strength>[] = [];
  let now = new Map<string, Strength>();
  for (const ranking of rankings) steps.push((now = after(now, ranking)));
  return steps;
}
