import type { CitusNode } from "./cluster.ts";
import { withConnection } from "./cluster.ts";

/** Tables of all nodes, shards and hidden rows of the coordinator included, that contain the text. */
export async function listRowsMentioning(nodes: readonly CitusNode[], text: string): Promise<string[]> {
  const found = await Promise.all(nodes.map((node) => listTablesMentioning(node, text)));
  return found.flat().toSorted();
}

const listTablesMentioning = (node: CitusNode, text: string): Promise<string[]> =>
  withConnection(node.url("postrider"), async (sql) => {
    // Otherwise shards are hidden from clients, and a distributed table answers for all nodes.
    await sql`set citus.override_table_visibility to off`;
    await sql`set citus.enable_ddl_propagation to off`;
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind = 'r'`;
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await sql.unsafe(`select from ${name} t where position($1 in lower(t::text)) > 0 limit 1`, [text]);
      if (rows.length > 0) found.push(`${node.port} ${name}`);
    }
    return found;
  });
