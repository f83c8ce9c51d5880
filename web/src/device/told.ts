/**
 * What a device knows without Python: games, rules, cards and words were answered while the pages were built, by
 * the same code that answers at a server; see `web/device/pack.py`.
 */

const PACKS = import.meta.glob<string>('./packs/told/*.pack', { query: '?url', import: 'default', eager: true });

type Answers = Record<string, unknown>;
const kept = new Map<string, Promise<Answers>>();

async function read(pack: string): Promise<Answers> {
  const answer = await fetch(PACKS[`./packs/told/${pack}.pack`]);
  if (!answer.ok || !answer.body) throw new Error(`${pack}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip') as never) as never).json();
}

/** The answer to this, if it is known. */
export async function told(path: string): Promise<Response | null> {
  const pack = path.split(/[/?]/)[3] ?? 'games'; // of /api/games/<game>/...
  if (!(`./packs/told/${pack}.pack` in PACKS)) return null;
  let answers = kept.get(pack);
  if (!answers) {
    kept.set(pack, (answers = read(pack)));
    answers.catch(() => kept.delete(pack));
  }
  const found = (await answers)[path];
  return found === undefined ? null : Response.json(found);
}
