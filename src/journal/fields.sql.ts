import { node, rawIdentifier, type SqlNode } from "../db/sql-node.ts";
import type { JournalEvent, PayloadFieldOf } from "./event.ts";
import { journalEvents } from "./events.ts";

const texts = new Map<string, SqlNode>();

/**
 * Constant SQL names, one node per text: the database client keeps a record of every template that it sees, so that
 * nodes created per statement would leak memory.
 */
export function sqlText(text: string): SqlNode {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const created = rawIdentifier(text);
  texts.set(text, created);
  return created;
}

/** A fact of an entry, as text. `row` is the name of the journal, or of rows taken from it, in the query. */
export const payloadField = <Event extends JournalEvent>(
  _events: Event | readonly Event[],
  field: PayloadFieldOf<Event>,
  row = "j",
): SqlNode => sqlText(`(${row}.payload->>'${field}')`);

/** The same as JSON. */
export const payloadJson = <Event extends JournalEvent>(
  _events: Event | readonly Event[],
  field: PayloadFieldOf<Event>,
  row = "j",
): SqlNode => sqlText(`(${row}.payload->'${field}')`);

/** Whether an entry is of one of the events. */
export const isEventOf = (events: readonly Pick<JournalEvent, "type">[], row = "j"): SqlNode =>
  sqlText(
    events.length === 1
      ? `${row}.type = '${events[0]?.type ?? ""}'`
      : `${row}.type in (${events.map(({ type }) => `'${type}'`).join(", ")})`,
  );

/** How many contacts an entry stands for. One without its number counts as one: no count would hide it from its readers. */
export const eventCount: SqlNode = node`
  case when ${isEventOf(
    journalEvents.filter(({ contacts }) => contacts === "many"),
    "j",
  )} then coalesce((j.payload->>'count')::int, 1) else 1 end`;
