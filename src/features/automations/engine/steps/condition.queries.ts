import { node, runUnprepared } from "../../../../db/sql-node.ts";
import type { TenantDb } from "../../../../db/tenant.ts";
import type { CompileContext } from "../../../segments/compile-context.ts";
import { compileDefinition } from "../../../segments/compile.sql.ts";
import type { RuleGroup } from "../../../segments/grammar.ts";

/** The contacts that match the definition. A definition that names a deleted object matches no contact. */
export async function listMatching(
  db: TenantDb,
  { context, definition, ids }: { context: CompileContext; definition: RuleGroup; ids: readonly string[] },
): Promise<string[]> {
  if (context.hasMissingReference) return [];
  const rows = await runUnprepared<{ id: string }>(
    db,
    node`select c.id from contact c
      where c.tenant_id = ${db.tenantId} and c.id = any(${ids}::bigint[]) and ${compileDefinition(context, definition)}`,
  );
  return rows.map(({ id }) => id);
}
