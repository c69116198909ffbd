import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { insertUnanalyzedContacts } from "../../../tests/harness/factories/bulk-contacts.ts";
import { company, untilJournalSettled, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEndpointLoop, runEndpoints } from "../../../tests/harness/factories/webhook-endpoints.ts";
import { aWebhookReceiver, type WebhookReceiver } from "../../../tests/harness/factories/webhooks.ts";
import { waitingFor } from "../../../tests/harness/servers/lock-waits.ts";
import { contactsCreated } from "../../journal/events.ts";
import { appendEntries } from "../../journal/journal.ts";
import { days, hours, minutes } from "../../kernel/local-time.ts";
import { createOutbound, type Outbound } from "../../net/outbound.ts";
import { requeueDelivery } from "./deliveries/queries.ts";
import { deleteOldDeliveries } from "./deliveries/service.ts";
import { claimEndpoints, releaseEndpoint } from "./sending/claims.queries.ts";
import { enqueueNext } from "./sending/enqueue.ts";

const env = { WEBHOOK_ALLOW_PRIVATE: "1" };
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await aWebhookReceiver();
});
afterAll(() => receiver.close());
afterEach(async () => {
  receiver.reset();
  const { app } = await company(env);
  await app.db.sql`delete from webhook_endpoint`;
});

const create = (test: TestCompany, fields: Record<string, unknown> = {}) =>
  test.api.ok("createWebhookEndpoint", { body: { url: `${receiver.origin}/in`, events: ["new_contact"], ...fields } });

const toParams = ({ id }: { id: string }) => ({ params: { endpoint_id: id } });

const get = (test: TestCompany, endpoint: { id: string }) => test.api.ok("getWebhookEndpoint", toParams(endpoint));

async function someContacts(test: TestCompany, count: number): Promise<string[]> {
  await insertUnanalyzedContacts(test, count);
  const { sql, tenantId } = test.ctx.db;
  const rows = await sql<{ id: string }[]>`select id from contact where tenant_id = ${tenantId} order by id`;
  return rows.map(({ id }) => id);
}

const listDeliveries = async (test: TestCompany, endpoint: { id: string }, query: { state?: string } = {}) =>
  (await test.api.ok("listWebhookDeliveries", { ...toParams(endpoint), query })).items;

const ids = () => receiver.received.map(({ headers }) => headers["webhook-id"]);

const fail = (status: number) => {
  receiver.answer = (response) => void response.writeHead(status, { "x-reason": "away" }).end("not now");
};

type Change = (test: TestCompany, endpoint: { id: string }) => Promise<unknown>;

const other = "https://hooks.example.com/other";

/** The first call changes something before it is answered. */
function answerAfter(status: number, change: () => Promise<unknown>): void {
  let changing: Promise<unknown> | undefined;
  receiver.answer = (response) => {
    changing ??= change();
    void changing.then(() => response.writeHead(status).end());
  };
}

const listNotifications = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`select type, params from notification where tenant_id = ${db.tenantId} order by id`),
];

