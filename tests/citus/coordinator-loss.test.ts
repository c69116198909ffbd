import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../src/db/tenant.ts";
import { contactUpdated } from "../../src/journal/events.ts";
import { appendEntries, openCursor, readEntries } from "../../src/journal/journal.ts";
import { checkDeliveries } from "../crash/deliveries.ts";
import { waitUntil } from "../crash/product.ts";
import { noFaults } from "../crash/sink.ts";
import { startWriters } from "../crash/writers.ts";
import { startClusterProduct, type ClusterProduct, type PlacedCompany } from "./cluster-product.ts";
import { withConnection } from "./cluster.ts";
import { findLosses, noLosses } from "./losses.ts";

let product: ClusterProduct;

beforeAll(async () => {
  product = await startClusterProduct();
}, 300_000);
afterAll(() => product.stop());

const kills = 4;
const recipientCount = 1000;
/** Messages in flight of two workers: their concurrent batches times the maximum group size. */
const maxInFlight = 2 * 3 * 100;

const Items = Type.Object({ total: Type.Integer(), items: Type.Array(Type.Object({ status: Type.String() })) });
const Campaign = Type.Object({ status: Type.String(), counts: Type.Record(Type.String(), Type.Integer()) });
const Statistics = Type.Object({ totals: Type.Object({ sent: Type.Integer() }) });

async function restartCoordinator(): Promise<void> {
  const { coordinator } = product.database.cluster;
  await coordinator.kill();
  await coordinator.start();
}

/** A company with clients that write, one that starts jobs, and an approved campaign. */
async function startWork(company: PlacedCompany, mark: string) {
  const { mailing } = company;
  const listId = await mailing.aList(mark);
  const emails = Array.from({ length: recipientCount }, (_, n) => `${mark}${n}@example.com`);
  await mailing.import(listId, emails);
  const campaignId = await mailing.aDraft(listId, "<p>Hello {{df_name}}</p>");
  await mailing.ok(`/campaigns/${campaignId}/approve`, { expectedRecipients: recipientCount });
  const writers = startWriters(mailing.api, 4);
  const stopping = new AbortController();
  const exporting = startExports(company, stopping.signal);
  return {
    company,
    mark,
    campaignId,
    writers,
    countWritten: () => writers.written.acknowledged.length,
    countSent: () => mailing.sink.accepted.filter(({ to }) => to.startsWith(mark)).length,
    stop: async () => {
      stopping.abort();
      await Promise.all([writers.stop(), exporting]);
    },
  };
}

type Work = Awaited<ReturnType<typeof startWork>>;

/** Every export is a row on the node of the company and a job on the coordinator. */
async function startExports({ mailing }: PlacedCompany, signal: AbortSignal): Promise<void> {
  const body = { name: "E", selection: "all", fields: ["email"], encoding: "utf-8" };
  while (!signal.aborted) {
    // Whether it was stored is seen in the list of exports.
    await mailing.api.call("/exports", { method: "POST", body }).catch(() => undefined);
    await delay(50);
  }
}

/** The campaign ends; a batch that waits for its next attempt is not waited for. */
async function untilCompleted({ company: { mailing }, campaignId }: Work) {
  await waitUntil(async () => {
    const { status } = await mailing.api.read(`/campaigns/${campaignId}`, Campaign);
    if (status === "completed") return true;
    await product.sql`update send_batch set due_at = now() where due_at > now()`;
    return delay(500, false);
  }, 240_000);
}

async function check(work: Work): Promise<void> {
  const { company, campaignId, mark, writers } = work;
  const { api } = company.mailing;
  expect(await findLosses(company, writers)).toEqual(noLosses);
  await untilCompleted(work);
  const rows = await checkDeliveries(company.mailing, campaignId, { mark, unknownAtMost: kills * maxInFlight });
  expect(rows).toHaveLength(recipientCount);
  const sent = rows.filter(({ state }) => state === "sent").length;
  const statistics = () => api.read(`/stats/campaigns/${campaignId}`, Statistics);
  await waitUntil(async () => (await statistics()).totals.sent === sent || delay(500, false), 60_000);
  // Jobs that were lost between the two commits are found again within two minutes.
  const isReady = async () => {
    const { total, items } = await api.read("/exports?pageSize=100", Items);
    return total === 0 || items.every(({ status }) => status === "ready") || delay(1000, false);
  };
  await waitUntil(isReady, 180_000);
}

it("loses nothing that was acknowledged when the coordinator is killed, and mails nobody twice", async () => {
  const { companies, database } = product;
  const { sink } = companies[0].mailing;
  sink.faults = { ...noFaults, slowMs: 30 };
  const works = await Promise.all([startWork(companies[0], "one"), startWork(companies[1], "other")]);
  for (let count = 0; count < kills; count += 1) {
    const goals = works.map((work) => ({
      work,
      written: work.countWritten() + 20,
      sent: Math.min(recipientCount / 2, work.countSent() + 50),
    }));
    const isReached = ({ work, written, sent }: (typeof goals)[number]) =>
      work.countWritten() >= written && work.countSent() >= sent;
    await waitUntil(() => goals.every(isReached), 120_000);
    await restartCoordinator();
  }
  sink.faults = noFaults;
  const written = works.map((work) => work.countWritten() + 50);
  await waitUntil(() => works.every((work, index) => work.countWritten() >= (written[index] ?? 0)), 120_000);
  await Promise.all(works.map((work) => work.stop()));
  for (const work of works) await check(work);
  // The coordinator settles the transactions that its nodes had prepared.
  const countPrepared = async () => {
    const counts = database.cluster.nodes.map((node) =>
      withConnection(node.url("postrider"), (sql) => sql`select from pg_prepared_xacts where gid like 'citus%'`),
    );
    return (await Promise.all(counts)).reduce((sum, rows) => sum + rows.length, 0);
  };
  await waitUntil(async () => (await countPrepared()) === 0 || delay(500, false), 60_000);
}, 900_000);

it("gives readers every entry of the journal, also those after a crash of the coordinator", async () => {
  const { ownerUrl } = product.database.urls;
  const [{ tenantId }] = product.companies;
  const pool = openPool(ownerUrl, 2, { isDistributed: true });
  const db = pool.forTenant(tenantId);
  const append = (contactId: string) =>
    appendEntries(db, [contactUpdated.entry({ contactId, at: new Date(), payload: { fields: [] } })]);
  const heard: (string | null)[] = [];
  const read = () =>
    readEntries(
      db,
      "test",
      async (_db, entries) => {
        heard.push(...entries.map(({ contactId }) => contactId));
      },
      { events: [contactUpdated] },
    );
  const untilHeard = (contactId: string) =>
    waitUntil(async () => {
      await read();
      return heard.includes(contactId);
    }, 20_000);
  try {
    await openCursor(db, "test");
    for (let round = 1; round <= 3; round += 1) {
      // Numbers of transactions that wrote nothing on the coordinator.
      await pool.sql.unsafe("do $$ begin for n in 1..2000 loop perform pg_current_xact_id(); commit; end loop; end $$");
      await append(`${round}1`);
      await untilHeard(`${round}1`);
      await restartCoordinator();
      await waitUntil(() =>
        append(`${round}2`).then(
          () => true,
          () => false,
        ),
      );
      await untilHeard(`${round}2`);
    }
    expect(heard).toEqual(["11", "12", "21", "22", "31", "32"]);
  } finally {
    await pool.close();
  }
}, 300_000);
