import type { Key } from '../i18n.svelte.ts';

export const ja: Record<Key, string> = {
  'lectern.lost': '再接続しています。何も失われません。',
  'lectern.away': '{name}さんは席を外しています。ボットが代わるまで',
  'lectern.wait': 'もう少し待つ',
};