describe("deliveries", () => {
  it("are of the chosen events only, each once, from the registration on", async () => {
    const test = await company(env);
    const before = await test.aContact();
    const endpoint = await create(test, { events: ["updated_contact", "unsubscribed_contact"] });
    const body = { lastName: "Malá" };
    await test.api.ok("updateContact", { params: { id: before.id }, body });
    await test.aContact();
    await test.api.ok("unsubscribeContact", { params: { id: before.id }, body: {} });
    await runEndpoints(test);
    await runEndpoints(test, 30_000);
    const types = receiver.received.map((call) => String(Object(call.body).type));
    expect(types.toSorted()).toEqual(["unsubscribed_contact", "updated_contact", "updated_contact"]);
    expect(new Set(ids()).size).toBe(3);
    expect(await get(test, endpoint)).toMatchObject({ waiting: 0, lastStatus: 200, failingSince: null });
  });

  it("are batches of at most the chosen size, whose items have ids of their own", async () => {
    const test = await company(env);
    await create(test, { batchSize: 2 });
    const made = [await test.aContact(), await test.aContact(), await test.aContact()];
    await runEndpoints(test);
    const bodies = receiver.received
      .map(({ body }) => Object(body))
      .toSorted((a, b) => b.data.items.length - a.data.items.length);
    expect(bodies).toMatchObject([
      {
        type: "batch",
        timestamp: expect.any(String),
        data: { items: [{ type: "new_contact" }, { type: "new_contact" }] },
      },
      { type: "batch", data: { items: [{ data: { emailaddress: made[2]?.email } }] } },
    ]);
    const items = bodies.flatMap(({ data }) => data.items);
    expect(items.map(({ data }) => data.emailaddress)).toEqual(made.map(({ email }) => email));
    expect(Object.keys(items[0])).toEqual(["id", "type", "timestamp", "data"]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
  });

  it("continue behind the first hundred items", async () => {
    const test = await company(env);
    await create(test, { batchSize: 100 });
    for (let index = 0; index < 105; index += 1) await test.aContact();
    await runEndpoints(test);
    const sizes = receiver.received.map(({ body }) => Number(Object(body).data.items.length));
    expect(sizes.toSorted((left, right) => right - left)).toEqual([100, 5]);
  });

  it("continue inside of an entry of many contacts after a worker died there", async () => {
    const test = await company(env);
    const ids = await someContacts(test, 150);
    const endpoint = await create(test, { batchSize: 100 });
    const payload = { source: "import", to: "subscribed", lists: [], count: 150, contactIds: ids.join(",") };
    await appendEntries(test.ctx.db, [contactsCreated.entry({ contactId: null, at: test.clock.now(), payload })]);
    await untilJournalSettled(test.ctx.db);
    const now = test.clock.now();
    const [claim] = await claimEndpoints(test.app.db, { now, leaseMs: minutes(2), isFailing: false, limit: 1 });
    expect(claim?.id).toBe(endpoint.id);
    if (claim !== undefined) await enqueueNext(test.ctx, claim);
    await runEndpoints(test, minutes(1));
    expect(receiver.received).toEqual([]);
    await runEndpoints(test, minutes(2));
    const sizes = receiver.received.map(({ body }) => Number(Object(body).data.items.length));
    expect(sizes.toSorted((left, right) => right - left)).toEqual([100, 50]);
  });

  it("are tried again after 5 seconds, 5 and 30 minutes … with the same id and body, and do not hold others up", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    const first = await test.aContact();
    fail(500);
    await runEndpoints(test);
    expect(await listDeliveries(test, endpoint)).toMatchObject([
      { state: "pending", attempts: 1, status: 500, error: "status" },
    ]);
    expect(await get(test, endpoint)).toMatchObject({ waiting: 1, lastStatus: 500, failingSince: expect.any(String) });
    await runEndpoints(test, 4000);
    expect(ids()).toHaveLength(1);
    await runEndpoints(test, 2000);
    expect(ids()).toHaveLength(2);
    receiver.answer = (response) => void response.writeHead(204).end();
    const second = await test.aContact();
    await runEndpoints(test, minutes(1));
    const emails = () => receiver.received.map(({ body }) => Object(body).data.emailaddress);
    expect(emails().slice(2)).toEqual([second.email]);
    await runEndpoints(test, minutes(5));
    expect(emails().slice(3)).toEqual([first.email]);
    expect(new Set([ids()[0], ids()[1], ids()[3]]).size).toBe(1);
    expect(receiver.received[3]?.text).toBe(receiver.received[0]?.text);
    expect(await listDeliveries(test, endpoint, { state: "succeeded" })).toMatchObject([
      { attempts: 1 },
      { attempts: 3, status: 204, error: null, nextAttemptAt: null },
    ]);
  });

  it("fail after the tenth attempt, which disables the endpoint with a notification; switched on, it continues", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    fail(503);
    for (let attempt = 0; attempt < 10; attempt += 1) await runEndpoints(test, hours(24));
    expect(ids()).toHaveLength(10);
    expect(await listDeliveries(test, endpoint)).toMatchObject([
      { state: "failed", attempts: 10, nextAttemptAt: null },
    ]);
    expect(await get(test, endpoint)).toMatchObject({ active: false, disabledReason: "failing" });
    expect(await listNotifications(test)).toEqual([
      { type: "webhook_endpoint_disabled", params: { endpointId: endpoint.id, reason: "failing" } },
    ]);
    const missed = await test.aContact();
    receiver.reset();
    await runEndpoints(test, hours(1));
    expect(ids()).toEqual([]);
    const on = await test.api.ok("updateWebhookEndpoint", { ...toParams(endpoint), body: { active: true } });
    expect(on).toMatchObject({ active: true, disabledReason: null, failingSince: null });
    await runEndpoints(test, 30_000);
    expect(receiver.received.map(({ body }) => Object(body).data.emailaddress)).toEqual([missed.email]);
  });

  it("end at once with the answer 410, and what waits is sent when the endpoint is switched on", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    fail(410);
    await runEndpoints(test);
    expect(await get(test, endpoint)).toMatchObject({ active: false, disabledReason: "gone", waiting: 1 });
    await runEndpoints(test, hours(1));
    expect(ids()).toHaveLength(1);
    receiver.reset();
    await test.api.ok("updateWebhookEndpoint", { ...toParams(endpoint), body: { active: true } });
    await runEndpoints(test);
    expect(ids()).toHaveLength(1);
  });

  it.each([
    [
      "disabled",
      (test, { id }) => test.api.ok("updateWebhookEndpoint", { ...toParams({ id }), body: { active: false } }),
    ],
    ["changed", (test, { id }) => test.api.ok("updateWebhookEndpoint", { ...toParams({ id }), body: { url: other } })],
    ["given a new secret", (test, endpoint) => test.api.ok("rotateWebhookEndpointSecret", toParams(endpoint))],
    ["deleted", (test, endpoint) => test.api.call("deleteWebhookEndpoint", toParams(endpoint))],
  ] satisfies [string, Change][])("stop in the middle of a run once the endpoint is %s", async (_how, change) => {
    const test = await company(env);
    const endpoint = await create(test);
    for (let count = 0; count < 6; count += 1) await test.aContact();
    answerAfter(200, () => change(test, endpoint));
    await runEndpoints(test);
    expect(receiver.received.map((call) => call.url)).toEqual(["/in", "/in", "/in", "/in"]);
  });

  it("of a replay during a run begin with the next one", async () => {
    const test = await company(env);
    const from = test.clock.now().toISOString();
    const endpoint = await create(test);
    await test.aContact();
    answerAfter(200, () => test.api.ok("replayWebhookEndpoint", { ...toParams(endpoint), body: { from } }));
    await runEndpoints(test);
    await runEndpoints(test);
    expect(ids()).toEqual([ids()[0], ids()[0]]);
  });

  it("that are sent again while a run ends are seen by it", async () => {
    const test = await company(env);
    const { id: endpointId } = await create(test);
    await test.aContact();
    await runEndpoints(test);
    const [row] = await listDeliveries(test, { id: endpointId });
    await test.aContact();
    test.clock.advance(30_000);
    await untilJournalSettled(test.ctx.db);
    const now = test.clock.now();
    const [claim] = await claimEndpoints(test.app.db, { now, leaseMs: minutes(2), isFailing: false, limit: 1 });
    if (claim === undefined) throw new Error("no endpoint is due");
    const run = await test.ctx.db.transaction(async (inner) => {
      await requeueDelivery(inner, { endpointId, id: row?.id ?? "" }, now);
      const listWaiting = await waitingFor(inner, test.app.db);
      const released = releaseEndpoint(test.ctx.db, claim, new Date(now.getTime() + minutes(1)));
      await expect.poll(listWaiting).not.toEqual([]);
      return { released };
    });
    await run.released;
    await runEndpoints(test);
    expect(ids().filter((id) => id === row?.messageId)).toHaveLength(2);
  });

  it("record nothing on an endpoint that was changed during the call", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    const change = { ...toParams(endpoint), body: { url: other } };
    answerAfter(410, () => test.api.ok("updateWebhookEndpoint", change));
    await runEndpoints(test);
    expect(await get(test, endpoint)).toMatchObject({ active: true, failingSince: null, lastStatus: null });
    expect(await listDeliveries(test, endpoint)).toMatchObject([{ state: "pending", attempts: 1, status: 410 }]);
    expect(await listNotifications(test)).toEqual([]);
  });

  it("record nothing when the call was sent again meanwhile", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    fail(500);
    await runEndpoints(test);
    const [row] = await listDeliveries(test, endpoint);
    const again = { params: { endpoint_id: endpoint.id, delivery_id: row?.id ?? "" } };
    answerAfter(200, () => test.api.ok("resendWebhookDelivery", again));
    await runEndpoints(test, 6000);
    expect(await listDeliveries(test, endpoint)).toMatchObject([{ state: "pending", attempts: 0, status: 500 }]);
    expect(await get(test, endpoint)).toMatchObject({ lastStatus: 500, failingSince: expect.any(String) });
  });

  it("to failing receivers hold at most half of the runs", async () => {
    const test = await company(env);
    const { sql, tenantId } = test.ctx.db;
    const { id } = await create(test);
    await sql`
      insert into webhook_endpoint (tenant_id, url, description, events, batch_size, active, secret, created_at, due_at, begun, tx,
        entry_id, done, failing_since)
      select tenant_id, url || n, description, events, batch_size, active, secret, created_at, due_at, begun, tx, entry_id, done,
        created_at
      from webhook_endpoint, generate_series(1, 300) n where tenant_id = ${tenantId} and id = ${id}`;
    await test.aContact();
    await untilJournalSettled(test.ctx.db);
    const never = () => new Promise<never>(() => undefined);
    const loop = anEndpointLoop(test, { ...createOutbound({ allowPrivate: true }), open: never });
    expect(await loop.startTasks()).toHaveLength(129);
    expect(await loop.startTasks()).toEqual([]);
  });

  it("do not follow redirects, and reach no private address", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    receiver.answer = (response) => void response.writeHead(302, { location: `${receiver.origin}/elsewhere` }).end();
    await runEndpoints(test);
    expect(receiver.received.map((call) => call.url)).toEqual(["/in"]);
    await runEndpoints(test, 6000, createOutbound({ allowPrivate: false }));
    expect(receiver.received).toHaveLength(1);
    expect(await listDeliveries(test, endpoint)).toMatchObject([{ attempts: 2, status: null, error: "address" }]);
  });
});

