import { expect, it } from "vitest";
import { readMigrations, splitStatements } from "../src/db/migrate.ts";

/** From here on a migration may run on a distributed database; the files by feature run on an empty one. */
const first = 100;

const later = readMigrations().filter(({ number }) => number >= first);

/** The text between the brackets of each `create table`. */
const createdTables = (sql: string) =>
  [...sql.matchAll(/create table (?:if not exists )?([a-z_]+) \((.*?)\n\)/gs)].map(([, name = "", body = ""]) => ({
    name,
    body,
  }));

it("distributes every table of companies before it gets foreign keys", () => {
  const wrong = later.flatMap(({ sql }) =>
    createdTables(sql)
      .filter(({ name, body }) => {
        const isOfCompany = /primary key \(tenant_id/.test(body);
        return isOfCompany && (/references/.test(body) || !sql.includes(`distribute_company_table('${name}')`));
      })
      .map(({ name }) => name),
  );
  expect(wrong).toEqual([]);
});

/** `insert … select` may ask for the time there. */
it("asks for the time in no CASE of an update, which a cluster refuses", () => {
  const wrong = later.filter(({ sql }) =>
    splitStatements(sql).some((text) => /^update [^]*?\bcase\b[^]*?\bnow\(\)/m.test(text)),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
