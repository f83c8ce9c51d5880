/** A share in whole per cent. */
export const percent = (share: number): number => Math.round(share * 100);

