/** Text of a statement in which every value is one `valueMark`, and the values in their order. */
export type FlatStatement = { readonly text: string; readonly values: readonly unknown[] };

export const valueMark = "\u0001";

/** A tagged template: a statement, or a fragment of one. */
export type Template = { readonly strings: readonly string[]; readonly args: readonly unknown[] };

/** Writes fragments out in their place; `templateOf` knows which values are fragments. */
export function flattenTemplate(
  { strings, args }: Template,
  templateOf: (value: unknown) => Template | undefined,
): FlatStatement {
  const values: unknown[] = [];
  const append = (value: unknown): string => {
    const fragments = (Array.isArray(value) ? value : [value]).map(templateOf);
    if (fragments.length === 0 || fragments.includes(undefined)) {
      values.push(value);
      return valueMark;
    }
    return fragments.map((fragment) => (fragment === undefined ? "" : textOf(fragment))).join(" ");
  };
  const textOf = (template: Template): string =>
    template.strings.reduce((text, next, index) => text + append(template.args[index - 1]) + next);
  return { text: textOf({ strings, args }), values };
}

/** A text with `$1` … and its values. */
export function flattenNumbered(text: string, params: readonly unknown[]): FlatStatement {
  const values: unknown[] = [];
  const flat = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    values.push(params[Number(number) - 1]);
    return valueMark;
  });
  return { text: flat, values };
}

/** The reverse of `flattenNumbered`. */
export const numberValues = (text: string): string => {
  let number = 0;
  return text.replaceAll(valueMark, () => `$${(number += 1)}`);
};

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\w"]/.test(character);

/**
 * The position behind what begins at `start`: a quoted text, a comment or one character. Parentheses and words inside of
 * quotes and comments mean nothing.
 */
function skipToken(text: string, start: number): number {
  const character = text[start];
  if (character === "'" || character === '"') return endOf(text, character, start + 1);
  if (text.startsWith("--", start)) return endOf(text, "\n", start + 2);
  return start + 1;
}

const endOf = (text: string, end: string, from: number): number => {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + 1;
};

/** The position behind the parenthesis that closes the one before `start`. */
export function endOfParentheses(text: string, start: number): number {
  let depth = 1;
  for (let index = start; index < text.length; index = skipToken(text, index)) {
    if (text[index] === "(") depth += 1;
    else if (text[index] === ")") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

/** Whether the name occurs as a word. */
export function mentions(text: string, name: string): boolean {
  for (let found = text.indexOf(name); found !== -1; found = text.indexOf(name, found + 1)) {
    if (!isWordCharacter(text[found - 1]) && !isWordCharacter(text[found + name.length])) return true;
  }
  return false;
}
