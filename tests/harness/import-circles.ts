/** Groups of files that import each other in a loop, by what each file imports. */
export function findCircles(targetsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = new Map([...targetsOf.keys()].map((file) => [file, reachableFrom(file, targetsOf)]));
  const inCircle = [...targetsOf.keys()].filter((file) => reachable.get(file)?.has(file) === true).toSorted();
  const found = new Set<string>();
  return inCircle.flatMap((file) => {
    if (found.has(file)) return [];
    const circle = inCircle.filter((other) => reachable.get(file)?.has(other) && reachable.get(other)?.has(file));
    for (const member of circle) found.add(member);
    return [circle];
  });
}

/** The file itself is among them only if it can be reached again. */
function reachableFrom(file: string, targetsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(targetsOf.get(file));
  for (const next of reached) for (const target of targetsOf.get(next) ?? []) reached.add(target);
  return reached;
}
