import { describe, expect, it } from "vitest";
import { company, testWorker, untilJournalSettled, type TestCompany } from "../../tests/harness/factories/company.ts";
import { loadBackground } from "../composition/background.ts";
import type { TenantDb } from "../db/tenant.ts";
import type { Worker } from "../feature.ts";
import { insertNotification } from "../jobs/queries.ts";
import { createLog } from "../log/log.ts";
import { journalEvents } from "./events.ts";
import { isAfter, listReadersBehind, openCursor, toRange, type JournalCursor } from "./journal.ts";
import { defineListener, defineRangeListener, type JournalListener } from "./listener.ts";
import { findCursor, listParked } from "./parked.queries.ts";
import { readBatch, retryEntry, retryParked } from "./parking.ts";

const log = createLog("silent");

const readOnce = (test: TestCompany, listener: JournalListener<Worker>) =>
  readBatch({ listener, db: test.ctx.db, deps: testWorker(test.app), log });

const retry = (test: TestCompany, listener: JournalListener<Worker>, reader = listener.reader) => {
  const { db } = test.ctx;
  return retryParked(db, reader, (entry) => retryEntry({ listener, db, deps: testWorker(test.app) }, entry));
};

async function isBehind({ ctx: { db } }: TestCompany, reader: string): Promise<boolean> {
  const cursor = await findCursor(db, reader);
  const found = await db.sql`
    select from journal where tenant_id = ${db.tenantId} and (tx, id) > (${cursor?.tx ?? "0"}, ${cursor?.id ?? "0"})`;
  return found.length > 0;
}

async function findEntry({ db }: TestCompany["ctx"], contactId: string): Promise<JournalCursor> {
  const [entry] = await db.sql<JournalCursor[]>`
    select tx, id from journal where tenant_id = ${db.tenantId} and contact_id = ${contactId} and type = 'contact_created'`;
  return entry ?? { tx: "0", id: "0" };
}

/** The listener with a fault: its transaction fails after its work when it would pass an entry, until it is mended. */
function withFault(
  listener: JournalListener<Worker>,
  fault: { isMended: boolean; entries: readonly JournalCursor[]; tenantId: string },
) {
  const fail = () => {
    throw new TypeError("cannot process eva@example.com");
  };
  const passes = async (db: TenantDb, after: JournalCursor | undefined) => {
    const reached = await findCursor(db, listener.reader);
    if (db.tenantId !== fault.tenantId || after === undefined || reached === undefined) return false;
    return fault.entries.some((entry) => isAfter(entry, after) && !isAfter(entry, reached));
  };
  const faulty: JournalListener<Worker> = {
    ...listener,
    read: (db, deps, until) =>
      db.transaction(async (inner) => {
        const after = await findCursor(inner, listener.reader);
        const handled = await listener.read(inner, deps, until);
        return !fault.isMended && (await passes(inner, after)) ? fail() : handled;
      }),
    readOne: async (db, deps, entry) => {
      const outcome = await listener.readOne(db, deps, entry);
      return fault.isMended ? outcome : fail();
    },
  };
  return faulty;
}

const { listeners } = await loadBackground();

