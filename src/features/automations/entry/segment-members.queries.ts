import { routed } from "../../../db/distribution/routed.ts";
import { inPartsUnprepared } from "../../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../../db/parts.ts";
import { node, runUnprepared, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { TriggerKey } from "./checks.queries.ts";

/** Stores the contacts that fulfil the condition on `contact c` as seen. */
export async function insertMembersSeen(db: TenantDb, key: TriggerKey, condition: SqlNode): Promise<void> {
  await runUnprepared(
    db,
    node`
      ${routed} insert into automation_segment_member (tenant_id, automation_id, node, contact_id)
      select ${db.tenantId}, ${key.automationId}, ${key.node}, c.id from contact c where ${condition}
      on conflict do nothing`,
  );
}

/**
 * Compares the contacts that fulfil the condition with those seen before, in one statement. Returns those who came, at most
 * `limit`; the others come with the next call.
 */
export async function updateMembersSeen(
  db: TenantDb,
  key: TriggerKey,
  { condition, limit }: { condition: SqlNode; limit: number },
): Promise<string[]> {
  const own = node`m.tenant_id = ${db.tenantId} and m.automation_id = ${key.automationId} and m.node = ${key.node}`;
  const rows = await inPartsUnprepared<{ id: string }>(
    db,
    [
      part("hit", [], node`select c.id from contact c where ${condition}`, "materialized"),
      part(
        "came",
        ["hit"],
        node`
        select id from hit where not exists (select from automation_segment_member m where ${own} and m.contact_id = hit.id)
        order by id limit ${limit}`,
        "materialized",
      ),
      part(
        "gone",
        ["hit"],
        node`
        delete from automation_segment_member m where ${own} and not exists (select from hit where hit.id = m.contact_id)`,
      ),
      partIfRows(
        "added",
        ["came"],
        node`
        insert into automation_segment_member (tenant_id, automation_id, node, contact_id)
        select ${db.tenantId}, ${key.automationId}, ${key.node}, id from came`,
      ),
    ],
    lastPart(
      ["came"],
      node`
      select id from came order by id`,
    ),
  );
  return rows.map(({ id }) => id);
}
