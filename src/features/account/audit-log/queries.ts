import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { AuditActor, auditOutcomes } from "../../../journal/audit.ts";

type AuditRecord = {
  id: string;
  at: Date;
  actor: AuditActor["kind"];
  memberId: string | null;
  email: string | null;
  keyId: string | null;
  keyName: string | null;
  client: string | null;
  operation: string;
  objectKind: string;
  objectId: string | null;
  outcome: (typeof auditOutcomes)[number];
  address: string | null;
  agent: string | null;
};

export type AuditFilters = {
  actor?: AuditActor["kind"];
  memberId?: string;
  keyId?: string;
  operation?: string;
  objectKind?: string;
  objectId?: string;
  from?: Date;
  to?: Date;
};

/** The index of the primary key gives the order; that of the object applies with `objectKind` and `objectId`. */
const conditions = ({ sql, tenantId }: TenantDb, filters: AuditFilters): Fragment => {
  const { actor, memberId, keyId, operation, objectKind, objectId, from, to } = filters;
  return sql`
    a.tenant_id = ${tenantId} and a.amends is null
    ${actor === undefined ? sql`` : sql`and a.actor = ${actor}`}
    ${memberId === undefined ? sql`` : sql`and a.member_id = ${memberId}`}
    ${keyId === undefined ? sql`` : sql`and a.key_id = ${keyId}`}
    ${operation === undefined ? sql`` : sql`and a.operation = ${operation}`}
    ${objectKind === undefined ? sql`` : sql`and a.object_kind = ${objectKind}`}
    ${objectId === undefined ? sql`` : sql`and a.object_id = ${objectId}`}
    ${from === undefined ? sql`` : sql`and a.at >= ${from}`}
    ${to === undefined ? sql`` : sql`and a.at < ${to}`}`;
};

export async function listAuditEntries(
  db: TenantDb,
  { offset, pageSize, ...filters }: AuditFilters & { offset: number; pageSize: number },
): Promise<AuditRecord[]> {
  return db.sql<AuditRecord[]>`
    select e.*, p.email, k.name as key_name
    from (
      select a.id, a.at, a.actor, a.member_id, a.key_id, a.client, a.operation, a.object_kind, a.object_id, a.address, a.agent,
        -- What amends an entry has its time and comes right after it.
        coalesce((
          select o.outcome from audit_entry o where o.tenant_id = a.tenant_id and o.at = a.at and o.amends = a.id
          limit 1), a.outcome) as outcome
      from audit_entry a where ${conditions(db, filters)}
      order by a.at desc, a.id desc limit ${pageSize} offset ${offset}
    ) e
    left join membership m on m.tenant_id = ${db.tenantId} and m.id = e.member_id
    left join person p on p.id = m.person_id
    left join api_key k on k.tenant_id = ${db.tenantId} and k.id = e.key_id
    order by e.at desc, e.id desc`;
}

export async function countAuditEntries(db: TenantDb, filters: AuditFilters): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from audit_entry a where ${conditions(db, filters)}`;
  return singleRow(rows).total;
}
