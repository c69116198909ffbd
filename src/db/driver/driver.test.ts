import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { copyTemplate, databaseUrl } from "../../../tests/harness/servers/database.ts";
import { cutAfterBytes, cutBefore, cuts, databaseProxy } from "../../../tests/harness/servers/database-proxy.ts";
import { connect, isConnectionLost, type Sql } from "../client.ts";

const aProxy = databaseProxy();
const opened: Sql[] = [];
let database = "";

beforeAll(async () => {
  database = databaseUrl(await copyTemplate());
  await open(database)`create table note (id int primary key, text text)`;
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((sql) => sql.end({ timeout: 0 })));
});

function open(url: string, max = 2): Sql {
  const sql = connect(url, { max });
  opened.push(sql);
  return sql;
}

async function cuttable(max?: number) {
  const proxy = await aProxy(database);
  return { proxy, sql: open(proxy.url, max) };
}

/** "lost", or the rows. */
const settle = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (result) => (Array.isArray(result) ? [...result] : result),
    (error: unknown) => (isConnectionLost(error) ? "lost" : error),
  );

const notes = () => open(database)`select id from note order by id`;

const one = [{ one: 1 }];

describe.each(cuts)("a connection that is cut by a %s", (cut) => {
  it.each([
    ["at its first byte", 0],
    ["while it is opened", 20],
    ["at the end of its opening", 300],
  ])("%s fails its statement, and the next one runs", async (_, bytes) => {
    const { proxy, sql } = await cuttable(1);
    proxy.cutOnce(cutAfterBytes(bytes, cut, "server"));
    const both = [settle(sql`select 1 as one`), settle(sql`select ${1}::int as one`)];
    expect(await Promise.all(both)).toEqual(["lost", "lost"]);
    expect(await settle(sql`select 1 as one`)).toEqual(one);
  });

  it("fails the statements that were sent and those that wait for them", async () => {
    const { proxy, sql } = await cuttable(1);
    await sql`select 1`;
    proxy.cutOnce(cutBefore("cut_here", cut));
    const sent = [sql`select 'cut_here'`, sql`select ${1}::int as one`, sql`select ${2}::int + 1`, sql`select 4`];
    expect(await Promise.all(sent.map(settle))).toEqual(["lost", "lost", "lost", "lost"]);
    expect(await settle(sql`select 1 as one`)).toEqual(one);
  });

  it("in a transaction fails it, and nothing of it runs on another connection", async () => {
    const { proxy, sql } = await cuttable(1);
    await notes();
    proxy.cutOnce(cutBefore("cut_here", cut));
    const late: Promise<unknown>[] = [];
    const transaction = sql.begin(async (inner) => {
      await inner`insert into note (id) values (1)`;
      const queued = [inner`select 'cut_here'`, inner`insert into note (id) values (${2})`];
      late.push(...queued.map(settle));
      await Promise.all(late);
      late.push(settle(inner`insert into note (id) values (3)`));
      return Promise.all(queued);
    });
    expect(await settle(transaction)).toBe("lost");
    expect(await Promise.all(late)).toEqual(["lost", "lost", "lost"]);
    expect(await settle(sql`select 1 as one`)).toEqual(one);
    expect(await notes()).toEqual([]);
  });

  it("between two statements of a transaction fails the next one", async () => {
    const { proxy, sql } = await cuttable();
    const transaction = sql.begin(async (inner) => {
      await inner`insert into note (id) values (1)`;
      proxy.cutAll(cut);
      await expect.poll(() => countSessions(database)).toBe(0);
      return inner`insert into note (id) values (2)`;
    });
    expect(await settle(transaction)).toBe("lost");
    expect(await settle(sql`select 1 as one`)).toEqual(one);
    expect(await notes()).toEqual([]);
  });

  it("between two pages of a cursor fails it", async () => {
    const { proxy, sql } = await cuttable();
    const pages: number[] = [];
    const reading = async () => {
      for await (const page of sql`select generate_series(1, 5) as n`.cursor(2)) {
        pages.push(page.length);
        proxy.cutAll(cut);
        await expect.poll(() => countSessions(database)).toBe(0);
      }
    };
    expect(await settle(reading())).toBe("lost");
    expect(pages).toEqual([2]);
  });

  it("in a COPY of the server fails it", async () => {
    const { proxy, sql } = await cuttable();
    proxy.cutOnce(cutBefore("150000", cut, "server"));
    const reading = async () => {
      let bytes = 0;
      for await (const row of sql`copy (select generate_series(1, 300000)) to stdout`.copyOut()) bytes += row.length;
      return bytes;
    };
    expect(await settle(reading())).toBe("lost");
    expect(await settle(sql`select 1 as one`)).toEqual(one);
  });

  it.each([
    ["during the rows", "cut_here"],
    ["after the last row", "\x63\0\0\0\x04"],
  ])("in a COPY to the server, %s, fails it", async (_, text) => {
    const { proxy, sql } = await cuttable();
    const copying = async () => {
      const rows = await sql`copy note (id, text) from stdin`.copyIn();
      await rows.write(Buffer.from("1\tfirst\n"));
      proxy.cutOnce(cutBefore(text, cut));
      await rows.write(Buffer.from("2\tcut_here\n"));
      await rows.end();
    };
    expect(await settle(copying())).toBe("lost");
    expect(await settle(sql`select 1 as one`)).toEqual(one);
    expect(await notes()).toEqual([]);
  });

  it("lets those go on that are not lost, and serves what waits for a connection", async () => {
    const { proxy, sql } = await cuttable();
    const [first, second] = [await sql.reserve(), await sql.reserve()];
    await Promise.all([first`select 1`, second`select 1`]);
    const waiting = [settle(sql`select 1 as one`), settle(sql.begin((inner) => inner`select 1 as one`))];
    proxy.cutOnce(cutBefore("cut_here", cut));
    expect(await settle(first`select 'cut_here'`)).toBe("lost");
    expect(await Promise.all(waiting)).toEqual([one, one]);
    expect(await settle(second`select 1 as one`)).toEqual(one);
    first.release();
    second.release();
  });
});

