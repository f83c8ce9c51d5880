/** The files that make a page its own server, each compressed by us; see `web/device/make.mjs`. */

import library from './packs/library.pack?url';
import python from './packs/python.pack?url';
import sizes from './packs/sizes.json';
import tables from './packs/tables.pack?url';

export const PACKS = { python, library, tables };
export type PackName = keyof typeof PACKS;
/** There are no packages but what is in the packs. */
export const LOCK = sizes.lock;
export const SIZES: Record<PackName, number> = sizes;
export const WHOLE_SIZE = sizes.python + sizes.library + sizes.tables;
