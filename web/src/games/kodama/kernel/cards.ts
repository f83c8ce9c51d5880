/** The forms of all cards, made once from the server's gallery. */
import { branchForm, trunkForm, type Form, type ShapeData } from './shapes.ts';
import type { Feature } from './trees.ts';

/** `/api/games/kodama/cards`, as far as geometry needs it. */
export interface CardData {
  branch_cards: { id: string; data: { shape: string; mirror: boolean; icons: Feature[] } }[];
  trunk_cards: { id: string; data: ShapeData & { feature: Feature } }[];
  shapes: { id: string; data: ShapeData }[];
}

export interface Face {
  readonly id: string;
  readonly form: Form;
  readonly icons: readonly Feature[];
}

/** Every branch and trunk card by its name: what is drawn on it. */
export function facesOf(cards: CardData): Map<string, Face> {
  const forms = new Map<string, Form>();
  for (const { id, data } of cards.shapes) {
    forms.set(id, branchForm(id, data, false));
    forms.set(`${id}m`, branchForm(id, data, true));
  }
  const faces = new Map<string, Face>();
  for (const { id, data } of cards.branch_cards) {
    const form = forms.get(data.mirror ? `${data.shape}m` : data.shape)!;
    faces.set(id, { id, form, icons: data.icons });
  }
  for (const { id, data } of cards.trunk_cards) {
    faces.set(id, { id, form: trunkForm(id, data), icons: [data.feature] });
  }
  return faces;
}
