import { throughLookUp } from "../../../db/distribution/look-up.ts";
import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";

export type SenderRecord = {
  id: string;
  email: string;
  name: string;
  replyTo: string | null;
  shopId: string | null;
  connectionId: string | null;
  verifiedAt: Date | null;
  createdAt: Date;
  updatedAt: Date | null;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, email, name, reply_to, shop_id, connection_id, verified_at, created_at, updated_at`;

export async function listSenders(db: TenantDb): Promise<SenderRecord[]> {
  return db.sql<SenderRecord[]>`select ${columns(db)} from sender where tenant_id = ${db.tenantId} order by id`;
}

export async function listVerifiedSenders(db: TenantDb, shopId: string | undefined): Promise<SenderRecord[]> {
  const ofShop = shopId === undefined ? db.sql`true` : db.sql`(shop_id is null or shop_id = ${shopId})`;
  return db.sql<SenderRecord[]>`
    select ${columns(db)} from sender
    where tenant_id = ${db.tenantId} and verified_at is not null and ${ofShop} order by id`;
}

export async function findSender(db: TenantDb, id: string): Promise<SenderRecord | undefined> {
  const [row] = await db.sql<SenderRecord[]>`
    select ${columns(db)} from sender where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** Locks the row until the end of the transaction. */
export async function lockSender(db: TenantDb, id: string): Promise<SenderRecord | undefined> {
  const [row] = await db.sql<SenderRecord[]>`
    select ${columns(db)} from sender where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export async function countSenders(db: TenantDb): Promise<number> {
  return singleRow(
    await db.sql<{ n: number }[]>`select count(*)::int as n from sender where tenant_id = ${db.tenantId}`,
  ).n;
}

export type SenderWrite = Pick<SenderRecord, "email" | "name" | "replyTo" | "shopId" | "connectionId" | "verifiedAt">;

export async function insertSender(
  db: TenantDb,
  sender: SenderWrite & { readonly operatorVerifiedAt?: Date },
  createdAt: Date,
): Promise<SenderRecord> {
  const row = { tenantId: db.tenantId, ...sender, createdAt };
  return singleRow(await db.sql<SenderRecord[]>`insert into sender ${db.sql(row)} returning ${columns(db)}`);
}

/** An address that has to be verified again is not verified by the operator any more. */
export async function updateSender(db: TenantDb, id: string, sender: SenderWrite, at: Date): Promise<SenderRecord> {
  const row = { ...sender, updatedAt: at, ...(sender.verifiedAt === null ? { operatorVerifiedAt: null } : {}) };
  return singleRow(
    await db.sql<SenderRecord[]>`
      update sender set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id} returning ${columns(db)}`,
  );
}

export async function deleteSender(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from sender_lookup where tenant_id = ${db.tenantId} and sender_id = ${id}`;
  await db.sql`delete from sender where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type SenderCampaignStatus = "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";

export async function countCampaignsByStatus(
  db: TenantDb,
  senderId: string,
): Promise<{ status: SenderCampaignStatus; n: number }[]> {
  return db.sql<{ status: SenderCampaignStatus; n: number }[]>`
    select status, count(*)::int as n from campaign
    where tenant_id = ${db.tenantId} and sender_id = ${senderId} group by status`;
}

export type SenderCampaign = { id: string; name: string; status: SenderCampaignStatus; createdAt: Date };

export async function listCampaignsOfSender(db: TenantDb, senderId: string, limit: number): Promise<SenderCampaign[]> {
  return db.sql<SenderCampaign[]>`
    select id, name, status, created_at from campaign
    where tenant_id = ${db.tenantId} and sender_id = ${senderId} order by created_at desc, id desc limit ${limit}`;
}

export async function insertVerificationMail(db: TenantDb, senderId: string, at: Date): Promise<void> {
  await db.sql`insert into sender_verification_mail (tenant_id, sender_id, at) values (${db.tenantId}, ${senderId}, ${at})`;
}

/** Times of verification mails, oldest first. */
export async function listVerificationMailTimes(db: TenantDb, since: Date): Promise<{ senderId: string; at: Date }[]> {
  return db.sql<{ senderId: string; at: Date }[]>`
    select sender_id, at from sender_verification_mail where tenant_id = ${db.tenantId} and at > ${since} order by at, id`;
}

export type SenderMailDetails = { email: string; companyName: string; language: string; timeZone: string };

export async function findSenderMailDetails(db: TenantDb, senderId: string): Promise<SenderMailDetails | undefined> {
  const [row] = await db.sql<SenderMailDetails[]>`
    select s.email, c.name as company_name, c.language, c.time_zone
    from sender s join company c on c.tenant_id = s.tenant_id
    where s.tenant_id = ${db.tenantId} and s.id = ${senderId} and s.verified_at is null`;
  return row;
}

export type NewSenderToken = { senderId: string; email: string; tokenHash: Buffer; expiresAt: Date };

export async function insertSenderToken(db: TenantDb, token: NewSenderToken): Promise<void> {
  await db.sql`insert into sender_lookup ${db.sql({ tenantId: db.tenantId, ...token })}`;
}

export type SenderByToken = { tenantId: string; id: string; email: string; companyName: string; isVerified: boolean };

/** Only if the sender still has the address that the link was sent to. */
export async function findSenderByToken(
  db: SystemDb,
  tokenHash: Buffer,
  now: Date,
): Promise<SenderByToken | undefined> {
  const { sql } = db;
  const lookUp = {
    table: "sender_lookup",
    idColumn: "sender_id",
    comparedColumn: "email",
    where: sql`l.token_hash = ${tokenHash} and l.expires_at > ${now}`,
    company: sql`s.tenant_id`,
  };
  return throughLookUp(
    db,
    lookUp,
    ({ from, where }) => sql<SenderByToken[]>`
      select s.tenant_id, s.id, s.email, c.name as company_name, s.verified_at is not null as is_verified
      from ${from}
      join sender s on s.tenant_id = l.tenant_id and s.id = l.sender_id and s.email = l.email
      join company c on c.tenant_id = s.tenant_id
      where ${where}`,
  );
}

export async function updateSenderVerified(db: TenantDb, { id, email }: SenderByToken, at: Date): Promise<boolean> {
  const rows = await db.sql`
    update sender set verified_at = coalesce(verified_at, ${at})
    where tenant_id = ${db.tenantId} and id = ${id} and email = ${email} returning id`;
  return rows.length > 0;
}

export async function deleteOldVerificationMails(db: SystemDb, now: Date, mailsBefore: Date): Promise<void> {
  await db.sql`delete from sender_lookup where expires_at <= ${now}`;
  await db.sql`delete from sender_verification_mail where at < ${mailsBefore}`;
}
