/** A statement that fails after its first rows leaves their number in the client: the next result begins with as many holes. */
export function dropHoles(result: unknown[]): void {
  if (result.length === 0 || 0 in result) return;
  let first = 0;
  while (first < result.length && !(first in result)) first += 1;
  result.splice(0, first);
}
