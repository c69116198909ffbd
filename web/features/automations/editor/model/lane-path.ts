type Point = { readonly x: number; readonly y: number };

const bend = 20;

/** Down from the source, across to the column of the branch, down it, and across to the target. */
export function lanePath(from: Point, laneX: number, to: Point): string {
  const parts = [`M ${from.x} ${from.y}`];
  if (laneX !== from.x) parts.push(`V ${from.y + bend} H ${laneX}`);
  if (laneX !== to.x) parts.push(`V ${to.y - bend} H ${to.x}`);
  return [...parts, `V ${to.y}`].join(" ");
}
