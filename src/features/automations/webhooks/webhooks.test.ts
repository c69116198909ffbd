import http, { type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anAutomation, paramsOf, setStatus } from "../../../../tests/harness/factories/automations.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { inTransaction } from "../../../context.ts";
import { createWorkSignals } from "../../../jobs/work-signal.ts";
import { minutes } from "../../../kernel/local-time.ts";
import { createOutbound, type Outbound } from "../../../net/outbound.ts";
import { createWebhookCaller } from "./caller.ts";
import { callWebhooks } from "./executor.ts";

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

const received: Received[] = [];
let answers: number[] = [];
let location = "";
const receiver = http.createServer((request, response) => {
  const chunks: string[] = [];
  request.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers, body: chunks.join("") });
    response.writeHead(answers.shift() ?? 200, location === "" ? {} : { Location: location }).end("x".repeat(100_000));
  });
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  origin = `http://127.0.0.1:${address === null || typeof address === "string" ? 0 : address.port}`;
});
afterAll(() => receiver.close());
beforeEach(() => {
  received.length = 0;
  answers = [];
  location = "";
});

const webhookGraph = (config: Record<string, unknown>) => ({
  nodes: [
    { id: "t", type: "manual", config: {} },
    { id: "hook", type: "webhook", config },
  ],
  edges: [{ id: "a", from: "t", output: "next", to: "hook" }],
});

async function aWebhook(test: TestCompany, config: Record<string, unknown> = {}) {
  const automation = await anAutomation(test, { graph: webhookGraph({ url: `${origin}/hook`, ...config }) });
  await setStatus(test, automation, "active");
  return automation;
}

function createCaller(
  { app: { services, db, log }, ctx }: TestCompany,
  outbound: Pick<Outbound, "send"> = createOutbound({ allowPrivate: true }),
) {
  const caller = createWebhookCaller({
    db,
    log,
    clock: services.clock,
    signals: createWorkSignals(),
    contextOf: async (tenantId) => ({
      ...ctx,
      db: db.forTenant(tenantId),
      outbound: { ...ctx.outbound, ...outbound },
    }),
  });
  return {
    caller,
    run: async () => {
      for (let calls = await caller.startTasks(); calls.length > 0; calls = await caller.startTasks())
        await Promise.all(calls);
    },
  };
}

let lastRun = 0;

/** The run ids need no runs behind them. */
async function reachHook(test: TestCompany, { id }: { id: string }, contactIds: readonly string[]) {
  const runs = contactIds.map((contactId) => ({
    runId: String((lastRun += 1)),
    contactId,
    arrivedAt: test.clock.now(),
  }));
  const automation = { id, shopId: test.shopId, version: 1, isTransactional: false };
  const node = { id: "hook", type: "webhook", config: {} };
  return inTransaction(test.ctx, (ctx) => callWebhooks(ctx, { automation, node, runs, beforeCommit: () => undefined }));
}

const listWaiting = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`
    select attempts, due_at from automation_webhook_call where tenant_id = ${db.tenantId} order by id`),
];

const listResults = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`
    select node, succeeded::int, failed::int, last_status, last_error from automation_webhook_stat
    where tenant_id = ${db.tenantId}`),
];

const listFailures = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`
    select contact_id, payload from journal where tenant_id = ${db.tenantId} and type = 'action_failed' order by id`),
];

const listNotifications = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`select type, params from notification where tenant_id = ${db.tenantId} order by id`),
];