describe("the log", () => {
  it("keeps the status of an answer whose body does not end in time", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    receiver.answer = (response) => void response.writeHead(200, { "x-id": "7" }).write("accepted");
    const outbound = createOutbound({ allowPrivate: true });
    const open: Outbound["open"] = (request) => outbound.open({ ...request, timeoutMs: 300 });
    await runEndpoints(test, 0, { ...outbound, open });
    const [row] = await listDeliveries(test, endpoint);
    expect(row).toMatchObject({ state: "succeeded", attempts: 1, status: 200, error: null });
    const input = { params: { endpoint_id: endpoint.id, delivery_id: row?.id ?? "" } };
    const { answer } = await test.api.ok("getWebhookDelivery", input);
    expect(answer).toMatchObject({ headers: { "x-id": "7" }, body: "accepted" });
  });

  it("shows request and answer, without the secret and with no more of the answer than 8 KB", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    const contact = await test.aContact();
    receiver.answer = (response) => void response.writeHead(200, { "x-id": "7" }).end("é\0".repeat(20_000));
    await runEndpoints(test);
    const [row] = await listDeliveries(test, endpoint);
    const input = { params: { endpoint_id: endpoint.id, delivery_id: row?.id ?? "" } };
    const detail = await test.api.ok("getWebhookDelivery", input);
    expect(detail).toMatchObject({
      messageId: ids()[0],
      types: ["new_contact"],
      items: 1,
      state: "succeeded",
      batch: false,
      request: {
        url: `${receiver.origin}/in`,
        headers: { "webhook-id": ids()[0], "webhook-signature": receiver.received[0]?.headers["webhook-signature"] },
        body: receiver.received[0]?.text,
      },
      answer: { headers: { "x-id": "7" } },
    });
    expect(detail.request.body).toContain(contact.email);
    expect(Buffer.byteLength(detail.answer.body ?? "")).toBeLessThanOrEqual(8192);
    expect(JSON.stringify(detail)).not.toContain("whsec_");
  });

  it("sends a call again with the same id", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    await runEndpoints(test);
    const [row] = await listDeliveries(test, endpoint);
    const params = { endpoint_id: endpoint.id, delivery_id: row?.id ?? "" };
    expect(await test.api.ok("resendWebhookDelivery", { params })).toMatchObject({ state: "pending", attempts: 0 });
    await runEndpoints(test);
    expect(ids()).toEqual([row?.messageId, row?.messageId]);
    expect(await listDeliveries(test, endpoint)).toMatchObject([{ state: "succeeded", attempts: 1 }]);
  });

  it("does not send a call again while the endpoint is inactive", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    await runEndpoints(test);
    await test.api.ok("updateWebhookEndpoint", { ...toParams(endpoint), body: { active: false } });
    const [row] = await listDeliveries(test, endpoint);
    const input = { params: { endpoint_id: endpoint.id, delivery_id: row?.id ?? "" } };
    expect(await test.api.refused("resendWebhookDelivery", input)).toMatchObject({ status: 409, message: "inactive" });
    expect(await listDeliveries(test, endpoint)).toEqual([row]);
  });

  it("is that of one endpoint of one company", async () => {
    const test = await company(env);
    const stranger = await company();
    const endpoint = await create(test);
    const other = await create(test, { active: false });
    await test.aContact();
    await runEndpoints(test);
    const [row] = await listDeliveries(test, endpoint);
    const delivery_id = row?.id ?? "";
    for (const operation of ["getWebhookDelivery", "resendWebhookDelivery"] as const) {
      const own = { params: { endpoint_id: endpoint.id, delivery_id } };
      expect(await stranger.api.refused(operation, own)).toMatchObject({ status: 404, message: "endpoint" });
      const wrong = { params: { endpoint_id: other.id, delivery_id } };
      expect(await test.api.refused(operation, wrong)).toMatchObject({ status: 404, message: "delivery" });
    }
  });

  it("is kept for 7 days; what waits stays", async () => {
    const test = await company(env);
    const endpoint = await create(test);
    await test.aContact();
    await runEndpoints(test);
    await test.aContact();
    fail(500);
    await runEndpoints(test, 30_000);
    const purge = (after: number) => deleteOldDeliveries(test.ctx.db, new Date(test.clock.now().getTime() + after));
    await purge(days(7) - hours(1));
    expect(await listDeliveries(test, endpoint)).toHaveLength(2);
    await purge(days(7) + hours(1));
    expect(await listDeliveries(test, endpoint)).toMatchObject([{ state: "pending" }]);
  });

  it("loses an erased person: their items, the answers, and what is not sent yet", async () => {
    const test = await company(env);
    const endpoint = await create(test, { batchSize: 10 });
    const other = await test.aContact();
    const erased = await test.aContact();
    receiver.answer = (response) => void response.writeHead(200).end(`created ${erased.email}`);
    await runEndpoints(test);
    const single = await create(test, { events: ["updated_contact"] });
    await test.api.ok("updateContact", { params: { id: erased.id }, body: { lastName: "Malá" } });
    fail(500);
    await runEndpoints(test, 30_000);
    await test.api.ok("eraseContact", { params: { id: erased.id }, body: { confirm: true } });
    const [batch] = await listDeliveries(test, endpoint);
    const [canceled] = await listDeliveries(test, single);
    const getDetail = (endpoint_id: string, delivery_id = "") =>
      test.api.ok("getWebhookDelivery", { params: { endpoint_id, delivery_id } });
    const kept = await getDetail(endpoint.id, batch?.id);
    expect(kept).toMatchObject({ items: 1, redacted: true, answer: { headers: null, body: null } });
    expect(kept.request.body).toContain(other.email);
    expect(kept.request.body).not.toContain(erased.email);
    const gone = await getDetail(single.id, canceled?.id);
    expect(gone).toMatchObject({ items: 0, state: "canceled", nextAttemptAt: null, request: { body: "" } });
    const input = { params: { endpoint_id: single.id, delivery_id: canceled?.id ?? "" } };
    expect(await test.api.refused("resendWebhookDelivery", input)).toMatchObject({ status: 409, message: "redacted" });
    const rows = await test.ctx.db.sql`select * from webhook_delivery where tenant_id = ${test.tenantId}`;
    expect(JSON.stringify(rows)).not.toContain(erased.email);
  });
});
