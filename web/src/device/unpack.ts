/** What is packed, as it was. Browsers undo no compression that is as tight as xz. */

import { XzReadableStream } from 'xz-decompress';
import { PACKS, type PackName } from './packs.ts';

/** One pack is unpacked after the other, so each has to be read to its end; `come` hears of every piece that arrives. */
export async function unpack(name: PackName, come: (bytes: number) => void): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(PACKS[name]);
  if (!answer.ok || !answer.body) throw new Error(`${PACKS[name]}: ${answer.status}`);
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, on) {
      come(piece.byteLength);
      on.enqueue(piece);
    },
  });
  return new XzReadableStream(answer.body.pipeThrough(counting));
}

export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as never).arrayBuffer());
}