describe.each(listeners.map(({ reader }) => reader))("%s", (reader) => {
  it("passes an entry that it cannot process and goes on, as do other companies; the entry can be retried", async () => {
    const [own, other] = [await company(), await company()];
    const listener = listeners.find((item) => item.reader === reader);
    if (listener === undefined) throw new Error("no listener");
    const contacts = [await own.aContact(), await own.aContact(), await own.aContact()];
    await other.aContact();
    for (const test of [own, other]) await untilJournalSettled(test.ctx.db);
    const entry = await findEntry(own.ctx, contacts[1]?.id ?? "");
    const fault = { isMended: false, entries: [entry], tenantId: own.tenantId };
    const faulty = withFault(listener, fault);
    for (let attempt = 1; attempt < 5; attempt += 1) await readOnce(own, faulty);
    expect(await listParked(own.ctx.db)).toEqual([]);
    // A listener that wants no entries of contacts passes them unread.
    const isWanted = listener.events === undefined || listener.events.some(({ type }) => type === "contact_created");
    await readOnce(other, faulty);
    expect(await isBehind(other, reader)).toBe(false);
    await readOnce(own, faulty);
    if (!isWanted) return;
    expect(await isBehind(own, reader)).toBe(false);
    const parked = {
      ...entry,
      reader,
      place: 0,
      type: "contact_created",
      errorClass: "TypeError",
      errorMessage: "cannot process [address]",
      attempts: 6,
      parkedAt: expect.any(Date),
    };
    expect(await listParked(own.ctx.db)).toEqual([parked]);
    expect(await retry(own, faulty)).toEqual({ processed: 0, gone: 0, parked: 1 });
    expect(await listParked(own.ctx.db)).toEqual([{ ...parked, attempts: 7 }]);
    fault.isMended = true;
    expect(await retry(own, faulty)).toEqual({ processed: 1, gone: 0, parked: 0 });
    expect(await retry(own, faulty)).toEqual({ processed: 0, gone: 0, parked: 0 });
    expect(await listParked(own.ctx.db)).toEqual([]);
  });

  it("is stopped in no company by a poison entry of any event that it reads", async () => {
    const [own, other] = [await company(), await company()];
    const listener = listeners.find((item) => item.reader === reader);
    if (listener === undefined) throw new Error("no listener");
    const events = listener.events ?? journalEvents;
    const entries = await addPoison(
      own.ctx.db,
      events.map(({ type }) => type),
    );
    await own.aContact();
    await other.aContact();
    for (const test of [own, other]) await untilJournalSettled(test.ctx.db);
    const faulty = withFault(listener, { isMended: false, entries, tenantId: own.tenantId });
    for (let attempt = 0; attempt < 40 && (await isBehind(own, reader)); attempt += 1) {
      await readOnce(own, faulty);
      await readOnce(other, faulty);
    }
    expect([await isBehind(own, reader), await isBehind(other, reader)]).toEqual([false, false]);
    expect((await listParked(own.ctx.db)).map(({ type }) => type).toSorted()).toEqual(
      events.map(({ type }) => type).toSorted(),
    );
    expect(await listParked(other.ctx.db)).toEqual([]);
  });
});

/** An entry of each type without facts. */
const addPoison = ({ sql, tenantId }: TenantDb, types: readonly string[]): Promise<JournalCursor[]> =>
  sql<JournalCursor[]>`
    insert into journal (tenant_id, at, type, payload)
    select ${tenantId}, now(), type, '{}' from unnest(${[...types]}::text[]) type
    returning tx, id`;

/** Notes every entry once in the database, and fails afterwards for those that are poison. */
const noteEntry = (db: TenantDb, { id }: { readonly id: string }) =>
  insertNotification(db, { type: "welcome", params: { id }, at: new Date() });

async function notedIds({ sql, tenantId }: TenantDb): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select params->>'id' as id from notification where tenant_id = ${tenantId} and type = 'welcome'`;
  return rows.map(({ id }) => id).toSorted();
}

type Row = JournalCursor & { contactId: string };

/** An entry of each type with contact 1, which is poison, before one with contact 2. */
async function addEntries({ sql, tenantId }: TenantDb): Promise<Row[]> {
  await sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select ${tenantId}, now(), t.type, c.id, '{"count": 1}'
    from unnest(${journalEvents.map(({ type }) => type)}::text[]) t(type), generate_series(1, 2) c(id) order by t.type, c.id`;
  return sql<Row[]>`select tx, id, contact_id from journal where tenant_id = ${tenantId} order by tx, id`;
}

const reader = "parking.test";

type Fault = { isMended: boolean; error?: Error };

const failFor = (fault: Fault, contactIds: readonly (string | null)[]) => {
  if (!fault.isMended && contactIds.includes("1")) throw fault.error ?? new RangeError("poison");
};

const entryListener = (fault: Fault): JournalListener<Worker> =>
  defineListener({
    reader,
    events: journalEvents,
    handle: async (db, entries, _deps: Worker) => {
      for (const entry of entries) await noteEntry(db, entry);
      failFor(
        fault,
        entries.map(({ contactId }) => contactId),
      );
    },
  });

const rangeListener = (fault: Fault): JournalListener<Worker> =>
  defineRangeListener({
    reader,
    handle: async (db, { after, to }, _deps: Worker) => {
      const rows = await db.sql<Row[]>`
        select tx, id, contact_id from journal
        where tenant_id = ${db.tenantId} and (tx, id) > (${after.tx}, ${after.id}) and (tx, id) <= (${to.tx}, ${to.id})`;
      for (const row of rows) await noteEntry(db, row);
      failFor(
        fault,
        rows.map(({ contactId }) => contactId),
      );
    },
  });

