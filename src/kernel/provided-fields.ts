import type { Static, TObject } from "typebox";

/**
 * The fields of a request that its contract knows and that it really carries; others are ignored (part 4). Texts are
 * trimmed, and an empty one means no value. A contract whose field cannot be null must therefore refuse blank text.
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
