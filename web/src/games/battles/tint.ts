/** Edge and paper of a card by its class; cards are paper in both themes. */
import type { Card } from './view.ts';

const TINTS: Record<string, [edge: string, paper: string]> = {
  red: ['#C8402B', '#FBE3DC'],
  blue: ['#2B5F96', '#DCE8F2'],
  green: ['#5E7A3A', '#E4EDD3'],
  white: ['#8C8272', '#F2EDE2'],
  yellow: ['#B8892D', '#FBF0CC'],
  god: ['#24504C', '#E3EDE6'],
  temple: ['#5A6A6C', '#E6EAE6'],
  disciple: ['#6A4A3C', '#F0E6DA'],
};

export function tint(card: Card | undefined): string {
  const [edge, paper] = TINTS[card?.color ?? card?.group ?? 'white'] ?? TINTS.white;
  return `--e:${edge};--b:${paper}`;
}