describe("a webhook node", () => {
  it("fills secrets where its texts name them, escaped by place", async () => {
    const test = await company();
    const secret = 'a&b"c';
    const automation = await aWebhook(test, {
      url: `${origin}/in?key={{secret:key}}`,
      headers: [
        { name: "Authorization", value: "Bearer top" },
        { name: "X-Signed", value: "v1 {{secret:key}} {{df_lastname}}" },
      ],
      body: `{"key": "{{secret:key}}", "name": "{{df_lastname}}"}`,
      secrets: [{ name: "key", value: secret }],
    });
    const contact = await test.aContact({ lastName: "Nov{{secret:key}}" });
    await reachHook(test, automation, [contact.id]);
    await createCaller(test).run();
    expect(received).toMatchObject([
      {
        url: "/in?key=a%26b%22c",
        headers: { authorization: "Bearer top", "x-signed": `v1 ${secret} Nov{{secret:key}}` },
        body: JSON.stringify({ key: secret, name: "Nov{{secret:key}}" })
          .replaceAll(",", ", ")
          .replaceAll(":", ": ")
          .replaceAll("secret: key", "secret:key"),
      },
    ]);
  });

  it("calls its URL with merge tags, escaped by place", async () => {
    const test = await company();
    const automation = await aWebhook(test, {
      url: `${origin}/in?mail={{df_emailaddress}}&name={{df_lastname}}`,
      headers: [{ name: "X-Name", value: "{{df_lastname}}" }],
      body: `{"name": "{{df_lastname}}"}`,
      basicAuth: { enabled: true, username: "shop", password: "pass:word" },
    });
    const contact = await test.aContact({ lastName: `"O'Neil" & \\Žák` });
    expect(await reachHook(test, automation, [contact.id])).toEqual([
      { kind: "passed", output: "next", result: "done" },
    ]);
    await createCaller(test).run();
    expect(received).toHaveLength(1);
    const [call] = received;
    expect(call?.method).toBe("POST");
    const url = new URL(call?.url ?? "", origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({ mail: contact.email, name: `"O'Neil" & \\Žák` });
    expect(JSON.parse(call?.body ?? "")).toEqual({ name: `"O'Neil" & \\Žák` });
    expect(Buffer.from(String(call?.headers["x-name"]), "latin1").toString()).toBe(`"O'Neil" & \\Žák`);
    expect(call?.headers["content-type"]).toBe("application/json");
    expect(call?.headers.authorization).toBe(`Basic ${Buffer.from("shop:pass:word").toString("base64")}`);
    expect(await listWaiting(test)).toEqual([]);
    expect(await listResults(test)).toEqual([
      { node: "hook", succeeded: 1, failed: 0, lastStatus: 200, lastError: null },
    ]);
  });

  it("adds no lines to the headers", async () => {
    const test = await company();
    const automation = await aWebhook(test, { headers: [{ name: "X-Name", value: "{{df_lastname}}" }] });
    const contact = await test.aContact();
    const { sql, tenantId } = test.ctx.db;
    await sql`
      update contact set last_name = ${"a\r\nX-Evil: 1"} where tenant_id = ${tenantId} and id = ${contact.id}`;
    await reachHook(test, automation, [contact.id]);
    await createCaller(test).run();
    expect(received[0]?.headers["x-evil"]).toBeUndefined();
    expect(received[0]?.headers["x-name"]).toMatch(/^a\s*X-Evil: 1$/);
  });

  it("has no body in a GET, and keeps its own content type", async () => {
    const test = await company();
    const get = await aWebhook(test, { method: "GET", body: "{}" });
    const type = { name: "content-type", value: "application/x-www-form-urlencoded" };
    const form = await aWebhook(test, { headers: [type], body: "name={{df_lastname}}" });
    const contact = await test.aContact({ lastName: "A&B" });
    await reachHook(test, get, [contact.id]);
    await createCaller(test).run();
    await reachHook(test, form, [contact.id]);
    await createCaller(test).run();
    expect(received).toMatchObject([
      { method: "GET", body: "" },
      { method: "POST", body: "name=A%26B", headers: { "content-type": "application/x-www-form-urlencoded" } },
    ]);
    expect(received[0]?.headers["content-type"]).toBeUndefined();
  });

  it("is retried five times, five minutes apart, and then recorded as a failed action", async () => {
    holdClock();
    const test = await company();
    const automation = await aWebhook(test);
    const contact = await test.aContact();
    answers = [500, 404, 301, 500, 500, 503];
    location = `${origin}/elsewhere`;
    await reachHook(test, automation, [contact.id]);
    const { run } = createCaller(test);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await run();
      expect(received).toHaveLength(attempt);
      const dueAt = new Date(test.clock.now().getTime() + minutes(5));
      expect(await listWaiting(test)).toEqual([{ attempts: attempt, dueAt }]);
      expect(await listFailures(test)).toEqual([]);
      test.clock.advance(minutes(5));
    }
    await run();
    test.clock.advance(minutes(10));
    await run();
    expect(received.map(({ url }) => url)).toEqual(Array<string>(6).fill("/hook"));
    expect(await listWaiting(test)).toEqual([]);
    expect(await listResults(test)).toEqual([
      { node: "hook", succeeded: 0, failed: 1, lastStatus: 503, lastError: null },
    ]);
    expect(await listFailures(test)).toEqual([
      { contactId: contact.id, payload: { automationId: automation.id, node: "hook", kind: "other" } },
    ]);
  });

  it("notifies once while the receiver fails", async () => {
    const test = await company();
    const automation = await aWebhook(test);
    const [first, second, third] = [await test.aContact(), await test.aContact(), await test.aContact()];
    const { run } = createCaller(test);
    const failFor = async (id: string) => {
      await reachHook(test, automation, [id]);
      answers = Array<number>(6).fill(500);
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await run();
        test.clock.advance(minutes(5));
      }
    };
    await failFor(first.id);
    await failFor(second.id);
    const notification = {
      type: "automation_webhook_failed",
      params: { automationId: automation.id, name: automation.name, node: "hook", status: 500, error: null },
    };
    expect(await listNotifications(test)).toEqual([notification]);
    answers = [200];
    await reachHook(test, automation, [third.id]);
    await run();
    await failFor(first.id);
    expect(await listNotifications(test)).toEqual([notification, notification]);
  });

  it("is not called at a private address", async () => {
    const test = await company();
    const automation = await aWebhook(test);
    const contact = await test.aContact();
    await reachHook(test, automation, [contact.id]);
    await createCaller(test, createOutbound({ allowPrivate: false })).run();
    expect(received).toEqual([]);
    expect(await listResults(test)).toMatchObject([{ lastStatus: null, lastError: "address" }]);
  });

  it.each([
    ["http://169.254.169.254/latest/meta-data", ["8.8.8.8"]],
    ["http://[::ffff:10.0.0.1]/", ["8.8.8.8"]],
    ["http://2130706433/", ["8.8.8.8"]],
    ["http://inside.example/", ["10.0.0.7"]],
    ["http://both.example/", ["8.8.8.8", "127.0.0.1"]],
  ])("is refused by the guard at %s (%j)", async (url, addresses) => {
    const test = await company();
    const automation = await aWebhook(test, { url });
    const contact = await test.aContact();
    await reachHook(test, automation, [contact.id]);
    await createCaller(test, createOutbound({ allowPrivate: false, resolve: async () => addresses })).run();
    expect(await listResults(test)).toMatchObject([{ lastStatus: null, lastError: "address" }]);
    // Later tests do not retry it.
    await setStatus(test, automation, "paused");
  });

  it("connects to the address that was checked, and checks a changed one again at the next attempt", async () => {
    const test = await company();
    const automation = await aWebhook(test, { url: `http://rebinding.example:${new URL(origin).port}/hook` });
    const contact = await test.aContact();
    const changing = ["127.0.0.1", "169.254.169.254", "127.0.0.1"];
    // Calls of other tests are retried too.
    const resolve = async (host: string) =>
      host === "rebinding.example" ? [changing.shift() ?? ""] : ["169.254.169.254"];
    const outbound = createOutbound({ allowPrivate: true, resolve });
    answers = [500];
    await reachHook(test, automation, [contact.id]);
    const { run } = createCaller(test, outbound);
    await run();
    expect(await listResults(test)).toMatchObject([{ lastStatus: 500, lastError: null }]);
    test.clock.advance(minutes(5));
    await run();
    expect(await listResults(test)).toMatchObject([{ lastStatus: null, lastError: "address" }]);
    const own = received.filter(({ headers }) => headers.host?.startsWith("rebinding.example") === true);
    expect([own.length, changing.length]).toEqual([1, 1]);
  });

  it("waits while the automation is paused", async () => {
    const test = await company();
    const automation = await aWebhook(test);
    const contact = await test.aContact();
    await reachHook(test, automation, [contact.id]);
    await setStatus(test, automation, "paused");
    const { run } = createCaller(test);
    await run();
    expect(received).toEqual([]);
    await setStatus(test, automation, "active");
    await run();
    await run();
    expect(received).toHaveLength(1);
  });

  describe("of an automation that is paused", () => {
    const getStats = async ({ api }: TestCompany, automation: { id: string }) => {
      const report = await api.ok("getAutomationReport", { params: paramsOf(automation) });
      if (!("webhooks" in report)) throw new Error("no report");
      return report.webhooks.map(({ succeeded, failed, stopped, waiting }) => ({
        succeeded,
        failed,
        stopped,
        waiting,
      }));
    };
    const numbers = { succeeded: 0, failed: 0, stopped: 0, waiting: 0 };

    it("is not tried again, also after it was resumed; one that was not tried yet waits", async () => {
      const test = await company();
      const automation = await aWebhook(test, { url: `${origin}/paused` });
      const [tried, next] = [await test.aContact(), await test.aContact()];
      const { run } = createCaller(test);
      answers = [500];
      await reachHook(test, automation, [tried.id]);
      await run();
      await reachHook(test, automation, [next.id]);
      await test.api.ok("pauseAutomation", { params: paramsOf(automation) });
      expect(await getStats(test, automation)).toEqual([{ ...numbers, stopped: 1, waiting: 1 }]);
      await test.api.ok("activateAutomation", { params: paramsOf(automation) });
      test.clock.advance(minutes(30));
      await run();
      expect(received.filter(({ url }) => url === "/paused")).toHaveLength(2);
      expect(await getStats(test, automation)).toEqual([{ ...numbers, stopped: 1, succeeded: 1 }]);
      expect(await listFailures(test)).toEqual([]);
    });

    it.each([
      [204, { ...numbers, succeeded: 1 }],
      [500, { ...numbers, stopped: 1 }],
    ])("counts the attempt in progress by its result %s", async (status, expected) => {
      const test = await company();
      const automation = await aWebhook(test);
      await reachHook(test, automation, [(await test.aContact()).id]);
      answers = [500];
      await createCaller(test).run();
      test.clock.advance(minutes(5));
      let answer: (() => void) | undefined;
      const slow = new Promise<void>((resolve) => (answer = resolve));
      const { caller } = createCaller(test, {
        send: async () => {
          await slow;
          return { status, headers: {}, body: Buffer.alloc(0) };
        },
      });
      const calls = await caller.startTasks();
      await test.api.ok("pauseAutomation", { params: paramsOf(automation) });
      answer?.();
      await Promise.all(calls);
      expect(await getStats(test, automation)).toEqual([expected]);
    });
  });

  it("is not called any more after the node was removed or the contact deleted", async () => {
    const test = await company();
    const automation = await aWebhook(test, { url: `${origin}/gone` });
    const [stays, gone] = [await test.aContact(), await test.aContact()];
    await reachHook(test, automation, [stays.id, gone.id]);
    answers = [500, 500];
    const { run } = createCaller(test);
    await run();
    await test.api.ok("deleteContact", { params: { id: gone.id } });
    expect(await listWaiting(test)).toHaveLength(1);
    const graph = { nodes: [{ id: "t", type: "manual", config: {} }], edges: [] };
    const body = { graph, baseVersion: 1, confirmRunning: true };
    await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
    test.clock.advance(minutes(5));
    await run();
    expect(received.filter(({ url }) => url === "/gone")).toHaveLength(2);
    expect(await listWaiting(test)).toEqual([]);
    expect(await listFailures(test)).toEqual([]);
  });
});

