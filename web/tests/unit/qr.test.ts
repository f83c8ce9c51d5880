import { describe, expect, it } from 'vitest';
import { qrCode, qrPath } from '../../src/lib/qr.ts';

/** Made by another program (segno 1.6.6: error correction M, mask 0). */
const KNOWN = `
111111100111001111111 100000101001001000001 101110100001101011101 101110100111001011101
101110101100101011101 100000100111001000001 111111101010101111111 000000000011000000000
101010100110000010010 000001011110110010001 001110100100111010111 110000001001110010010
100101101101110101000 000000001010111110011 111111100110111010111 100000100010010010011
101110101000110101010 101110100110110111010 101110101100100010101 100000100101110111010
111111101001000001011`.trim().split(/\s+/);

const rows = (code: boolean[][]) => code.map((row) => row.map(Number).join(''));

/** A number that changes with every square. */
const digest = (code: boolean[][]) =>
  [...rows(code).join('')].reduce((sum, bit) => (Math.imul(sum, 31) + Number(bit) + 7) >>> 0, 0);

const link = (length: number) => 'http://192.168.1.20:8000/t/k3v9abcdef#'.padEnd(length, 'AbC-_9').slice(0, length);

describe('a QR code', () => {
  it('is what others make of the same text', () => {
    expect(rows(qrCode(link(14))!)).toEqual(KNOWN);
  });

  // Each was compared square by square with what segno makes, when the text fills the code.
  it.each([
    [1, 14, 2379804025],
    [2, 26, 649314193],
    [3, 42, 1210555082],
    [4, 62, 4150364446],
    [5, 84, 1926201821],
    [6, 106, 2387747306],
    [7, 122, 3337009993],
    [8, 152, 494861609],
    [9, 180, 4182347442],
    [10, 213, 2959735409],
  ])('of version %i is as it was compared', (version, length, expected) => {
    const code = qrCode(link(length))!;
    expect(code.length).toBe(version * 4 + 17);
    expect(digest(code)).toBe(expected);
  });

  it('has room for any link, and says when it has not', () => {
    expect(qrCode(link(213))).not.toBeNull();
    expect(qrCode(link(214))).toBeNull();
  });

  it('is one path of its dark squares', () => {
    const code = [[true, true, false], [false, true, true], [false, false, false]];
    expect(qrPath(code)).toBe('M0,0h2v1H0zM1,1h2v1H1z');
  });
});
