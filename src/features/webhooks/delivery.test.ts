import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, untilJournalSettled, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  aDeliverer,
  aWebhookReceiver,
  runWebhooks,
  runWebhooksAgain,
  type WebhookReceiver,
} from "../../../tests/harness/factories/webhooks.ts";
import { contactsCreated, emailOpened } from "../../journal/events.ts";
import { appendEntries } from "../../journal/journal.ts";
import { listParked } from "../../journal/parked.queries.ts";
import { retryParked } from "../../journal/parking.ts";
import { minutes } from "../../kernel/local-time.ts";
import { createOutbound, OutboundError, type Outbound } from "../../net/outbound.ts";
import { retryItem } from "./parked-items.ts";

const env = { WEBHOOK_ALLOW_PRIVATE: "1" };
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await aWebhookReceiver();
});
afterAll(() => receiver.close());
afterEach(async () => {
  receiver.reset();
  // The loop runs the webhooks of all companies.
  const { app } = await company(env);
  await app.db.sql`delete from webhook`;
});

const create = (test: TestCompany, fields: Record<string, unknown> = {}) =>
  test.api.ok("createAccountWebhook", { body: { url: `${receiver.origin}/in`, event: "new_contact", ...fields } });

const find = async (test: TestCompany, { id }: { id: string }) =>
  (await test.api.ok("listAccountWebhooks")).items.find((item) => item.id === id);

const emails = (path = "/in") =>
  receiver.bodiesAt(path).map((body) => (Array.isArray(body) ? body[0].emailaddress : body));

const addContacts = async (test: TestCompany, count: number): Promise<string[]> => {
  const made: string[] = [];
  while (made.length < count) made.push((await test.aContact()).email);
  return made;
};

const fail = (status: number) => {
  receiver.answer = (response) => void response.writeHead(status).end();
};

const listNotifications = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`select type, params from notification where tenant_id = ${db.tenantId} order by id`),
];

