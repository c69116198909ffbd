import { afterAll, beforeAll, expect, it } from "vitest";
import { Type } from "typebox";
import { isFull } from "../harness/scope.ts";
import { checkDeliveries } from "./deliveries.ts";
import { MailingProduct } from "./mailing-product.ts";
import { cleanUp, waitFor, waitUntil } from "./product.ts";
import { noFaults, RecordingSink } from "./sink.ts";

const recipientCount = isFull ? 6000 : 1500;
const kills = isFull ? 6 : 2;
const timeoutMs = isFull ? 900_000 : 240_000;
/** The maximum of messages per worker and connection that are in flight or being written. */
const maxInFlight = 4 * 100;

let mailing: MailingProduct;
const refusing = new RecordingSink();
const dropping = new RecordingSink();
const last = new RecordingSink();

beforeAll(async () => {
  mailing = await MailingProduct.start({ MAIL_HOSTS_ALLOW_PRIVATE: "1" });
}, 120_000);

afterAll(async () => {
  await cleanUp();
  for (const sink of [mailing.sink, refusing, dropping, last]) await sink.close();
});

async function connect(name: string, sink: RecordingSink, fields: Record<string, unknown> = {}): Promise<string> {
  const server = { kind: "smtp", host: "127.0.0.1", port: await sink.listen(), security: "none" };
  const made = await mailing.ok("/sending/connections", {
    name,
    ...server,
    auth: "password",
    username: "user",
    secret: "password",
    ...fields,
  });
  return String(made["id"]);
}

const Detail = Type.Object({ status: Type.String() });

it(
  "loses nothing and sends nothing twice when a connection refuses the sign-in, its fallback drops messages and workers are killed",
  async () => {
    const mark = "conn";
    refusing.faults = { ...noFaults, refusedSignIns: 1 };
    dropping.faults = { ...noFaults, droppedAfterEnd: 0.01, slowMs: 4 };
    const third = await connect("Third", last);
    const second = await connect("Second", dropping);
    await connect("First", refusing, { isDefault: true, fallback: [second, third] });
    const listId = await mailing.aList(mark);
    await mailing.import(
      listId,
      Array.from({ length: recipientCount }, (_, n) => `${mark}${n}@example${n % 7}.com`),
    );
    const id = await mailing.aDraft(listId, "<p>Hello {{df_name}}</p>");
    await mailing.ok(`/campaigns/${id}/approve`, { expectedRecipients: recipientCount });
    for (let kill = 1; kill <= kills; kill += 1) {
      const goal = Math.floor((recipientCount * kill) / (kills + 2));
      await waitUntil(() => dropping.accepted.length + last.accepted.length >= goal, timeoutMs);
      await mailing.kill("worker");
      // From the last kill on the second connection refuses sessions, so that the third one takes the rest.
      if (kill === kills) dropping.faults = { ...noFaults, busy: 1 };
    }
    const isCompleted = async () =>
      (await waitFor(() => mailing.api.read(`/campaigns/${id}`, Detail).catch(() => undefined), 60_000)).status ===
      "completed";
    await waitUntil(async () => {
      if (await isCompleted()) return true;
      await mailing.inDatabase((sql) => sql`update send_batch set due_at = now() where due_at > now()`);
      return false;
    }, timeoutMs);
    // What the sink of the product took in this list is what all connections took.
    expect(mailing.sink.accepted).toEqual([]);
    expect(refusing.accepted).toEqual([]);
    mailing.sink.accepted.push(...dropping.accepted, ...last.accepted);
    const rows = await checkDeliveries(mailing, id, {
      mark,
      unknownAtMost: kills * 2 * maxInFlight + Math.ceil(recipientCount * 0.05),
    });
    expect(rows).toHaveLength(recipientCount);
    expect(rows.filter(({ state }) => state !== "sent" && state !== "unknown")).toEqual([]);
    expect(last.accepted.length).toBeGreaterThan(0);
  },
  timeoutMs * 2,
);
