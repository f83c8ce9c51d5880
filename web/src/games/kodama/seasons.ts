import type { View } from './table.ts';

export type Season = View['season'];
export const SEASONS: readonly Season[] = ['spring', 'summer', 'fall'];
