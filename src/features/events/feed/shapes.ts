import { Type, type Static, type TSchema } from "typebox";
import { journalEvents } from "../../../journal/events.ts";
import type { JournalEvent } from "../../../journal/event.ts";
import {
  Flag,
  named,
  NamedObject,
  Id,
  NullableEmail,
  NullableId,
  publishedSchemaKeyword,
  Time,
  withDescription,
} from "../../../kernel/schema.ts";
import { matching } from "../../../kernel/schema-rules.ts";

const exampleCursor = "2f1a-51-7a3c9-0f5b2c6d1e8a4937";

const Cursor = Type.String({
  ...matching("^[0-9a-f-]{1,60}$", "a cursor of an earlier answer"),
  examples: [exampleCursor],
  description: "Opaque; the next request's `after`",
});

const toEvent = ({ type, payload, contacts }: JournalEvent) =>
  named(
    schemaNameOf(type),
    Type.Object(
      {
        id: withDescription(Id, "The same whenever the event is read"),
        cursor: Cursor,
        type: Type.Literal(type),
        at: Time,
        contactId: contacts === "many" ? Type.Null() : NullableId,
        email: withDescription(NullableEmail, "The present address of the contact, if it still exists"),
        erased: withDescription(Flag, "The person was erased; `data` is null"),
        data: Type.Union([toFacts(payload), Type.Null()]),
      },
      { title: type },
    ),
  );

/** `contact_created` → `ContactCreatedEvent`. */
const schemaNameOf = (type: string): string =>
  `${type.replaceAll(/(?:^|_)(\w)/g, (_whole, initial: string) => initial.toUpperCase())}Event`;

/** Stored as one text, which decodes faster; shown as a list. */
const storedAsText: Readonly<Record<string, TSchema>> = { contactIds: Type.Array(Id) };

const toFacts = (payload: JournalEvent["payload"]) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(payload.properties).map(([name, schema]) => [
        name,
        isRequired(payload, name) ? (storedAsText[name] ?? schema) : Type.Optional(schema),
      ]),
    ),
  );

const isRequired = ({ required }: JournalEvent["payload"], name: string): boolean =>
  required?.some((one) => one === name) ?? false;

export type FeedEvent = {
  readonly id: string;
  readonly cursor: string;
  readonly type: string;
  readonly at: string;
  readonly contactId: string | null;
  readonly email: string | null;
  readonly erased: boolean;
  readonly data: Readonly<Record<string, unknown>> | null;
};

const example: FeedEvent = {
  id: "81",
  cursor: exampleCursor,
  type: "unsubscribed",
  at: "2026-05-01T08:30:00.000Z",
  contactId: "7",
  email: "jana@example.com",
  erased: false,
  data: { reason: "link", campaignId: "3" },
};

/** Derived from the journal; its answers are not compiled, because the database writes their JSON. */
const FeedEvent = Type.Unsafe<FeedEvent>({
  [publishedSchemaKeyword]: named("FeedEvent", Type.Union(journalEvents.map(toEvent), { examples: [example] })),
});

export const EventPage = NamedObject("EventPage", {
  items: Type.Array(FeedEvent),
  cursor: withDescription(Cursor, "`after` of the next request, also when there were no events"),
  hasMore: withDescription(Flag, "More entries can be read at once"),
});
export type EventPage = Static<typeof EventPage>;

export const eventFormats = ["json", "ndjson"] as const;
