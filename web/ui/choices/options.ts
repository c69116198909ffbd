/** What a select offers. */
export type Choice = { readonly value: string; readonly label: string };

/** The messages of a dictionary by their keys. */
export const optionsOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const namedOptions = (items: readonly { readonly id: string; readonly name: string }[] = []): Choice[] =>
  items.map(({ id, name }) => ({ value: id, label: name }));
