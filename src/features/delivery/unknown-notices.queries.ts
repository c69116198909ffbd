import { addMs, hours } from "../../kernel/local-time.ts";
import type { TenantDb } from "../../db/tenant.ts";

export type NoticeOwner = { readonly ownerKind: "automation" | "form"; readonly ownerId: string };

/** A company is notified of an automation or a form at most once in this time. */
const intervalMs = hours(1);

/** Whether the company has to be notified: there are more than at the last time. */
export async function raiseNotice(
  { sql, tenantId }: TenantDb,
  { ownerKind, ownerId }: NoticeOwner,
  { n, at }: { readonly n: number; readonly at: Date },
): Promise<boolean> {
  const rows = await sql`
    insert into unknown_notice as u (tenant_id, owner_kind, owner_id, n, notified_at)
    values (${tenantId}, ${ownerKind}, ${ownerId}, ${n}, ${at})
    on conflict (tenant_id, owner_kind, owner_id) do update set n = excluded.n, notified_at = excluded.notified_at
    where excluded.n > u.n and u.notified_at <= ${addMs(at, -intervalMs)}
    returning owner_id`;
  return rows.length > 0;
}

/** Somebody decided: the company is notified of those that come after it. */
export async function lowerNotice(
  { sql, tenantId }: TenantDb,
  { ownerKind, ownerId }: NoticeOwner,
  remaining: number,
): Promise<void> {
  await sql`
    update unknown_notice set n = ${remaining}
    where tenant_id = ${tenantId} and owner_kind = ${ownerKind} and owner_id = ${ownerId} and n > ${remaining}`;
}
