import type { Static, TObject } from "typebox";

/**
 * The fields of the contract that the request contains; others are ignored (part 4). Texts are trimmed, and an
 * empty text becomes null. A contract whose field is not nullable must therefore reject blank text.
 */
export function pickProvided<Schema extends TObject>(schema: Schema, body: Static<Schema>): Static<Schema>;
export function pickProvided(schema: TObject, body: unknown): unknown {
  return Object.fromEntries(
    Object.entries(body ?? {}).flatMap(([name, value]: [string, unknown]) => {
      if (value === undefined || !Object.hasOwn(schema.properties, name)) return [];
      return [[name, typeof value === "string" ? trimmed(value) : value]];
    }),
  );
}

const trimmed = (text: string): string | null => (text.trim() === "" ? null : text.trim());

export const isEmpty = (change: object): boolean => Object.keys(change).length === 0;
