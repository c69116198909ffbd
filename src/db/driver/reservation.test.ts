import { setImmediate } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { copyTemplate, databaseUrl } from "../../../tests/harness/servers/database.ts";
import { connect, isConnectionLost, type ReservedSql, type Sql, type SqlTag } from "../client.ts";

let opened: Sql[] = [];
let database = "";

beforeAll(async () => {
  database = databaseUrl(await copyTemplate());
  await open()`create table note (id int generated always as identity, text text)`;
});

afterEach(async () => {
  await open()`truncate note`;
  await Promise.all(opened.map((sql) => sql.end({ timeout: 0 })));
  opened = [];
});

function open(max = 1): Sql {
  const sql = connect(database, { max });
  opened.push(sql);
  return sql;
}

const insertNote = (sql: SqlTag, text: string) => sql`insert into note (text) values (${text})`;

const notes = async () => (await open()<{ text: string }[]>`select text from note order by id`).map(({ text }) => text);

async function readAll(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of parts);
}

const ended = { code: "RESERVATION_ENDED" };

const calls: readonly (readonly [string, (sql: ReservedSql) => Promise<unknown>])[] = [
  ["a statement", (sql) => insertNote(sql, "stray")],
  ["a text", (sql) => sql.unsafe("insert into note (text) values ('stray')")],
  ["rows as bytes", (sql) => insertNote(sql, "stray").raw()],
  ["rows as values", (sql) => insertNote(sql, "stray").values()],
  ["a description", (sql) => insertNote(sql, "stray").describe()],
  ["a cursor", (sql) => readAll(sql`insert into note (text) values ('stray') returning id`.cursor(1))],
  ["a COPY of the server", (sql) => readAll(sql`copy note to stdout`.copyOut())],
  ["a COPY to the server", (sql) => sql`copy note (text) from stdin`.copyIn()],
  ["a text that runs alone", (sql) => sql.unsafe("rollback").alone()],
];

describe("a reservation that is over", () => {
  it.each(calls)("sends nothing to the next user's transaction: %s", async (_, call) => {
    const sql = open();
    const first = await sql.reserve();
    await first`select 1`;
    first.release();
    const next = await sql.reserve();
    await next`begin`;
    await insertNote(next, "next");
    await expect(call(first)).rejects.toMatchObject(ended);
    await next.commit();
    expect(await notes()).toEqual(["next"]);
  });

  it("rejects a statement that was created before, and names its place", async () => {
    const first = await open().reserve();
    const created = insertNote(first, "stray");
    first.release();
    const error = await created.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ ...ended, stack: expect.stringContaining("reservation.test.ts") });
    expect(await notes()).toEqual([]);
  });

  it.each(calls)("rejects as lost what is sent after its connection was closed: %s", async (_, call) => {
    const first = await open().reserve();
    await first`select 1`;
    first.discard();
    expect(await call(first).catch((reason: unknown) => reason)).toSatisfy(isConnectionLost);
    expect(await notes()).toEqual([]);
  });

  it("takes nothing from the next user when it is released or closed again", async () => {
    const sql = open();
    const first = await sql.reserve();
    first.release();
    const next = await sql.reserve();
    await next`begin`;
    await insertNote(next, "next");
    first.release();
    first.discard();
    await first.rollBack();
    const other = sql`select from note`.execute();
    await next`select 1`;
    await next.rollBack();
    expect(await other).toHaveLength(0);
  });

  it("takes nothing from the next user when its COPY is ended again", async () => {
    const sql = open();
    const rows = await sql`copy note (id) from stdin`.copyIn();
    await rows.write(Buffer.from("no number\n"));
    await expect(rows.end()).rejects.toMatchObject({ code: "22P02" });
    const next = await sql.reserve();
    await next`begin`;
    await insertNote(next, "next");
    await expect(rows.end()).rejects.toMatchObject({ code: "22P02" });
    const other = sql`select from note`.execute();
    await next`select 1`;
    await next.rollBack();
    expect(await other).toHaveLength(0);
  });
});

/** Inserts until it is refused. Failures of an aborted transaction do not stop it. */
async function insertUntilRefused(sql: SqlTag): Promise<void> {
  for (let n = 1; n <= 1000; n += 1) {
    const error = await insertNote(sql, `stray ${n}`).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error instanceof Error && "code" in error && error.code === ended.code) return;
  }
}

describe("a parallel branch of a transaction", () => {
  it("writes nothing after the transaction failed", async () => {
    let branch: Promise<void> | undefined;
    const transaction = open().begin(async (sql) => {
      const failing = sql`select 1 / 0`;
      branch = failing.catch(() => insertUntilRefused(sql)).then(() => undefined);
      await failing;
    });
    await expect(transaction).rejects.toThrow("division by zero");
    await branch;
    expect(await notes()).toEqual([]);
  });

  it("writes nothing between the rollback and its answer", async () => {
    let stray: Promise<unknown> | undefined;
    const transaction = open().begin(async (sql) => {
      await insertNote(sql, "first");
      stray = setImmediate().then(() => insertNote(sql, "stray").catch((reason: unknown) => reason));
      throw new Error("failed");
    });
    await expect(transaction).rejects.toThrow("failed");
    expect(await stray).toMatchObject(ended);
    expect(await notes()).toEqual([]);
  });

  it("writes in the transaction or not at all when nobody waits for it", async () => {
    let branch: Promise<void> | undefined;
    await open().begin(async (sql) => {
      await insertNote(sql, "first");
      branch = insertUntilRefused(sql);
    });
    await branch;
    expect(await open()`select distinct xmin::text from note`).toHaveLength(1);
  });

  it.each([
    ["a cursor", async (sql: SqlTag) => void (await sql`select generate_series(1, 5)`.cursor(2).next())],
    ["a COPY of the server", async (sql: SqlTag) => void (await sql`copy note to stdout`.copyOut().next())],
    ["a COPY to the server", async (sql: SqlTag) => void (await sql`copy note (text) from stdin`.copyIn())],
  ])("that leaves %s open fails the transaction instead of keeping it", async (_, start) => {
    const sql = open();
    const committed = sql.begin(async (inner) => {
      await insertNote(inner, "first");
      await start(inner);
    });
    await expect(committed).rejects.toThrow("while a cursor or COPY of it is open");
    const failed = sql.begin(async (inner) => {
      await insertNote(inner, "second");
      await start(inner);
      throw new Error("failed");
    });
    await expect(failed).rejects.toThrow("failed");
    expect(await notes()).toEqual([]);
  });

  it("reads no further with a cursor after the transaction failed", async () => {
    const sql = open();
    let pages: AsyncGenerator | undefined;
    const transaction = sql.begin(async (inner) => {
      pages = inner`select generate_series(1, 5)`.cursor(2);
      await pages.next();
      throw new Error("failed");
    });
    await expect(transaction).rejects.toThrow("failed");
    expect(await sql`select 1 as one`).toHaveLength(1);
    expect(await pages?.next().catch((reason: unknown) => reason)).toSatisfy(isConnectionLost);
  });
});