async function countSessions(url: string): Promise<number> {
  const own = open(url, 1);
  const rows = await own`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and client_addr is not null`;
  await own.end();
  return rows.length;
}

it("a result after a statement that failed among its rows has no holes", async () => {
  const sql = open(database, 1);
  await expect(sql`select 10 / (5 - n) from generate_series(1, 10) n`).rejects.toThrow("division by zero");
  expect(await settle(sql`select 1 as one`)).toEqual(one);
});

it("the error of a COPY that comes after its last row is the server's", async () => {
  const sql = open(database);
  const transaction = sql.begin(async (inner) => {
    const rows = await inner`copy note (id, text) from stdin`.copyIn();
    await rows.write(Buffer.from("1\tfirst\nsecond\tline\n"));
    await rows.end();
  });
  await expect(transaction).rejects.toMatchObject({ name: "PostgresError", code: "22P02" });
  expect(await notes()).toEqual([]);
});

it("a text with its own BEGIN and COMMIT runs alone, and leaves no open transaction when it fails", async () => {
  const sql = open(database, 1);
  const failing = sql.unsafe("begin; insert into note (id) values (1); select 1 / 0; commit").alone();
  await expect(failing).rejects.toThrow("division by zero");
  expect(await settle(sql`select 1 as one`)).toEqual(one);
  expect(await notes()).toEqual([]);
});

it("arrays are read and written without asking the server for types", async () => {
  const sql = open(database);
  const at = new Date("2026-01-02T03:04:05.678Z");
  const row = {
    texts: ["a", 'b,"c"\\', "", "NULL", null],
    numbers: [1, -2],
    ids: ["9007199254740993"],
    times: [at],
    days: ["2026-02-28"],
    flags: [true, false],
    nested: [
      ["a", "b"],
      ["c", "d"],
    ],
    empty: [],
    documents: [{ a: 1 }],
  };
  const [read] = await sql`
    select ${row.texts}::text[] as texts, ${row.numbers}::int[] as numbers, ${row.ids}::bigint[] as ids,
      ${row.times.map((time) => time.toISOString())}::timestamptz[] as times, ${row.days}::date[] as days,
      '{t,f}'::bool[] as flags, ${row.nested}::text[] as nested, ${row.empty}::text[] as empty,
      ${row.documents.map((document) => JSON.stringify(document))}::jsonb[] as documents`;
  expect(read).toEqual(row);
});
