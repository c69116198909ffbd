import { inTransaction, type Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import * as journal from "../../journal/journal.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { classifyReply, type BounceClass, type ServerReply } from "../../mail/inbound/reply-class.ts";
import { lockAddress, lockContact, type ContactRecord } from "../contacts/queries.ts";
import { giveUpAddress } from "./address.ts";
import * as queries from "./queries.ts";
import { withoutAddress } from "./response.ts";

export type { MessageKey } from "./queries.ts";

export type Bounce = BounceClass & {
  /** What the server said; addresses are taken out before it is kept. */
  readonly response: string;
  /** `handover`: the relay refused the recipient; `later`: the message came back. */
  readonly at: "handover" | "later";
};

/**
 * `known`: booked before, nothing changed. `gone`: no such message or contact any more. `early`: the message is still
 * under way in our own books; whoever tells is asked to come again.
 */
export type Booked = "booked" | "known" | "gone" | "early";

const softBouncesInARow = 3;

/** How long after a message reports about it may come. */
const reportDays = 5;

export async function bookBounce(ctx: Context, key: queries.MessageKey, bounce: Bounce): Promise<Booked> {
  const booked = await withMessage(ctx, key, async (inner, contact, message) => {
    if (bounce.at === "later" && isUnderWay(message)) return "early";
    const to = bounce.kind === "hard" ? "hardbounced" : "softbounced";
    if (message.state === "hardbounced" || message.state === to) return "known";
    const at = inner.clock.now();
    await queries.moveMessage(inner.db, key, { from: message.state, to, reason: bounce.code, at });
    await journal.append(inner.db, [
      {
        type: "email_bounced",
        contactId: contact.id,
        at,
        payload: {
          ...aboutMessage(key, message),
          kind: bounce.kind,
          code: bounce.code,
          at: bounce.at,
          // A provider had told that it arrived.
          afterDelivery: message.state === "delivered" || undefined,
          response: withoutAddress(bounce.response, contact.email),
        },
      },
    ]);
    await bookOnContact(inner, { contact, key, sentAt: message.sentAt ?? at, bounce });
    return "booked";
  });
  if (booked === "booked") await holdIfBad(ctx.db, key.campaignId, ctx.clock.now());
  return booked;
}

type OnContact = { contact: ContactRecord; key: queries.MessageKey; sentAt: Date; bounce: Bounce };

async function bookOnContact(ctx: Context, { contact, key, sentAt, bounce }: OnContact): Promise<void> {
  if (bounce.kind === "hard") return giveUpAddress(ctx, contact, { event: "bounce", detail: bounce.code });
  // Somebody refused us: that says nothing of the contact.
  if (bounce.code === "policy") return;
  const isInterrupted = await queries.isRowInterrupted(ctx.db, key, sentAt);
  const softBounces = isInterrupted ? 1 : contact.softBounces + 1;
  await queries.updateSoftBounces(ctx.db, contact.id, softBounces);
  if (softBounces >= softBouncesInARow) {
    await giveUpAddress(ctx, contact, { event: "bounce", detail: bounce.code });
  }
}

/** A recipient whom the relay refused for good when the message was handed over. Not inside another transaction. */
export const bookRefusal = (ctx: Context, key: queries.MessageKey, reply: ServerReply): Promise<Booked> =>
  bookBounce(ctx, key, { ...classifyReply(reply), response: reply.text, at: "handover" });

export async function bookComplaint(ctx: Context, key: queries.MessageKey): Promise<Booked> {
  const booked = await withMessage(ctx, key, async (inner, contact, message) => {
    if (isUnderWay(message)) return "early";
    if (message.complainedAt !== null) return "known";
    const at = inner.clock.now();
    await queries.updateComplained(inner.db, key, at);
    await journal.append(inner.db, [
      { type: "email_complained", contactId: contact.id, at, payload: aboutMessage(key, message) },
    ]);
    await giveUpAddress(inner, contact, { event: "complain", detail: null });
    return "booked";
  });
  if (booked === "booked") await holdIfBad(ctx.db, key.campaignId, ctx.clock.now());
  return booked;
}

/** A provider saw the message arrive: the end of any row of soft bounces. */
export async function bookDelivery(ctx: Context, key: queries.MessageKey): Promise<Booked> {
  const address = await queries.findAddress(ctx.db, key.contactId);
  if (address === undefined) return "gone";
  return inTransaction(ctx, async ({ db, clock }) => {
    if (address.softBounces > 0) await lockContact(db, key.contactId);
    const message = await queries.lockMessage(db, key);
    if (message === undefined) return "gone";
    if (isUnderWay(message)) return "early";
    // A bounce may be told before the delivery that it followed.
    if (message.state !== "sent" && message.state !== "unknown") return "known";
    const at = clock.now();
    await queries.moveMessage(db, key, { from: message.state, to: "delivered", reason: null, at });
    await journal.append(db, [
      { type: "email_delivered", contactId: key.contactId, at, payload: aboutMessage(key, message) },
    ]);
    if (address.softBounces > 0) await queries.updateSoftBounces(db, key.contactId, 0);
    return "booked";
  });
}

/** Too many hard bounces or complaints: the campaign stops by itself and the company is told. */
export const holdIfBad = (db: TenantDb, campaignId: string, at: Date): Promise<boolean> =>
  queries.updateHeld(db, campaignId, at);

/** Every night: a message that no report came back about ends a row of soft bounces. */
export const settleSoftBounces = (db: TenantDb, now: Date): Promise<number> =>
  queries.resetSoftBounces(db, addMs(now, -days(reportDays)));

const isUnderWay = ({ state }: queries.MessageRecord) => state === "queued" || state === "claimed";

const aboutMessage = ({ campaignId }: queries.MessageKey, { variantId, domain }: queries.MessageRecord) => ({
  campaignId,
  variantId,
  domain,
});

/** Under the lock of the address, with contact and message as they are then. */
async function withMessage(
  ctx: Context,
  key: queries.MessageKey,
  run: (ctx: Context, contact: ContactRecord, message: queries.MessageRecord) => Promise<Booked>,
): Promise<Booked> {
  const address = await queries.findAddress(ctx.db, key.contactId);
  if (address === undefined) return "gone";
  return inTransaction(ctx, async (inner) => {
    await lockAddress(inner.db, address.fingerprint);
    const contact = await lockContact(inner.db, key.contactId);
    const message = await queries.lockMessage(inner.db, key);
    return contact === undefined || message === undefined ? "gone" : run(inner, contact, message);
  });
}
