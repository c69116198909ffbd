import { inPartsUnprepared } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows, type Part } from "../../db/parts.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { SourceKind } from "../../message-source.ts";
import { batchSize } from "./batches.queries.ts";

export type EnqueuedMessages = {
  readonly kind: SourceKind;
  readonly sourceId: string;
  /** A select of `id` (of the contact), `list_id`, `domain`, `variant_id` and `due_at`, ordered by contact. */
  readonly chosen: SqlNode;
  /** All of one variant, due at once and none of them cancelled. */
  readonly isUniform: boolean;
  /** Recipients of these variants are counted as written and get nothing. */
  readonly cancelledVariants: readonly string[];
  /** False where the caller calls `countQueuedMessages` in the same transaction. */
  readonly isCounted?: boolean;
};

/** Writes one message per chosen contact, in batches. Returns how many contacts were chosen and the last of them. */
export async function enqueueMessages(
  db: TenantDb,
  { kind, sourceId, chosen, isUniform, cancelledVariants, isCounted = true }: EnqueuedMessages,
): Promise<{ written: number; lastId: string | null }> {
  const { tenantId } = db;
  const sizes = node`select variant_id, sum(size) from batch group by variant_id order by variant_id`;
  const counted = isCounted ? [partIfRows("counted", ["batch"], addQueued(tenantId, sourceId, sizes))] : [];
  const rows = await inPartsUnprepared<{ written: number; lastId: string | null }>(
    db,
    [
      ...(isUniform ? numberSequentially(chosen) : numberByVariantAndTime(chosen, cancelledVariants)),
      part(
        "batch",
        ["numbered"],
        node`
      select number, variant_id, due_at, nextval(pg_get_serial_sequence('send_batch', 'id')) as id, count(*) as size
      from numbered group by number, variant_id, due_at`,
        "materialized",
      ),
      partIfRows(
        "batches",
        ["batch"],
        node`
      insert into send_batch (tenant_id, source_kind, source_id, id, variant_id, due_at, size)
      select ${tenantId}, ${kind}, ${sourceId}, id, variant_id, due_at, size from batch`,
      ),
      partIfRows(
        "written",
        ["numbered", "batch"],
        node`
      insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, list_id, domain)
      select ${tenantId}, ${sourceId}, n.id, n.variant_id, (array(select id from batch order by number))[n.number],
        n.list_id, n.domain
      from numbered n`,
      ),
      ...counted,
    ],
    isUniform
      ? lastPart(["numbered"], node`select count(*)::int as written, max(id) as last_id from numbered`)
      : lastPart(["chosen"], node`select count(*)::int as written, max(id) as last_id from chosen`),
  );
  return rows[0] ?? { written: 0, lastId: null };
}

/** `sizes` selects variants and how many of their messages were written, in order. */
const addQueued = (tenantId: string, sourceId: string, sizes: SqlNode): SqlNode => node`
  insert into message_state_count (tenant_id, source_id, variant_id, state, n)
  select ${tenantId}, ${sourceId}, variant_id, 'queued', n from (${sizes}) size (variant_id, n)
  on conflict (tenant_id, source_id, variant_id, state) do update set n = message_state_count.n + excluded.n`;

/** Counts messages that were written without it. */
export async function countQueuedMessages(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId }: { readonly sourceId: string; readonly variantId: string },
  written: number,
): Promise<void> {
  if (written === 0) return;
  await sql`${toFragment(sql, addQueued(tenantId, sourceId, node`values (${variantId}::bigint, ${written}::bigint)`))}`;
}

/** All of one variant and due at once: numbered in the order of their contacts. */
const numberSequentially = (chosen: SqlNode): readonly Part<SqlNode>[] => [
  part(
    "numbered",
    [],
    node`select *, (row_number() over () - 1) / ${batchSize} + 1 as number from (${chosen}) chosen`,
    "materialized",
  ),
];

/** A batch has one variant and one due time. */
const numberByVariantAndTime = (chosen: SqlNode, cancelled: readonly string[]): readonly Part<SqlNode>[] => [
  part("chosen", [], chosen, "materialized"),
  inlinedPart(
    "numbered",
    ["chosen"],
    node`
      select *, dense_rank() over (order by variant_id, due_at, part) as number from (
        select *, (row_number() over (partition by variant_id, due_at order by id) - 1) / ${batchSize} as part from chosen
        where variant_id <> all(string_to_array(${cancelled.join(",")}, ',')::bigint[])) parted`,
    "materialized",
  ),
];
