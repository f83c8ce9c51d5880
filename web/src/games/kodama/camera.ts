/** Which part of the mat is seen: a scale in pixels per unit and what lies in the middle. */
import type { Box } from './art/picture.ts';

export interface Camera {
  scale: number;
  /** The point of the mat at the left top of the picture. */
  left: number;
  top: number;
}

const AROUND = 240; // units of free mat around a tree
const LEAST = { width: 2400, height: 1900 };
const NEAREST = 0.42;
const FARTHEST = 0.04;

/** The whole box, the table edge at the foot of the picture, its head free for names and buttons. */
export function fitting(box: Box, width: number, height: number, foot: number, head = 0): Camera {
  const wide = Math.max(LEAST.width, box.right - box.left + 2 * AROUND);
  const high = Math.max(LEAST.height, box.top + AROUND);
  const scale = Math.min(width / wide, Math.max(60, height - foot - head) / high, NEAREST);
  const middle = (box.left + box.right) / 2;
  // A small tree stands in the middle; the trunk is the middle of a tree that leans little.
  const lean = Math.abs(middle) < 250 ? 0 : middle;
  return { scale, left: lean - width / scale / 2, top: (height - foot) / scale };
}

export function zoomed(camera: Camera, by: number, px: number, py: number): Camera {
  const scale = Math.min(NEAREST * 1.6, Math.max(FARTHEST, camera.scale * by));
  const [x, y] = [camera.left + px / camera.scale, camera.top - py / camera.scale];
  return { scale, left: x - px / scale, top: y + py / scale };
}

export function moved(camera: Camera, dx: number, dy: number): Camera {
  return {
    ...camera,
    left: camera.left - dx / camera.scale,
    top: camera.top + dy / camera.scale,
  };
}

export function viewBox({ scale, left, top }: Camera, width: number, height: number): string {
  return `${left} ${-top} ${width / scale} ${height / scale}`;
}

export type Corner = 'top left' | 'top right' | 'bottom right';

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A corner of the mat where something of this size does not lie on the card; null if none is. */
export function freeCorner(
  card: Edges,
  { width, height }: { width: number; height: number },
  mat: { width: number; height: number; head: number; foot: number },
): Corner | null {
  if (mat.height - mat.head - mat.foot < 2 * height) return null;
  const isLeft = card.left > width + 14;
  const isRight = card.right < mat.width - width - 14;
  const isTop = card.top > mat.head + height + 4;
  const isBottom = card.bottom < mat.height - mat.foot - height - 4;
  if (isLeft || isTop) return 'top left';
  if (isRight) return 'top right';
  return isBottom ? 'bottom right' : null;
}
