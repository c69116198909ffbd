import { describe, expect, it, vi } from "vitest";
import { company, untilJournalSettled } from "../../tests/harness/factories/company.ts";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { connect } from "../db/client.ts";
import type { TenantDb } from "../db/tenant.ts";
import type { JournalEntry } from "./entry.ts";
import { contactUpdated, emailsSent } from "./events.ts";
import { appendEntries, openCursor, readEntries, readRange } from "./journal.ts";
import { dropJournalPartitionsBefore, createJournalPartitions } from "./partitions.ts";

const entry = (contactId: string) => contactUpdated.entry({ contactId, at: new Date(), payload: { fields: [] } });

/**
 * Reads like a listener until this many entries came. Transactions of other tests in the same server may delay the
 * newest entries, as long transactions do in production.
 */
async function drain(db: TenantDb, reader: string, count: number): Promise<string[]> {
  const seen: string[] = [];
  const handle = async (_db: TenantDb, entries: readonly JournalEntry[]) => {
    seen.push(...entries.map(({ contactId }) => contactId ?? ""));
  };
  await vi.waitFor(
    async () => {
      await readEntries(db, reader, handle, { limit: 2 });
      if (seen.length < count) throw new Error(`heard ${seen.length} of ${count}`);
    },
    { timeout: 10_000, interval: 1 },
  );
  await readEntries(db, reader, handle, { limit: 2 });
  return seen;
}

describe("a reader", () => {
  it("gets entries written after its registration, in order, once", async () => {
    const { ctx } = await company();
    await appendEntries(ctx.db, [entry("1")]);
    await untilJournalSettled(ctx.db);
    await openCursor(ctx.db, "test");
    await appendEntries(ctx.db, [entry("2"), entry("3")]);
    await appendEntries(ctx.db, [entry("4")]);
    expect(await drain(ctx.db, "test", 3)).toEqual(["2", "3", "4"]);
    expect(await drain(ctx.db, "test", 0)).toEqual([]);
  });

  it("misses nothing of a transaction that began early and commits late", async () => {
    const { ctx } = await company();
    await openCursor(ctx.db, "test");
    const heard: string[] = [];
    await ctx.db.transaction(async (slow) => {
      await appendEntries(slow, [entry("1")]);
      await appendEntries(ctx.db, [entry("2")]);
      heard.push(...(await drain(ctx.db, "test", 0)));
      await appendEntries(slow, [entry("3")]);
    });
    heard.push(...(await drain(ctx.db, "test", 3 - heard.length)));
    expect(heard.toSorted()).toEqual(["1", "2", "3"]);
  });

  it("gets entries again whose handler failed, with the failed effects rolled back", async () => {
    const { ctx } = await company();
    await openCursor(ctx.db, "test");
    await appendEntries(ctx.db, [entry("1")]);
    const failing = () =>
      readEntries(ctx.db, "test", async (db) => {
        await appendEntries(db, [entry("9")]);
        throw new Error("no");
      });
    await vi.waitFor(() => expect(failing()).rejects.toThrow("no"), { timeout: 10_000, interval: 1 });
    expect(await drain(ctx.db, "test", 1)).toEqual(["1"]);
  });

  it("skips entries while its company has disabled it, and gets later ones when enabled", async () => {
    const { db } = (await company()).ctx;
    await openCursor(db, "wanting");
    await appendEntries(db, [entry("1")]);
    await untilJournalSettled(db);
    const heard: string[] = [];
    const read = (isUseful: boolean) =>
      readEntries(
        db,
        "wanting",
        async (_db, entries) => void heard.push(...entries.map(({ contactId }) => contactId ?? "")),
        {
          isEnabled: async () => isUseful,
        },
      );
    expect(await read(false)).toBe(0);
    await appendEntries(db, [entry("2")]);
    await untilJournalSettled(db);
    expect(await read(true)).toBe(1);
    expect(heard).toEqual(["2"]);
  });

  it("that works on ranges counts an entry of many contacts by its contacts", async () => {
    const { db } = (await company()).ctx;
    await openCursor(db, "ranges");
    const payload = { campaignId: "1", variantId: "1", count: 5, sent: {} };
    const sent = emailsSent.entry({ contactId: null, at: new Date(), payload });
    await appendEntries(db, [sent, entry("1"), sent, sent]);
    await untilJournalSettled(db);
    const steps = [];
    for (let step = 0; step < 4; step += 1)
      steps.push(await readRange(db, "ranges", async () => undefined, { limit: 7 }));
    expect(steps).toEqual([11, 5, 0, 0]);
  });

  it("shares work with another process without reading anything twice", async () => {
    const { ctx } = await company();
    await openCursor(ctx.db, "test");
    const ids = Array.from({ length: 60 }, (_, index) => String(index));
    for (const id of ids) await appendEntries(ctx.db, [entry(id)]);
    const heard: string[] = [];
    const handle = async (_db: TenantDb, entries: readonly JournalEntry[]) => {
      heard.push(...entries.map(({ contactId }) => contactId ?? ""));
    };
    while (heard.length < ids.length) {
      await Promise.all(Array.from({ length: 4 }, () => readEntries(ctx.db, "test", handle, { limit: 2 })));
    }
    expect(heard.toSorted()).toEqual(ids.toSorted());
  });
});

it("creates partitions ahead and drops whole months past retention", async () => {
  const sql = connect(databaseUrl(await copyTemplate()), { max: 1 });
  await createJournalPartitions(sql, new Date("2031-11-15"), new Date("2032-01-02"));
  await createJournalPartitions(sql, new Date("2031-11-15"), new Date("2032-01-02"));
  const dropped = await dropJournalPartitionsBefore(sql, new Date("2031-12-20"));
  expect(dropped).toContain("journal_2031_11");
  const left = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'journal'::regclass order by 1`;
  expect(left.map(({ name }) => name)).toEqual(["journal_2031_12", "journal_2032_01"]);
  await sql.end();
});
