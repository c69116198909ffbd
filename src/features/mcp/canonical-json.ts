/** JSON with sorted keys, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value)) ?? "null";

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