describe("a webhook", () => {
  it("gets what happens after its registration, with the headers of the specification", async () => {
    const test = await company(env);
    await test.aContact();
    await create(test, { basicAuth: { login: "shop", password: "pass:wörd" } });
    const contact = await test.aContact();
    await runWebhooks(test);
    expect(emails()).toEqual([contact.email]);
    const [call] = receiver.received;
    expect(call?.method).toBe("POST");
    expect(call?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Service-Webhook/1",
      authorization: `Basic ${Buffer.from("shop:pass:wörd").toString("base64")}`,
    });
    expect(call?.headers["x-service-test"]).toBeUndefined();
  });

  it("gets at most 20 items per run, oldest first, and shows how many wait", async () => {
    const test = await company(env);
    const webhook = await create(test);
    const made = await addContacts(test, 43);
    expect(await find(test, webhook)).toMatchObject({ waiting: 43 });
    await runWebhooks(test);
    expect(emails()).toEqual(made.slice(0, 20));
    const after = await find(test, webhook);
    expect(after).toMatchObject({ waiting: 23, errorsInRow: 0, lastResponseCode: 200 });
    expect(after?.oldestWaitingAt).not.toBeNull();
    await runWebhooks(test);
    expect(emails()).toHaveLength(20);
    await runWebhooksAgain(test);
    await runWebhooksAgain(test);
    expect(emails()).toEqual(made);
    expect(await find(test, webhook)).toMatchObject({ waiting: 0, oldestWaitingAt: null });
  });

  it("runs as often as WEBHOOK_INTERVAL_S says", async () => {
    const test = await company({ ...env, WEBHOOK_INTERVAL_S: "5" });
    await create(test);
    const made = await addContacts(test, 21);
    await runWebhooks(test);
    test.clock.advance(4500);
    await runWebhooks(test);
    expect(emails()).toEqual(made.slice(0, 20));
    test.clock.advance(500);
    await runWebhooks(test);
    expect(emails()).toEqual(made);
  });

  it("gets each contact of a grouped entry, in order, and continues inside of it", async () => {
    const test = await company(env);
    const made = await addContacts(test, 30);
    const ids = await Promise.all(
      made.map(async (email) => {
        const { items } = await test.api.ok("listContacts", { query: { q: email } });
        return items[0]?.id ?? "";
      }),
    );
    const webhook = await create(test);
    const payload = { source: "import", to: "subscribed", lists: [], count: 30, contactIds: ids.join(",") };
    await appendEntries(test.ctx.db, [contactsCreated.entry({ contactId: null, at: test.clock.now(), payload })]);
    const last = await test.aContact();
    await runWebhooks(test);
    expect(emails()).toEqual(made.slice(0, 20));
    expect(await find(test, webhook)).toMatchObject({ waiting: 11 });
    await runWebhooksAgain(test);
    expect(emails()).toEqual([...made, last.email]);
  });

  it("continues behind a grouped entry whose items are all done", async () => {
    const test = await company(env);
    const webhook = await create(test);
    const ids: string[] = [];
    while (ids.length < 20) ids.push((await test.aContact()).id);
    const { sql, tenantId } = test.ctx.db;
    await sql`delete from journal where tenant_id = ${tenantId}`;
    const payload = { source: "import", to: "subscribed", lists: [], count: 20, contactIds: ids.join(",") };
    await appendEntries(test.ctx.db, [contactsCreated.entry({ contactId: null, at: test.clock.now(), payload })]);
    const made = await addContacts(test, 25);
    await runWebhooks(test);
    expect(emails()).toHaveLength(20);
    await runWebhooksAgain(test);
    expect(emails().slice(20)).toEqual(made.slice(0, 20));
    expect(await find(test, webhook)).toMatchObject({ waiting: 5 });
    await runWebhooksAgain(test);
    expect(emails().slice(20)).toEqual(made);
  });

  it("keeps the rhythm of 30 seconds when a run begins a little late, and never gets more in that time", async () => {
    holdClock();
    const test = await company(env);
    await create(test);
    const made = await addContacts(test, 60);
    const runAfter = async (ms: number) => {
      test.clock.advance(ms);
      await runWebhooks(test);
      return emails().length;
    };
    expect(await runAfter(2000)).toBe(20);
    expect(await runAfter(27_999)).toBe(20);
    expect(await runAfter(1)).toBe(40);
    expect(await runAfter(50_000)).toBe(60);
    const last = await test.aContact();
    expect(await runAfter(29_999)).toBe(60);
    expect(await runAfter(1)).toBe(61);
    expect(emails()).toEqual([...made, last.email]);
  });

  it("skips a contact that was erased", async () => {
    const test = await company(env);
    const webhook = await create(test);
    const first = await test.aContact();
    const erased = await test.aContact();
    const last = await test.aContact();
    const { sql, tenantId } = test.ctx.db;
    await sql`delete from contact where tenant_id = ${tenantId} and id = ${erased.id}`;
    await runWebhooks(test);
    expect(emails()).toEqual([first.email, last.email]);
    expect(await find(test, webhook)).toMatchObject({ waiting: 0, errorsInRow: 0 });
  });

  it("passes an entry that has no body after five runs; the entry can be retried, and other webhooks go on", async () => {
    const [test, other] = [await company(env), await company(env)];
    const { db } = test.ctx;
    const webhook = await create(test, { event: "email_open" });
    await create(other);
    const contact = await test.aContact();
    const fine = await other.aContact();
    const opened = (payload: Record<string, string>) =>
      appendEntries(db, [emailOpened.entry({ contactId: contact.id, at: test.clock.now(), payload })]);
    await opened({ campaignId: "not a number" });
    await opened({});
    await untilJournalSettled(other.ctx.db);
    await runWebhooks(test);
    expect(emails()).toEqual([fine.email]);
    receiver.reset();
    for (let run = 2; run < 5; run += 1) await runWebhooksAgain(test);
    expect(receiver.received).toEqual([]);
    expect(await find(test, webhook)).toMatchObject({ waiting: 2, active: true });
    expect(await listParked(db)).toEqual([]);
    await runWebhooksAgain(test);
    expect(receiver.bodiesAt("/in")).toMatchObject([{ event: "email_open", contact: { id: Number(contact.id) } }]);
    expect(await find(test, webhook)).toMatchObject({ waiting: 0, active: true, errorsInRow: 0 });
    const reader = `webhook ${webhook.id}`;
    expect(await listParked(db)).toMatchObject([
      { reader, place: 1, type: "email_opened", errorClass: "PostgresError 22P02", attempts: 5 },
    ]);
    const retry = () => retryParked(db, reader, (entry) => retryItem(test.ctx, entry));
    expect(await retry()).toEqual({ processed: 0, gone: 0, parked: 1 });
    await db.sql`update journal set payload = '{}' where tenant_id = ${db.tenantId} and type = 'email_opened'`;
    receiver.reset();
    expect(await retry()).toEqual({ processed: 1, gone: 0, parked: 0 });
    expect(receiver.bodiesAt("/in")).toMatchObject([{ event: "email_open" }]);
    expect(await retry()).toEqual({ processed: 0, gone: 0, parked: 0 });
  });

  it("remembers how far it has read when its event is rare", async () => {
    const test = await company(env);
    const webhook = await create(test, { event: "email_click" });
    const contact = await test.aContact();
    await runWebhooks(test);
    const { sql, tenantId } = test.ctx.db;
    const position = async () => {
      const [row] = await sql<{ isAtEnd: boolean }[]>`
        select (w.tx, w.entry_id) = (w.counted_tx, w.counted_id) and (w.tx, w.entry_id) = (
          select tx, id from journal where tenant_id = ${tenantId} order by tx desc, id desc limit 1) as is_at_end
        from webhook w where w.tenant_id = ${tenantId} and w.id = ${webhook.id}`;
      return row?.isAtEnd;
    };
    expect(await position()).toBe(true);
    expect(await aDeliverer(test).startTasks()).toEqual([]);
    const payload = { verdict: "machine" };
    await appendEntries(test.ctx.db, [emailOpened.entry({ contactId: contact.id, at: test.clock.now(), payload })]);
    await runWebhooksAgain(test);
    expect(await position()).toBe(true);
    expect(receiver.received).toEqual([]);
  });

  it("gets nothing that happened before, although an older transaction was still open", async () => {
    const test = await company(env);
    const { db } = test.app;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const older = db.transaction(async ({ sql }) => {
      await sql`select pg_current_xact_id()`;
      begun();
      await held;
    });
    await isBegun;
    await test.aContact();
    await create(test);
    const later = await test.aContact();
    release();
    await older;
    await runWebhooks(test);
    expect(emails()).toEqual([later.email]);
  });
});

