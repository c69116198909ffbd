import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "../../src/db/client.ts";
import { checkDeliveries, listRecipients } from "./deliveries.ts";
import { isFull } from "../harness/scope.ts";
import { MailingProduct, type KillTarget } from "./mailing-product.ts";
import { cleanUp, waitFor, waitUntil } from "./product.ts";
import { noFaults, type RelayFaults } from "./sink.ts";

const recipientCount = isFull ? 20_000 : 2000;
const kills = isFull ? 20 : 3;
const timeoutMs = isFull ? 900_000 : 180_000;

/** The maximum of messages per worker that are in flight or being written. */
const maxInFlight = 4 * 100;

let mailing: MailingProduct;

beforeAll(async () => {
  mailing = await MailingProduct.start();
}, 120_000);

afterAll(async () => {
  await cleanUp();
  await mailing.sink.close();
});

/** A list of this many contacts. */
async function aList(mark: string, count: number): Promise<string> {
  const listId = await mailing.aList(mark);
  await mailing.import(
    listId,
    Array.from({ length: count }, (_, n) => `${mark}${n}@example${n % 7}.com`),
  );
  return listId;
}

const html = `<p>Hello {{df_name}}</p><a href="https://example.org/a">a</a>${"<p>text</p>".repeat(200)}`;

async function approve(listId: string, expectedRecipients: number): Promise<string> {
  const id = await mailing.aDraft(listId, html);
  await mailing.ok(`/campaigns/${id}/approve`, { expectedRecipients });
  return id;
}

const Detail = Type.Object({ status: Type.String(), counts: Type.Record(Type.String(), Type.Integer()) });

/** A killed HTTP process is restarted by its supervisor. */
const detail = (id: string) =>
  waitFor(() => mailing.api.read(`/campaigns/${id}`, Detail).catch(() => undefined), 60_000);

/** A throttled recipient waits a minute: the short run moves the next attempt forward. */
const untilCompleted = (id: string) =>
  waitUntil(async () => {
    if ((await detail(id)).status === "completed") return true;
    if (!isFull) await mailing.inDatabase((sql) => sql`update send_batch set due_at = now() where due_at > now()`);
    await delay(500);
    return false;
  }, timeoutMs);

/** The short run throttles a few times only. */
const manyFaults: RelayFaults = { busy: isFull ? 0.01 : 0.001, dropped: 0.002, droppedAfterEnd: 0.001, slowMs: 4 };

const isNothingLeased = async (sql: Sql) =>
  (await sql`select from send_batch where lease_until is not null limit 1`).length === 0;

async function waitForMoreSent(mark: string, count: number): Promise<void> {
  const now = () => mailing.sink.accepted.filter(({ to }) => to.startsWith(mark)).length;
  const goal = Math.min(recipientCount - 1, now() + count);
  await waitUntil(() => now() >= goal, timeoutMs);
}

it(
  "sends a campaign once to everybody while its processes are killed and the relay fails randomly",
  async () => {
    const mark = "kill";
    const listId = await aList(mark, recipientCount);
    mailing.sink.faults = manyFaults;
    const id = await approve(listId, recipientCount);
    const targets: KillTarget[] = ["worker", "database", "everything", "serve", "worker"];
    for (let count = 0; count < kills; count += 1) {
      // Every kill leaves unknown messages that are never sent: the others must suffice for all kills.
      await waitForMoreSent(mark, Math.floor((recipientCount / kills) * (0.4 + Math.random() * 0.3)));
      await mailing.kill(targets[count % targets.length] ?? "worker");
    }
    mailing.sink.faults = noFaults;
    await untilCompleted(id);
    // Two workers are killed with messages in flight; messages that the relay disconnected after their end are unknown
    // too.
    const rows = await checkDeliveries(mailing, id, {
      mark,
      unknownAtMost: kills * 2 * maxInFlight + Math.ceil(recipientCount * 0.01),
    });
    expect(rows).toHaveLength(recipientCount);
    expect(rows.filter(({ state }) => state !== "sent" && state !== "unknown")).toEqual([]);
  },
  timeoutMs * 2,
);

it(
  "stops at once when it is paused, continues when resumed, and skips contacts that unsubscribe meanwhile",
  async () => {
    const mark = "pause";
    const listId = await aList(mark, 1000);
    mailing.sink.faults = { ...noFaults, slowMs: 20 };
    const id = await approve(listId, 1000);
    await waitForMoreSent(mark, 100);
    await mailing.ok(`/campaigns/${id}/pause`, {});
    // Messages of a leased batch may be on their way; of a paused campaign no more are claimed.
    await waitUntil(() => mailing.inDatabase(isNothingLeased));
    const waiting = (await listRecipients(mailing, id)).filter(({ state }) => state === "queued").slice(-20);
    expect(waiting).toHaveLength(20);
    for (const { email } of waiting) {
      const found = await mailing.api.read(
        `/contacts?q=${encodeURIComponent(email)}`,
        Type.Object({ items: Type.Array(Type.Object({ id: Type.String() })) }),
      );
      await mailing.ok(`/contacts/${found.items[0]?.id ?? ""}/unsubscribe`, {});
    }
    await mailing.ok(`/campaigns/${id}/resume`, {});
    await untilCompleted(id);
    const rows = await checkDeliveries(mailing, id, { mark, unknownAtMost: 0 });
    const left = new Set(waiting.map(({ email }) => email));
    expect(
      rows
        .filter(({ state }) => state === "skipped")
        .map(({ email }) => email)
        .toSorted(),
    ).toEqual([...left].toSorted());
    expect(rows.filter(({ state }) => state === "sent")).toHaveLength(980);
    mailing.sink.faults = noFaults;
  },
  timeoutMs,
);
