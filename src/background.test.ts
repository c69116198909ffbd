import { expect, it } from "vitest";
import { copyTemplate, databaseUrl } from "../tests/harness/database.ts";
import { prepareDatabase } from "./background.ts";
import { readConfig } from "./config.ts";
import { connect } from "./db/client.ts";
import { readMigrations } from "./db/migrate.ts";

it("is prepared by six processes at once, schema, queues and the journal's months", async () => {
  const url = databaseUrl(await copyTemplate("template0"));
  await Promise.all(Array.from({ length: 6 }, () => prepareDatabase(readConfig({}), url)));
  const sql = connect(url, { max: 1 });
  const [made] = await sql`
    select (select count(*)::int from schema_migration) as migrations,
      (select count(*)::int from pgboss.queue where name = 'action') as queues,
      (select count(*)::int from pg_inherits where inhparent = 'journal'::regclass) as months`;
  await sql.end();
  expect(made).toEqual({ migrations: readMigrations().length, queues: 1, months: 4 });
});