describe("a failing receiver", () => {
  it.each([500, 404, 302])("gets the same item again after status %i", async (status) => {
    holdClock();
    const test = await company(env);
    const webhook = await create(test);
    const [first, second] = await addContacts(test, 2);
    receiver.answer = (response) =>
      void response.writeHead(status, { Location: `${receiver.origin}/redirected` }).end();
    await runWebhooks(test);
    expect(emails()).toEqual([first]);
    expect(emails("/redirected")).toEqual([]);
    expect(await find(test, webhook)).toMatchObject({
      errorsInRow: 1,
      lastResponseCode: status,
      lastCallAt: test.clock.now().toISOString(),
      active: true,
      waiting: 2,
    });
    receiver.reset();
    await runWebhooksAgain(test);
    expect(emails()).toEqual([first, second]);
    expect(await find(test, webhook)).toMatchObject({ errorsInRow: 0, lastResponseCode: 200, waiting: 0 });
  });

  it("is switched off after ten errors in a row, with a notification; switching on continues with the item", async () => {
    const test = await company(env);
    const webhook = await create(test);
    const params = { webhook_id: webhook.id };
    const [first, second] = await addContacts(test, 2);
    fail(503);
    for (let run = 0; run < 9; run += 1) await runWebhooksAgain(test);
    expect(await find(test, webhook)).toMatchObject({ active: true, errorsInRow: 9 });
    expect(await listNotifications(test)).toEqual([]);
    await runWebhooksAgain(test);
    expect(await find(test, webhook)).toMatchObject({ active: false, errorsInRow: 10, lastResponseCode: 503 });
    expect(await listNotifications(test)).toEqual([
      { type: "webhook_disabled", params: { webhookId: webhook.id, event: "new_contact", errors: 10 } },
    ]);
    receiver.reset();
    const third = await test.aContact();
    await runWebhooksAgain(test);
    expect(receiver.received).toEqual([]);
    expect(await find(test, webhook)).toMatchObject({ waiting: 3 });
    const on = await test.api.ok("updateAccountWebhook", { params, body: { active: true } });
    expect(on).toMatchObject({ active: true, errorsInRow: 0, waiting: 3 });
    await runWebhooksAgain(test);
    expect(emails()).toEqual([first, second, third.email]);
  });

  it("is cut off after 30 seconds, also in an endless body", async () => {
    const test = await company(env);
    const webhook = await create(test);
    await test.aContact();
    const hasty = createOutbound({ allowPrivate: true });
    const outbound: Outbound = {
      ...hasty,
      open: (request) => hasty.open({ ...request, timeoutMs: request.timeoutMs / 100 }),
    };
    receiver.answer = () => undefined;
    await runWebhooks(test, outbound);
    expect(await find(test, webhook)).toMatchObject({ errorsInRow: 1, lastResponseCode: null });
    receiver.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("more"), 20);
      response.on("close", () => clearInterval(timer));
    };
    await runWebhooksAgain(test, outbound);
    expect(await find(test, webhook)).toMatchObject({ errorsInRow: 2, lastResponseCode: 200 });
  });

  it.each([
    [["127.0.0.1"]],
    [["::1"]],
    [["::ffff:127.0.0.1"]],
    [["::ffff:7f00:1"]],
    [["64:ff9b::7f00:1"]],
    [["fd00::1"]],
    [["169.254.169.254"]],
    [["93.184.216.34", "10.0.0.1"]],
  ])("whose name turns out to be %j is an error without a call", async (addresses) => {
    const test = await company(env);
    const webhook = await create(test, { url: "http://rebound.example.com/in" });
    await test.aContact();
    const resolve = async () => addresses;
    await runWebhooks(test, createOutbound({ allowPrivate: false, resolve }));
    expect(receiver.received).toEqual([]);
    expect(await find(test, webhook)).toMatchObject({ errorsInRow: 1, lastResponseCode: null });
  });
});

