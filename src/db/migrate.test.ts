import { expect, it } from "vitest";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { connect } from "./client.ts";
import { appliedMigrations, migrate, readMigrations } from "./migrate.ts";

it("numbers migrations without a gap", () => {
  expect(readMigrations().map(({ number }) => number)).toEqual(readMigrations().map((_, index) => index + 1));
});

it("allows ten processes to start concurrently on an empty database", async () => {
  const url = databaseUrl(await copyTemplate("template0"));
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url)));
  expect(applied.flat()).toHaveLength(readMigrations().length);
  const sql = connect(url, { max: 1 });
  expect(await appliedMigrations(sql)).toEqual(readMigrations().map(({ number }) => number));
  await sql.end();
});

it("stops at a given migration, for a backup of an older version", async () => {
  const url = databaseUrl(await copyTemplate("template0"));
  expect((await migrate(url, { upTo: 2 })).map(({ number }) => number)).toEqual([1, 2]);
});
