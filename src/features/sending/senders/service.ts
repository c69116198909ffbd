import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { refuseTakenName } from "../../../db/names.ts";
import { conflict, notFound, rateLimited, unavailable } from "../../../kernel/errors.ts";
import { addMs, hours, minutes } from "../../../kernel/local-time.ts";
import { requireShop } from "../../contacts/shops.ts";
import { lockCompany } from "../../people/queries.ts";
import { domainOf } from "../domain-name.ts";
import { readAddress } from "./address.ts";
import { senderMailJob } from "./jobs.ts";
import * as queries from "./queries.ts";
import { maxSenders, type SenderChange, type SenderInput } from "./shapes.ts";

export const present = (row: queries.SenderRecord) => ({
  ...row,
  domain: domainOf(row.email),
  verified: row.verifiedAt !== null,
  verifiedAt: row.verifiedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt?.toISOString() ?? null,
});

export async function listVerified({ db }: Context, shopId: string | undefined) {
  return { items: (await queries.listVerifiedSenders(db, shopId)).map(present) };
}

export async function getSender({ db }: Context, id: string): Promise<queries.SenderRecord> {
  const sender = await queries.findSender(db, id);
  if (sender === undefined) throw notFound("sender");
  return sender;
}

const replyAddress = (text: string | null) => (text === null ? null : readAddress("replyTo", text));

export async function create(ctx: Context, body: Static<typeof SenderInput>) {
  const sender = {
    email: readAddress("email", body.email),
    name: body.name.trim(),
    replyTo: replyAddress(body.replyTo ?? null),
    shopId: body.shopId ?? null,
    verifiedAt: null,
  };
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    await requireShop(inner.db, sender.shopId);
    if ((await queries.countSenders(inner.db)) >= maxSenders) throw conflict("limit");
    const row = await queries.insertSender(inner.db, sender, inner.clock.now());
    await bookLetter(inner, row.id);
    return present(row);
  });
  return refuseTakenName(write, "email");
}

export async function update(ctx: Context, id: string, body: Static<typeof SenderChange>) {
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const before = await lock(inner, id);
    await requireShop(inner.db, body.shopId);
    const email = body.email === undefined ? before.email : readAddress("email", body.email);
    const isMoved = email !== before.email;
    if (isMoved) await refuseUsed(inner, id);
    const after = {
      email,
      name: body.name?.trim() ?? before.name,
      replyTo: body.replyTo === undefined ? before.replyTo : replyAddress(body.replyTo),
      shopId: body.shopId === undefined ? before.shopId : body.shopId,
      verifiedAt: isMoved ? null : before.verifiedAt,
    };
    const row = await queries.updateSender(inner.db, id, after, inner.clock.now());
    if (isMoved) await bookLetter(inner, id);
    return present(row);
  });
  return refuseTakenName(write, "email");
}

async function lock({ db }: Context, id: string): Promise<queries.SenderRecord> {
  const sender = await queries.lockSender(db, id);
  if (sender === undefined) throw notFound("sender");
  return sender;
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lock(inner, id);
    await refuseUsed(inner, id);
    await queries.deleteSender(inner.db, id);
  });
}

async function refuseUsed({ db }: Context, id: string): Promise<void> {
  const campaigns = await queries.countOnTheirWay(db, id);
  if (campaigns > 0) throw conflict("used", { campaigns });
}

const shownCampaigns = 100;

export async function getUsage(ctx: Context, id: string) {
  await getSender(ctx, id);
  const counts = await queries.countCampaigns(ctx.db, id);
  const campaigns = await queries.listCampaigns(ctx.db, id, shownCampaigns);
  const countOf = (status: queries.Status) => counts.find((count) => count.status === status)?.n ?? 0;
  return {
    total: counts.reduce((sum, { n }) => sum + n, 0),
    byStatus: {
      draft: countOf("draft"),
      scheduled: countOf("scheduled"),
      sending: countOf("sending"),
      paused: countOf("paused"),
      completed: countOf("completed"),
      cancelled: countOf("cancelled"),
    },
    locked: (await queries.countOnTheirWay(ctx.db, id)) > 0,
    campaigns: campaigns.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  };
}

export async function resend(ctx: Context, id: string) {
  if (ctx.mailMode === "off") throw unavailable("mail");
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const sender = await lock(inner, id);
    if (sender.verifiedAt !== null) throw conflict("status");
    await refuseSoon(inner, id);
    await bookLetter(inner, id);
    return { email: sender.email, at: inner.clock.now().toISOString() };
  });
}

const lettersADay = 20;
const pauseMs = minutes(1);

async function refuseSoon({ db, clock }: Context, senderId: string): Promise<void> {
  const now = clock.now();
  const [last] = (await queries.listMailTimes(db, addMs(now, -pauseMs))).filter((mail) => mail.senderId === senderId);
  if (last !== undefined) throw rateLimited("sender-mail", secondsUntil(addMs(last.at, pauseMs), now));
}

/** Counted under the company's lock: a letter to an address that somebody typed must not become a way to annoy people. */
async function bookLetter({ db, clock, jobs }: Context, senderId: string): Promise<void> {
  const now = clock.now();
  const times = await queries.listMailTimes(db, addMs(now, -hours(24)));
  const first = times[times.length - lettersADay];
  if (first !== undefined) throw rateLimited("sender-mail", secondsUntil(addMs(first.at, hours(24)), now));
  await queries.insertMail(db, senderId, now);
  await jobs.send(db, senderMailJob, { tenantId: db.tenantId, senderId });
}

const secondsUntil = (at: Date, now: Date): number => Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));