const never = <Value>() => new Promise<Value>(() => undefined);

describe("the loop", () => {
  it("never runs a webhook twice at once, and repeats only the item in flight of a killed worker", async () => {
    const test = await company(env);
    await create(test);
    const made = await addContacts(test, 3);
    await untilJournalSettled(test.ctx.db);
    const real = createOutbound({ allowPrivate: true });
    let calls = 0;
    // The worker is killed in its second call.
    const killed: Outbound = { ...real, open: (request) => ((calls += 1) === 2 ? never() : real.open(request)) };
    expect(await aDeliverer(test, killed).startTasks()).toHaveLength(1);
    await expect.poll(() => calls).toBe(2);
    test.clock.advance(30_000);
    expect(await aDeliverer(test).startTasks()).toEqual([]);
    test.clock.advance(minutes(1));
    await runWebhooks(test);
    expect(emails()).toEqual(made);
  });

  it("lets two workers claim different webhooks", async () => {
    const test = await company(env);
    for (const path of ["a", "b", "c"]) await create(test, { url: `${receiver.origin}/${path}` });
    await test.aContact();
    await untilJournalSettled(test.ctx.db);
    const started = await Promise.all([1, 2, 3].map(() => aDeliverer(test).startTasks()));
    await Promise.all(started.flat());
    expect(started.flat()).toHaveLength(3);
    expect(receiver.received.map(({ url }) => url).toSorted()).toEqual(["/a", "/b", "/c"]);
  });

  it("is not held up by receivers that hang", async () => {
    const hanging = await company(env);
    const healthy = await company(env);
    for (let index = 0; index < 40; index += 1) await create(hanging, { url: `${receiver.origin}/hang/${index}` });
    await create(healthy);
    await hanging.aContact();
    const made = await addContacts(healthy, 20);
    await untilJournalSettled(hanging.ctx.db);
    await untilJournalSettled(healthy.ctx.db);
    const real = createOutbound({ allowPrivate: true });
    const outbound: Outbound = {
      ...real,
      open: (request) => (request.url.includes("/hang/") ? never() : real.open(request)),
    };
    expect(await aDeliverer(healthy, outbound).startTasks()).toHaveLength(41);
    await expect.poll(() => emails()).toEqual(made);
  });

  it("gives slow receivers at most half of the runs", async () => {
    const test = await company(env);
    const { sql, tenantId } = test.ctx.db;
    await create(test);
    await sql`
      insert into webhook (tenant_id, url, event, active, created_at, begun, tx, entry_id, counted_tx, counted_id, due_at, slow)
      select tenant_id, url || n, event, active, created_at, begun, tx, entry_id, counted_tx, counted_id, due_at, true
      from webhook, generate_series(1, 300) n where tenant_id = ${tenantId}`;
    await test.aContact();
    await untilJournalSettled(test.ctx.db);
    const deliverer = aDeliverer(test, { ...createOutbound({ allowPrivate: true }), open: () => never() });
    expect(await deliverer.startTasks()).toHaveLength(129);
    expect(await deliverer.startTasks()).toEqual([]);
  });

  it("drops what a run finds after the webhook was changed", async () => {
    const test = await company(env);
    const webhook = await create(test);
    const [first, second] = await addContacts(test, 2);
    await untilJournalSettled(test.ctx.db);
    const real = createOutbound({ allowPrivate: true });
    const outbound: Outbound = {
      ...real,
      open: async (request) => {
        const params = { webhook_id: webhook.id };
        await test.api.ok("updateAccountWebhook", { params, body: { url: `${receiver.origin}/moved` } });
        return real.open(request);
      },
    };
    await runWebhooks(test, outbound);
    expect(emails()).toEqual([first]);
    await runWebhooksAgain(test);
    expect(emails("/moved")).toEqual([first, second]);
  });

  it("counts a failing connection without an answer", async () => {
    const test = await company(env);
    const webhook = await create(test);
    await test.aContact();
    const open = () => Promise.reject(new OutboundError("connection"));
    await runWebhooks(test, { ...createOutbound({ allowPrivate: true }), open });
    expect(await find(test, webhook)).toMatchObject({ errorsInRow: 1, lastResponseCode: null });
  });
});