describe.each([
  ["entries", entryListener],
  ["ranges", rangeListener],
])("a reader of %s", (_kind, create) => {
  it("processes every entry exactly once, with poison among each type", async () => {
    const test = await company();
    const { db } = test.ctx;
    await openCursor(db, reader);
    const rows = (await addEntries(db)).filter(({ contactId }) => contactId === "1" || contactId === "2");
    await untilJournalSettled(db);
    const fault = { isMended: false };
    const listener = create(fault);
    for (let attempt = 0; attempt < 40 && (await isBehind(test, reader)); attempt += 1) await readOnce(test, listener);
    const idsOf = (contactId: string) =>
      rows.flatMap((row) => (row.contactId === contactId ? [row.id] : [])).toSorted();
    expect(await notedIds(db)).toEqual(idsOf("2"));
    expect((await listParked(db)).map(({ id }) => id).toSorted()).toEqual(idsOf("1"));
    fault.isMended = true;
    const results = await Promise.all([retry(test, listener), retry(test, listener)]);
    expect(results.reduce((sum, { processed }) => sum + processed, 0)).toBe(journalEvents.length);
    expect(await notedIds(db)).toEqual(rows.map(({ id }) => id).toSorted());
  });
});

it("lets a reader wait longer and longer, and parks nothing when the database is the cause", async () => {
  const [test, other] = [await company(), await company()];
  const { db } = test.ctx;
  for (const one of [test, other]) {
    await openCursor(one.ctx.db, reader);
    await addEntries(one.ctx.db);
    await untilJournalSettled(one.ctx.db);
  }
  const error = Object.assign(new Error("canceling statement"), { name: "PostgresError", code: "57014" });
  const listener = entryListener({ isMended: false, error });
  const delays: number[] = [];
  const isDue = async (one: TestCompany, at: Date) =>
    (await listReadersBehind(test.app.db, [reader], at)).some(({ tenantId }) => tenantId === one.tenantId);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const before = test.clock.now();
    await readOnce(test, listener);
    const [cursor] = await db.sql<{ retryAt: Date }[]>`
      select retry_at from journal_cursor where tenant_id = ${db.tenantId} and reader = ${reader}`;
    delays.push(Math.round(((cursor?.retryAt.getTime() ?? 0) - before.getTime()) / 1000));
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(await listParked(db)).toEqual([]);
  expect([await isDue(test, test.clock.now()), await isDue(other, test.clock.now())]).toEqual([false, true]);
  test.clock.advance(61_000);
  expect(await isDue(test, test.clock.now())).toBe(true);
  await readOnce(test, entryListener({ isMended: true }));
  expect(await isBehind(test, reader)).toBe(false);
});

async function withParkedEntry(): Promise<{ test: TestCompany; contactId: string }> {
  const test = await company();
  const { db } = test.ctx;
  await openCursor(db, reader);
  const { id: contactId } = await test.aContact();
  await untilJournalSettled(db);
  const fault = { isMended: false, entries: [await findEntry(test.ctx, contactId)], tenantId: test.tenantId };
  const listener = withFault(entryListener({ isMended: true }), fault);
  for (let attempt = 0; attempt < 5; attempt += 1) await readOnce(test, listener);
  expect(await listParked(db)).toHaveLength(1);
  return { test, contactId };
}

it("forgets the parked entries of an erased contact", async () => {
  const { test, contactId } = await withParkedEntry();
  await test.api.ok("eraseContact", { params: { id: contactId }, body: { confirm: true } });
  expect(await listParked(test.ctx.db)).toEqual([]);
});

it("forgets, when it is retried, an entry that the journal does not keep any more", async () => {
  const { test, contactId } = await withParkedEntry();
  const { db } = test.ctx;
  const { after } = toRange(await findEntry(test.ctx, contactId));
  await db.sql`delete from journal where tenant_id = ${db.tenantId} and (tx, id) > (${after.tx}, ${after.id})`;
  const mended = entryListener({ isMended: true });
  expect(await retry(test, mended, "another")).toEqual({ processed: 0, gone: 0, parked: 0 });
  expect(await retry(test, mended)).toEqual({ processed: 0, gone: 1, parked: 0 });
});
