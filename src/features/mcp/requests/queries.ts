import { singleRow } from "../../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { memberReference, type ActorRecord } from "../../members/actor.sql.ts";

type Member = ActorRecord["member"];
type Decision = "approved" | "declined" | "outdated";

export type RequestRecord = {
  id: string;
  state: "waiting" | Decision | "expired";
  operation: string;
  client: string;
  member: Member;
  preview: Record<string, unknown>;
  warnings: string[];
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  decidedBy: Member | null;
};

/** What the operation needs when it runs. */
export type RequestedCall = {
  holder: string;
  operation: string;
  client: string;
  memberId: string;
  /** The encrypted arguments; null once the request is decided or expired. */
  call: Uint8Array | null;
  snapshot: unknown;
};

export type NewRequest = Omit<RequestedCall, "call"> & {
  readonly call: Uint8Array;
  readonly campaignId: string | null;
  readonly preview: object;
  readonly warnings: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export async function insertRequest(db: TenantDb, row: NewRequest): Promise<string> {
  const json = (value: unknown) => db.sql`${JSON.stringify(value)}::text::jsonb`;
  const rows = await db.sql<{ id: string }[]>`
    insert into assistant_request (tenant_id, holder, member_id, client, operation, call, campaign_id, preview, warnings,
      snapshot, created_at, expires_at)
    values (${db.tenantId}, ${row.holder}, ${row.memberId}, ${row.client}, ${row.operation}, ${row.call}, ${row.campaignId},
      ${json(row.preview)}, ${json(row.warnings)}, ${json(row.snapshot)}, ${row.createdAt}, ${row.expiresAt})
    returning id`;
  return singleRow(rows).id;
}

/** The oldest request that waits for a decision about the campaign; tests of its e-mail decide nothing. */
export async function findWaitingRequest(db: TenantDb, campaignId: string, now: Date): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from assistant_request
    where tenant_id = ${db.tenantId} and state = 'waiting' and expires_at > ${now}
      and campaign_id = ${campaignId} and operation <> 'testCampaign'
    order by id limit 1`;
  return row?.id;
}

const stateAt = (db: TenantDb, now: Date) => db.sql`
  case when r.state = 'waiting' and r.expires_at <= ${now} then 'expired' else r.state end`;

const requests = (db: TenantDb, now: Date) => db.sql`
  select r.id, ${stateAt(db, now)} as state, r.operation, r.client, r.preview, r.warnings, r.created_at, r.expires_at,
    r.decided_at, ${memberReference(db, db.sql`r.member_id`)} as member, ${memberReference(db, db.sql`r.decided_by`)} as decided_by
  from assistant_request r where r.tenant_id = ${db.tenantId}`;

type RequestPage = { now: Date; state: string | undefined; limit: number; offset: number };

const hasState = (db: TenantDb, { now, state }: Pick<RequestPage, "now" | "state">) =>
  state === undefined ? db.sql`` : db.sql`and ${stateAt(db, now)} = ${state}`;

export async function listRequests(db: TenantDb, page: RequestPage): Promise<RequestRecord[]> {
  return db.sql<RequestRecord[]>`
    ${requests(db, page.now)} ${hasState(db, page)}
    order by r.created_at desc, r.id desc limit ${page.limit} offset ${page.offset}`;
}

export async function countRequests(db: TenantDb, filter: Pick<RequestPage, "now" | "state">): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from assistant_request r
    where r.tenant_id = ${db.tenantId} ${hasState(db, filter)}`;
  return singleRow(rows).total;
}

export async function findRequest(db: TenantDb, id: string, now: Date): Promise<RequestRecord | undefined> {
  const [row] = await db.sql<RequestRecord[]>`${requests(db, now)} and r.id = ${id}`;
  return row;
}

export async function getRequestedCall(db: TenantDb, id: string): Promise<RequestedCall> {
  return singleRow(
    await db.sql<RequestedCall[]>`
      select holder, operation, client, member_id, call, snapshot from assistant_request
      where tenant_id = ${db.tenantId} and id = ${id}`,
  );
}

/** Decides a waiting request once; false when it was decided before. */
export async function decideRequest(
  db: TenantDb,
  id: string,
  { state, memberId, at }: { state: Decision; memberId: string | null; at: Date },
): Promise<boolean> {
  const rows = await db.sql`
    update assistant_request set state = ${state}, decided_at = ${at}, decided_by = ${memberId}, call = null
    where tenant_id = ${db.tenantId} and id = ${id} and state = 'waiting' and expires_at > ${at} returning id`;
  return rows.length === 1;
}

/** Expired requests stay without what they would have done. */
export async function deleteExpiredCalls(db: SystemDb, now: Date): Promise<void> {
  await db.sql`update assistant_request set call = null where call is not null and expires_at <= ${now}`;
}

export async function updateCall(
  db: TenantDb,
  id: string,
  change: { from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const { count } = await db.sql`
    update assistant_request set call = ${change.to}
    where tenant_id = ${db.tenantId} and id = ${id} and call = ${change.from}`;
  return count === 1;
}

export async function deleteOldRequests(db: SystemDb, before: Date): Promise<void> {
  await db.sql`delete from assistant_request where created_at < ${before}`;
}
