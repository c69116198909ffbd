import { joinNodes, node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";

export type FileUseRecord = { kind: string; id: string; name: string };

const maxUses = 100;

/** `references`: the statements of `allFileReferences` for the file's key. */
export async function listFileUses({ sql }: TenantDb, references: readonly SqlNode[]): Promise<FileUseRecord[]> {
  const all = toFragment(sql, joinNodes(references, node` union all `));
  return sql<FileUseRecord[]>`select distinct kind, id, name from (${all}) used order by kind, id limit ${maxUses}`;
}
