import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { refuseTakenName } from "../../../db/names.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { encrypt } from "../../../kernel/crypto.ts";
import { conflict, notFound, unavailable } from "../../../kernel/errors.ts";
import { dayAt } from "../../../kernel/local-time.ts";
import { lockCompany } from "../../people/queries.ts";
import { readDomain } from "../domain-name.ts";
import { ifAnswered, inspectSigning, isOk, recordsToSet } from "../inspection.ts";
import { dkimKeyPlace } from "../outgoing.ts";
import type { CheckedRecord } from "../records.ts";
import { dailyLimit } from "../warm-up.ts";
import * as queries from "./queries.ts";
import { maxSendingDomains, type SendingDomainInput } from "./shapes.ts";

const makeKeyPair = promisify(generateKeyPair);

export function present(row: queries.SendingDomainRecord, now: Date) {
  const limit = row.warmUp ? dailyLimit(row.warmingSince ?? now, now) : null;
  const isVerified = row.verifiedAt !== null;
  return {
    ...row,
    verified: isVerified,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    returnPath: row.returnPathAt !== null,
    tracking: row.trackingAt !== null,
    warmUp: limit !== null,
    warmingSince: row.warmingSince?.toISOString() ?? null,
    dailyLimit: isVerified ? limit : null,
    sentToday: isVerified ? row.sentToday : null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

const todayOf = ({ clock, company }: Context): string => dayAt(clock.now(), company.timeZone);

export async function list(ctx: Context) {
  const now = ctx.clock.now();
  return (await queries.listDomains(ctx.db, todayOf(ctx))).map((row) => present(row, now));
}

async function getRecord(ctx: Context, id: string): Promise<queries.SendingDomainRecord> {
  const row = await queries.findDomain(ctx.db, id, todayOf(ctx));
  if (row === undefined) throw notFound("domain");
  return row;
}

const get = async (ctx: Context, id: string) => present(await getRecord(ctx, id), ctx.clock.now());

export async function create(ctx: Context, body: Static<typeof SendingDomainInput>) {
  const { db, dataKey } = ctx;
  const domain = readDomain(body.domain);
  if (dataKey === undefined) throw unavailable("data_key");
  const { publicKey, privateKey } = await makeKeyPair("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  // Another company may have the same domain: its key stands under another name.
  const dkimSelector = `pst${randomBytes(4).toString("hex")}`;
  const dkimPublicKey = publicKey.toString("base64");
  const write = inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if ((await queries.countDomains(inner.db)) >= maxSendingDomains) throw conflict("limit");
    const id = await queries.insertDomain(inner.db, {
      domain,
      dkimSelector,
      dkimPrivateKey: encrypt(dataKey, dkimKeyPlace(db.tenantId), privateKey),
      dkimPublicKey,
      warmUp: body.warmUp ?? true,
      checks: JSON.stringify(await recordsToSet(inner, { domain, dkimSelector, dkimPublicKey })),
      createdAt: inner.clock.now(),
    });
    return get(inner, id);
  });
  return refuseTakenName(write);
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { domain } = await getRecord(inner, id);
    const campaigns = await queries.countCampaignsOf(inner.db, domain);
    if (campaigns > 0) throw conflict("used", { campaigns });
    await queries.deleteDomain(inner.db, id);
  });
}

export async function check(ctx: Context, id: string) {
  await inspect(ctx, await getRecord(ctx, id));
  return get(ctx, id);
}

/** Asks the DNS and keeps what it said; a domain that is no more right signs no more, and the company is told. */
export async function inspect(ctx: Context, domain: queries.KeyedDomain): Promise<CheckedRecord[]> {
  const records = await inspectSigning(ctx, domain);
  const at = ctx.clock.now();
  const isVerified = isOk(records, "dkim");
  await inTransaction(ctx, async ({ db }) => {
    await queries.updateCheck(db, domain.id, {
      records,
      isVerified,
      hasReturnPath: isOk(records, "return_path"),
      hasTracking: isOk(records, "tracking"),
      at,
    });
    if (domain.verifiedAt === null || isVerified) return;
    await insertNotification(db, { type: "sending_domain_broken", params: { domain: domain.domain }, at });
  });
  return records;
}

/** What nobody asked for, once a day: DNS breaks without telling. Answers how many domains nobody knew about. */
export async function inspectAll(ctx: Context): Promise<number> {
  let unanswered = 0;
  for (const domain of await queries.listDomains(ctx.db, todayOf(ctx))) {
    if (!(await ifAnswered(inspect(ctx, domain)))) unanswered += 1;
  }
  return unanswered;
}
