import type { Static, TObject } from "typebox";

/**
 * A kind of journal entry: the stored type, the facts in its payload (never an address, so that an erasure has nothing to
 * look for here) and how many contacts one entry stands for.
 */
export type JournalEvent<Type extends string = string, Payload extends TObject = TObject> = {
  readonly type: Type;
  readonly payload: Payload;
  /** `many`: one entry for a batch of contacts, with their number in `count`. */
  readonly contacts: "one" | "many";
  entry(values: EntryValues<Payload>): NewEntry<Type, Payload>;
};

type EntryValues<Payload extends TObject> = {
  readonly contactId: string | null;
  readonly at: Date;
  readonly payload: PayloadInput<Static<Payload>>;
};

export type NewEntry<Type extends string, Payload extends TObject> = EntryValues<Payload> & { readonly type: Type };

/** An optional fact may also be given as undefined; JSON leaves it out. */
type PayloadInput<Facts> = {
  readonly [Field in keyof Facts]: Partial<Pick<Facts, Field>> extends Pick<Facts, Field>
    ? Facts[Field] | undefined
    : Facts[Field];
};

export type NewEntryOf<Event> = Event extends JournalEvent<infer Type, infer Payload> ? NewEntry<Type, Payload> : never;

/** An entry as a reader gets it. `tx` and `id` are its position. */
export type EntryOf<Event> =
  Event extends JournalEvent<infer Type, infer Payload>
    ? {
        readonly id: string;
        readonly tx: string;
        readonly type: Type;
        readonly contactId: string | null;
        readonly at: Date;
        readonly payload: Static<Payload>;
      }
    : never;

export type PayloadOf<Event> = Event extends JournalEvent<string, infer Payload> ? Static<Payload> : never;

/** The facts of any of the events. */
export type PayloadFieldOf<Event> =
  Event extends JournalEvent<string, infer Payload> ? Extract<keyof Static<Payload>, string> : never;

type EventOptions<Payload extends TObject> = {
  readonly contacts: Static<Payload> extends { count: number } ? "one" | "many" : "one";
};

export const defineEvent = <const Type extends string, Payload extends TObject>(
  type: Type,
  payload: Payload,
  { contacts }: EventOptions<Payload> = { contacts: "one" },
): JournalEvent<Type, Payload> => ({ type, payload, contacts, entry: (values) => ({ type, ...values }) });
