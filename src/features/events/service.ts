import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { contactEvent } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import { accepts, bytesUpTo } from "../../kernel/accepts.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { notFound, rateLimited, validation } from "../../kernel/errors.ts";
import { addMs, minutes, parseInstant } from "../../kernel/local-time.ts";
import { lockContacts } from "../contacts/memberships/queries.ts";
import { requireShop } from "../contacts/shops.ts";
import { findContactIdByEmail } from "../contacts/suppressions/queries.ts";
import * as queries from "./queries.ts";
import type { ContactEventInput } from "./shapes.ts";

type EventInput = Static<typeof ContactEventInput>;

const maxDataBytes = 64 * 1024;
const maxMinutesAhead = 5;

/** The lock of the contact makes the limit exact, over any number of processes. */
export async function recordEvent(ctx: Context, input: EventInput): Promise<{ id: string }> {
  const receivedAt = ctx.clock.now();
  const event = { ...parseContent(input), at: parseTime(input.at, receivedAt), receivedAt };
  const email = parseAddress(input);
  await requireShop(ctx.db, input.shopId);
  return inTransaction(ctx, async ({ db }) => {
    const wanted = input.contactId ?? (await findContactIdByEmail(db, email ?? ""));
    const [contactId] = wanted === undefined ? [] : await lockContacts(db, [wanted]);
    if (contactId === undefined) throw notFound("contact");
    await rejectOverLimit(db, contactId, receivedAt);
    const { type, name } = event;
    const shopId = input.shopId ?? null;
    const id = await queries.insertEvent(db, { ...event, contactId, shopId });
    const payload = { eventId: id, kind: type, title: name, shopId: input.shopId, happenedAt: event.at.toISOString() };
    await journal.appendEntries(db, [contactEvent.entry({ contactId, at: receivedAt, payload })]);
    return { id };
  });
}

function parseAddress({ contactId, email }: EventInput): string | undefined {
  if (contactId === undefined && email === undefined) throw validation("contactId", accepts.oneOfTwo);
  if (email === undefined) return undefined;
  const address = contactId === undefined ? normalizeEmail(email) : undefined;
  if (address === undefined) throw validation("email", contactId === undefined ? accepts.email : accepts.withoutOther);
  return address;
}

function parseTime(text: string | undefined, now: Date): Date {
  if (text === undefined) return now;
  const at = parseInstant(text);
  const latest = addMs(now, minutes(maxMinutesAhead));
  if (at === undefined || at > latest) throw validation("at", { ...accepts.time, max: latest.toISOString() });
  return at;
}

function parseContent({ type, name, data = {} }: EventInput) {
  if (type === "custom" && name === undefined) throw validation("name", { required: true });
  if (Buffer.byteLength(JSON.stringify(data)) > maxDataBytes)
    throw validation("data", { maxBytes: maxDataBytes, ...bytesUpTo(maxDataBytes) });
  if (type === "cart" && !Array.isArray(data["items"]))
    throw validation("data", { ...accepts.cart, path: "data.items" });
  if (type === "page_visit" && !isUrlText(data["url"]))
    throw validation("data", { ...accepts.pageVisit, path: "data.url" });
  return { type, name: (name ?? type).trim(), data };
}

const maxUrlLength = 2000;

const isUrlText = (url: unknown): boolean => typeof url === "string" && url !== "" && url.length <= maxUrlLength;

const maxEvents = 60;
const limitedMs = minutes(10);

/**
 * Records events of the site script that were received now. Those over the limit are dropped. The contacts are locked by an
 * earlier statement of the transaction: the statement sees all events that were stored before.
 */
export const recordWebEvents = (db: TenantDb, events: readonly queries.ReceivedEvent[], now: Date) =>
  queries.insertReceivedEvents(db, events, { at: now, max: maxEvents, since: addMs(now, -limitedMs) });

async function rejectOverLimit(db: TenantDb, contactId: string, now: Date): Promise<void> {
  const since = addMs(now, -limitedMs);
  const oldest = await queries.findNthLastReceipt(db, contactId, { count: maxEvents, since });
  if (oldest === undefined) return;
  const waitMs = oldest.getTime() + limitedMs - now.getTime();
  throw rateLimited("contact_events", Math.max(1, Math.ceil(waitMs / 1000)));
}
