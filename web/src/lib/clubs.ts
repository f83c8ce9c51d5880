/** The clubs of this device: a member's token is the membership, so losing it would lose that. */

import { noteGone } from './key/gone.ts';
import { recall, store } from './storage.ts';

export interface Membership {
  club: string;
  name: string;
  token: string;
  /** The invitation to hand on, and which of the club's invitations it was. */
  invite?: string;
  invites?: number;
  /** When it was last visited, in milliseconds since 1970. */
  at: number;
}

const KEY = 'kamiza.clubs';

export const clubs = (): Membership[] => recall<Membership[]>(KEY, []);

export const membershipOf = (club: string): Membership | undefined =>
  clubs().find((one) => one.club === club);

export function keepClub(membership: Membership): void {
  const others = clubs().filter((one) => one.club !== membership.club);
  store(KEY, [{ ...membership, at: Date.now() }, ...others]);
}

export function forgetClub(club: string): void {
  noteGone('club', club);
  adoptClub(club, null);
}

/** One that another device of mine has, or has left. */
export function adoptClub(club: string, membership: Membership | null): void {
  const others = clubs().filter((one) => one.club !== club);
  store(KEY, membership ? [...others, membership] : others);
}
