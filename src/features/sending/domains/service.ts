import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { encrypt } from "../../../kernel/encryption.ts";
import { conflict, notFound, unavailable } from "../../../kernel/errors.ts";
import { dayAt, iso } from "../../../kernel/local-time.ts";
import { lockCompany } from "../../members/queries.ts";
import { requireConnection } from "../connections/service.ts";
import { parseDomainName } from "../domain-name.ts";
import { checkEachDomain, checkSendingDomainRecords, hasValidRecord, expectedRecords } from "../dns-checks.ts";
import { dkimKeyAssociatedData } from "../outgoing-sender.ts";
import type { CheckedDnsRecord } from "../dns-records.ts";
import { dailyLimit } from "../warm-up.ts";
import * as queries from "./queries.ts";
import { maxSendingDomains, type SendingDomainChange, type SendingDomainInput } from "./shapes.ts";
import { rejectIfNeeded } from "../../../hooks/deletion.ts";
import { sendingDomainHooks } from "./sending-domain-hooks.ts";

const generateKeyPairAsync = promisify(generateKeyPair);

export function presentSendingDomain(row: queries.SendingDomainRecord, now: Date) {
  const limit = row.warmUp ? dailyLimit(row.warmingSince ?? now, now) : null;
  const isVerified = row.verifiedAt !== null;
  return {
    ...row,
    verified: isVerified,
    verifiedAt: iso(row.verifiedAt),
    returnPath: row.returnPathAt !== null,
    tracking: row.trackingAt !== null,
    warmUp: limit !== null,
    warmingSince: iso(row.warmingSince),
    dailyLimit: isVerified ? limit : null,
    sentToday: isVerified ? row.sentToday : null,
    checkedAt: iso(row.checkedAt),
    createdAt: row.createdAt.toISOString(),
  };
}

const todayOf = ({ clock, company }: Context): string => dayAt(clock.now(), company.timeZone);

export async function listSendingDomains(ctx: Context) {
  const now = ctx.clock.now();
  return (await queries.listSendingDomains(ctx.db, todayOf(ctx))).map((row) => presentSendingDomain(row, now));
}

async function getSendingDomainRecord(ctx: Context, id: string): Promise<queries.SendingDomainRecord> {
  const row = await queries.findSendingDomain(ctx.db, id, todayOf(ctx));
  if (row === undefined) throw notFound("domain");
  return row;
}

const getSendingDomain = async (ctx: Context, id: string) =>
  presentSendingDomain(await getSendingDomainRecord(ctx, id), ctx.clock.now());

export async function createSendingDomain(ctx: Context, body: Static<typeof SendingDomainInput>) {
  const { db, dataKey } = ctx;
  const domain = parseDomainName(body.domain);
  if (dataKey === undefined) throw unavailable("data_key");
  const { publicKey, privateKey } = await generateKeyPairAsync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  // Another company may use the same domain with its own key, so the selector is random.
  const dkimSelector = `pst${randomBytes(4).toString("hex")}`;
  const dkimPublicKey = publicKey.toString("base64");
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if ((await queries.countSendingDomains(inner.db)) >= maxSendingDomains) throw conflict("limit");
    const id = await queries.insertSendingDomain(inner.db, {
      domain,
      dkimSelector,
      dkimPrivateKey: encrypt(dataKey, dkimKeyAssociatedData(db.tenantId), privateKey),
      dkimPublicKey,
      warmUp: body.warmUp ?? true,
      checks: JSON.stringify(await expectedRecords(inner, { domain, dkimSelector, dkimPublicKey })),
      createdAt: inner.clock.now(),
    });
    inner.db.created(id);
    return getSendingDomain(inner, id);
  });
  return conflictOnTakenName(write);
}

export async function updateSendingDomain(
  ctx: Context,
  id: string,
  { connectionId }: Static<typeof SendingDomainChange>,
) {
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    await getSendingDomainRecord(inner, id);
    await requireConnection(inner, connectionId);
    if (connectionId !== undefined) await queries.updateSendingDomainConnection(inner.db, id, connectionId);
    return getSendingDomain(inner, id);
  });
}

export async function deleteSendingDomain(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { domain } = await getSendingDomainRecord(inner, id);
    await rejectIfNeeded(inner, sendingDomainHooks, { target: domain });
    await queries.deleteSendingDomain(inner.db, id);
  });
}

export async function checkSendingDomain(ctx: Context, id: string) {
  await checkAndStoreSendingDomain(ctx, await getSendingDomainRecord(ctx, id));
  return getSendingDomain(ctx, id);
}

/** Stores the result of a DNS lookup. A verified domain whose DKIM record broke stops signing; the company is notified. */
export async function checkAndStoreSendingDomain(
  ctx: Context,
  domain: queries.SendingDomainKey,
): Promise<CheckedDnsRecord[]> {
  const records = await checkSendingDomainRecords(ctx, domain);
  const at = ctx.clock.now();
  const isVerified = hasValidRecord(records, "dkim");
  await inTransaction(ctx, async ({ db }) => {
    await queries.updateSendingDomainCheck(db, domain.id, {
      records,
      isVerified,
      hasReturnPath: hasValidRecord(records, "return_path"),
      hasTracking: hasValidRecord(records, "tracking"),
      at,
    });
    if (domain.verifiedAt === null || isVerified) return;
    await insertNotification(db, { type: "sending_domain_broken", params: { domain: domain.domain }, at });
  });
  return records;
}

/** Runs once a day: a company learns that its DNS broke without asking. Returns the number of failed lookups. */
export async function checkAllSendingDomains(ctx: Context): Promise<number> {
  const domains = await queries.listSendingDomains(ctx.db, todayOf(ctx));
  return checkEachDomain(domains, (domain) => checkAndStoreSendingDomain(ctx, domain));
}
