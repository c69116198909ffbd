/** The query of an address. A list is a parameter that is repeated; what is undefined is left out. */
export const searchOf = (query: object): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
    ),
  ).toString();
