import { expect, it } from "vitest";
import { connect } from "./client.ts";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { analyzeStaleTables } from "./planner-statistics.ts";

it("analyzes a table that has grown since its last ANALYZE", async () => {
  const sql = connect(databaseUrl(await copyTemplate()), { max: 1 });
  try {
    const rowsKnown = async () => {
      const [row] = await sql<
        { rows: number }[]
      >`select reltuples as rows from pg_class where relname = 'queue_schema_version'`;
      return row?.rows;
    };
    const grow = async (part: string) => {
      await sql`
        insert into queue_schema_version (part, fingerprint) select ${part}::text || n, '' from generate_series(1, 1500) n`;
      await sql`select pg_stat_force_next_flush()`;
    };
    await sql`analyze queue_schema_version`;
    const before = (await rowsKnown()) ?? 0;
    await grow("a");
    await analyzeStaleTables({ sql, isDistributed: false }, ["queue_schema_version", "company"]);
    expect(await rowsKnown()).toBe(before + 1500);
    await grow("b");
    await analyzeStaleTables({ sql, isDistributed: false }, ["company"]);
    expect(await rowsKnown()).toBe(before + 1500);
  } finally {
    await sql.end();
  }
});
