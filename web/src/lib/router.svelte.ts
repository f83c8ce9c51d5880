import { IS_SITE } from './here.ts';

/** How to play, the cards, the terms, or every rule by its number. */
export const RULES_FACES = ['how', 'cards', 'words', 'all'] as const;
export type RulesFace = (typeof RULES_FACES)[number];

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; token: string }
  | { page: 'replay'; table: string; token: string }
  | { page: 'rules'; game: string; id: string; study: boolean; show: RulesFace }
  | { page: 'quiz'; game: string; id: string }
  | { page: 'calls'; what: string; ticket: string }
  | { page: 'puzzles'; game: string }
  | { page: 'puzzle'; game: string; number: number }
  | { page: 'me'; words: string }
  | { page: 'edit'; game: string; link: string; table: string; step: number; puzzle: number }
  | { page: 'club'; club: string; invite: string }
  | { page: 'missing' };

/** What an address shows. The token of a seat stands behind `#`, which never leaves the browser. */
export function parse(href: string, isSite = IS_SITE): Route {
  const whole = new URL(href, 'http://kamiza.invalid');
  const url = isSite ? new URL((whole.search.slice(1) || '/') + whole.hash, 'http://kamiza.invalid') : whole;
  const [kind, first = '', second = '', ...rest] = url.pathname.split('/').slice(1);
  const token = url.hash.slice(1);
  if (rest.some((part) => part !== '')) return { page: 'missing' };
  if (kind === '' && first === '') return { page: 'lobby' };
  if (kind === 't' && first && !second) return { page: 'table', table: first, token };
  if (kind === 'r' && first && !second) return { page: 'replay', table: first, token };
  if (kind === 'me' && !first) return { page: 'me', words: token };
  if (kind === 'c' && first && !second) return { page: 'club', club: first, invite: token };
  if (kind === 'learn' && first && second) return { page: 'quiz', game: first, id: second };
  if (kind === 'calls' && !first) {
    const [what, ticket = ''] = token.split('=');
    return { page: 'calls', what, ticket };
  }
  if (kind === 'puzzles' && !second) return { page: 'puzzles', game: first };
  if (kind === 'puzzles' && /^[1-9]\d{0,4}$/.test(second)) return { page: 'puzzle', game: first, number: Number(second) };
  if (kind === 'edit' && !second) {
    const whole = (name: string) => Number(/^\d{1,6}$/.exec(url.searchParams.get(name) ?? '')?.[0] ?? 0);
    const table = url.searchParams.get('table') ?? '';
    return { page: 'edit', game: first, link: token, table, step: whole('step'), puzzle: whole('puzzle') };
  }
  if (kind === 'rules') {
    const study = url.searchParams.has('study');
    const wanted = RULES_FACES.find((face) => face === url.searchParams.get('show'));
    const show = second ? 'all' : (wanted ?? (study ? 'cards' : 'how'));
    return { page: 'rules', game: first, id: decodeURIComponent(second), study, show };
  }
  return { page: 'missing' };
}

/** A link to something of ours. A plain web host has one page: there it stands behind `?`. */
export const hrefOf = (path: string): string => (IS_SITE ? `?${path}` : path);

/** The same to be sent to somebody. */
export const absolute = (path: string): string => new URL(hrefOf(path), location.href).href;

export const route = $state<{ now: Route }>({ now: parse(location.href) });

/** `instead`: the page one comes from was only a way to this one. */
export function go(path: string, instead = false): void {
  const href = path.startsWith('/') ? hrefOf(path) : path;
  if (instead) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  route.now = parse(location.href);
  scrollTo(0, 0);
}

/** Follow our own links without loading the page again; called once. */
export function listen(): void {
  const follow = () => (route.now = parse(location.href));
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || (IS_SITE && link.pathname !== location.pathname)) return;
    event.preventDefault();
    go(link.href);
  });
}
