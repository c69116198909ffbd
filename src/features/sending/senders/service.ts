import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { conflict, notFound, rateLimited, unavailable } from "../../../kernel/errors.ts";
import { addMs, hours, minutes, iso, secondsUntil } from "../../../kernel/local-time.ts";
import { requireShop } from "../../contacts/shops.ts";
import { requireMailAllowed } from "../../members/company-mail.ts";
import { lockCompany } from "../../members/queries.ts";
import { domainOf, parseOwnSenderAddress, parseSenderAddress } from "../domain-name.ts";
import { requireConnection } from "../connections/service.ts";
import { senderVerificationMailJob } from "./jobs.ts";
import { checkMonitoredDomainRecords, hasValidRecord } from "../dns-checks.ts";
import { findSendingDomainByName } from "../domains/queries.ts";
import { checkAndStoreSendingDomain } from "../domains/service.ts";
import * as queries from "./queries.ts";
import { maxSenders, type SenderChange, type SenderInput } from "./shapes.ts";
import { rejectIfNeeded, detachObject, findDependents } from "../../../hooks/deletion.ts";
import { senderHooks } from "./sender-hooks.ts";

export const presentSender = (row: queries.SenderRecord) => ({
  ...row,
  domain: domainOf(row.email),
  verified: row.verifiedAt !== null,
  verifiedAt: iso(row.verifiedAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: iso(row.updatedAt),
});

export async function listVerifiedSenders({ db }: Context, shopId: string | undefined) {
  await requireShop(db, shopId, "shop");
  return { items: (await queries.listVerifiedSenders(db, shopId)).map(presentSender) };
}

export async function getSender({ db }: Context, id: string): Promise<queries.SenderRecord> {
  const sender = await queries.findSender(db, id);
  if (sender === undefined) throw notFound("sender");
  return sender;
}

const replyAddress = (text: string | null) => (text === null ? null : parseSenderAddress("replyTo", text));

export async function createSender(ctx: Context, body: Static<typeof SenderInput>) {
  const sender = {
    email: parseOwnSenderAddress("email", body.email),
    name: body.name.trim(),
    replyTo: replyAddress(body.replyTo ?? null),
    shopId: body.shopId ?? null,
    connectionId: body.connectionId ?? null,
    verifiedAt: null,
  };
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    await requireShop(inner.db, sender.shopId);
    await requireConnection(inner, sender.connectionId);
    if ((await queries.countSenders(inner.db)) >= maxSenders) throw conflict("limit");
    const row = await queries.insertSender(inner.db, sender, inner.clock.now());
    inner.db.created(row.id);
    await requestVerificationMail(inner, row.id);
    return presentSender(row);
  });
  return conflictOnTakenName(write, "email");
}

export async function updateSender(ctx: Context, id: string, body: Static<typeof SenderChange>) {
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const before = await lockSenderOrThrow(inner, id);
    await requireShop(inner.db, body.shopId);
    await requireConnection(inner, body.connectionId);
    const email = body.email === undefined ? before.email : parseOwnSenderAddress("email", body.email);
    const hasNewAddress = email !== before.email;
    if (hasNewAddress) await rejectIfNeeded(inner, senderHooks, { target: id });
    const after = {
      email,
      name: body.name?.trim() ?? before.name,
      replyTo: body.replyTo === undefined ? before.replyTo : replyAddress(body.replyTo),
      shopId: body.shopId === undefined ? before.shopId : body.shopId,
      connectionId: body.connectionId === undefined ? before.connectionId : body.connectionId,
      verifiedAt: hasNewAddress ? null : before.verifiedAt,
    };
    const row = await queries.updateSender(inner.db, id, after, inner.clock.now());
    if (hasNewAddress) await requestVerificationMail(inner, id);
    return presentSender(row);
  });
  return conflictOnTakenName(write, "email");
}

async function lockSenderOrThrow({ db }: Context, id: string): Promise<queries.SenderRecord> {
  const sender = await queries.lockSender(db, id);
  if (sender === undefined) throw notFound("sender");
  return sender;
}

export async function deleteSender(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lockSenderOrThrow(inner, id);
    await rejectIfNeeded(inner, senderHooks, { target: id });
    await detachObject(inner, senderHooks, id);
    await queries.deleteSender(inner.db, id);
  });
}

const maxShownCampaigns = 100;

export async function getSenderUsage(ctx: Context, id: string) {
  await getSender(ctx, id);
  const counts = await queries.countCampaignsByStatus(ctx.db, id);
  const campaigns = await queries.listCampaignsOfSender(ctx.db, id, maxShownCampaigns);
  const countOf = (status: queries.SenderCampaignStatus) => counts.find((count) => count.status === status)?.n ?? 0;
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
    locked: (await findDependents(ctx, senderHooks, id)).length > 0,
    campaigns: campaigns.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  };
}

export async function resendVerificationMail(ctx: Context, id: string) {
  if (ctx.mailMode === "off") throw unavailable("mail");
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const sender = await lockSenderOrThrow(inner, id);
    if (sender.verifiedAt !== null) throw conflict("status");
    await rejectResendTooSoon(inner, id);
    await requestVerificationMail(inner, id);
    return { email: sender.email, at: inner.clock.now().toISOString() };
  });
}

const maxMailsPerDay = 20;
const resendPauseMs = minutes(1);

async function rejectResendTooSoon({ db, clock }: Context, senderId: string): Promise<void> {
  const now = clock.now();
  const [last] = (await queries.listVerificationMailTimes(db, addMs(now, -resendPauseMs))).filter(
    (mail) => mail.senderId === senderId,
  );
  if (last !== undefined) throw rateLimited("sender-mail", secondsUntil(addMs(last.at, resendPauseMs), now));
}

/** Counts under the company lock: verification mails to arbitrary addresses must not be usable for harassment. */
async function requestVerificationMail({ db, clock, jobs }: Context, senderId: string): Promise<void> {
  await requireMailAllowed(db);
  const now = clock.now();
  const times = await queries.listVerificationMailTimes(db, addMs(now, -hours(24)));
  const first = times[times.length - maxMailsPerDay];
  if (first !== undefined) throw rateLimited("sender-mail", secondsUntil(addMs(first.at, hours(24)), now));
  await queries.insertVerificationMail(db, senderId, now);
  await jobs.send(db, senderVerificationMailJob, { tenantId: db.tenantId, senderId });
}

/** Looks up the DNS records of the sender's domain; a sending domain of the company gets the result stored. */
export async function checkSender(ctx: Context, id: string) {
  const sender = await getSender(ctx, id);
  const domain = domainOf(sender.email);
  const known = await findSendingDomainByName(ctx.db, domain);
  const records =
    known === undefined
      ? await checkMonitoredDomainRecords(ctx, domain, [])
      : await checkAndStoreSendingDomain(ctx, known);
  return {
    ...presentSender(sender),
    sendingDomainId: known?.id ?? null,
    domainVerified: known !== undefined && hasValidRecord(records, "dkim"),
    records,
  };
}