describe("the queue of webhook calls", () => {
  it("makes a call again that a killed worker had claimed", async () => {
    const test = await company();
    const automation = await aWebhook(test);
    const contact = await test.aContact();
    await reachHook(test, automation, [contact.id]);
    const never: Pick<Outbound, "send"> = { send: () => new Promise(() => undefined) };
    expect(await createCaller(test, never).caller.startTasks()).toHaveLength(1);
    const { run } = createCaller(test);
    await run();
    expect(received).toEqual([]);
    test.clock.advance(minutes(1));
    await run();
    expect(received).toHaveLength(1);
    expect(await listWaiting(test)).toEqual([]);
  });

  it("makes no call of a step that was rolled back", async () => {
    const test = await company();
    const automation = await aWebhook(test);
    const contact = await test.aContact();
    const killed = inTransaction(test.ctx, async (ctx) => {
      await reachHook({ ...test, ctx }, automation, [contact.id]);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await listWaiting(test)).toEqual([]);
  });

  it("serves other companies while a receiver is slow", async () => {
    const slow = await company();
    const quick = await company();
    const slowHook = await aWebhook(slow, { url: `${origin}/slow` });
    const quickHook = await aWebhook(quick, { url: `${origin}/quick` });
    const crowd = await Promise.all(Array.from({ length: 20 }, async () => (await slow.aContact()).id));
    await reachHook(slow, slowHook, crowd);
    await reachHook(quick, quickHook, [(await quick.aContact()).id]);
    const finished: string[] = [];
    const { caller } = createCaller(slow, {
      send: ({ url }) => {
        if (url.endsWith("/slow")) return new Promise(() => undefined);
        finished.push(url);
        return Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0) });
      },
    });
    const started = await caller.startTasks();
    expect(started).toHaveLength(9);
    expect(await caller.startTasks()).toEqual([]);
    await Promise.race(started);
    expect(finished).toEqual([`${origin}/quick`]);
  });
});
