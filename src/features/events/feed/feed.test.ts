import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, untilJournalSettled, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import type { Api } from "../../../../tests/harness/servers/api-client.ts";
import { connect } from "../../../db/client.ts";
import { copyTemplate, databaseUrl } from "../../../../tests/harness/servers/database.ts";
import { contactsCreated, contactUpdated, emailsSent, journalEvents } from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";
import { JournalWatch } from "../../../journal/watch.ts";
import { RateLimitedKeys } from "../../../http/rate-limited-keys.ts";
import { bindContract } from "../../../http/routes.ts";
import { createServer } from "../../../http/server.ts";
import { levelIn, roles } from "../../../kernel/access.ts";
import { isFile } from "../../../kernel/file.ts";
import { HourlyCounter } from "../../../kernel/hourly-counter.ts";
import { addMs, days, hours } from "../../../kernel/local-time.ts";
import { eventFeedHandlers } from "../handlers.ts";
import { eventFeedRoutes } from "./contract.ts";
import { findFirstMonth, findServerId } from "./queries.ts";
import type { FeedEvent } from "./shapes.ts";

async function ask(api: Api, query: Record<string, unknown> = {}) {
  const page = await api.ok("listEvents", { query });
  if (isFile(page)) throw new Error("the answer is a file");
  return page;
}

const read = async (test: TestCompany, query: Record<string, unknown> = {}) => {
  await untilJournalSettled(test.ctx.db);
  return ask(test.api, query);
};

const ids = ({ items }: { items: readonly { contactId: string | null }[] }) => items.map(({ contactId }) => contactId);

const update = (contactId: string, title: string) =>
  contactUpdated.entry({ contactId, at: new Date(), payload: { fields: ["note"], title } });

async function readLines(test: TestCompany, query: Record<string, unknown> = {}): Promise<FeedEvent[]> {
  await untilJournalSettled(test.ctx.db);
  const { status, body, headers } = await test.api.call("listEvents", { query: { format: "ndjson", ...query } });
  expect([status, headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
  return String(body)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

it("gives every event once, with what happened and a cursor to go on from", async () => {
  holdClock();
  const test = await company();
  const { id, email } = await test.aContact({ email: "eva@example.com" });
  const at = test.clock.now().toISOString();
  const first = await read(test);
  expect(first).toEqual({
    items: [
      {
        id: expect.stringMatching(/^\d+$/),
        cursor: expect.stringMatching(/^[0-9a-f-]+$/),
        type: "contact_created",
        at,
        contactId: id,
        email,
        erased: false,
        data: expect.objectContaining({ source: "manual" }),
      },
    ],
    cursor: expect.stringMatching(/^[0-9a-f-]+$/),
    hasMore: false,
  });
  expect(await read(test, { after: first.cursor })).toMatchObject({ items: [], hasMore: false });
  await test.api.ok("updateContact", { params: { id }, body: { firstName: "Eva" } });
  const next = [await read(test, { after: first.cursor }), await read(test, { after: first.items[0]?.cursor })];
  expect(next[0]?.items).toMatchObject([
    { type: "contact_updated", contactId: id, data: { fields: expect.arrayContaining(["firstName"]) } },
  ]);
  expect(next[1]?.items).toEqual(next[0]?.items);
});

it("pages by limit, as JSON and as lines, and a reader that was killed goes on after its last line", async () => {
  const test = await company();
  const { db } = test.ctx;
  const { id } = await test.aContact();
  const titles = Array.from({ length: 25 }, (_, n) => `change ${n}\n"quoted" \\`);
  for (const title of titles) await appendEntries(db, [update(id, title)]);
  const types = "contact_updated";
  const seen: unknown[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await read(test, { types, limit: 10, ...(after === undefined ? {} : { after }) });
    seen.push(...page.items.map(({ data }) => data?.["title"]));
    after = page.cursor;
    if (!page.hasMore) break;
  }
  expect(seen).toEqual(titles);
  const killed = (await readLines(test, { types, limit: 7 })).filter(isEvent);
  const rest = (await readLines(test, { types, after: killed.at(-1)?.cursor })).filter(isEvent);
  expect([...killed, ...rest].map(({ data }) => data?.["title"])).toEqual(titles);
  const all = await readLines(test);
  expect(all.map((one) => one.id)).toEqual((await read(test)).items.map((one) => one.id));
});

const isEvent = ({ type }: FeedEvent) => type !== "end";

it("ends lines of wanted types with the position behind everything that was looked at", async () => {
  const test = await company();
  const { id } = await test.aContact();
  for (const title of ["one", "two"]) await appendEntries(test.ctx.db, [update(id, title)]);
  const end = { type: "end", cursor: expect.stringMatching(/^[0-9a-f-]+$/), hasMore: false };
  const rare = await readLines(test, { types: "unsubscribed" });
  expect(rare).toEqual([end]);
  expect(await readLines(test, { after: rare[0]?.cursor })).toEqual([]);
  const first = await readLines(test, { types: "contact_updated", limit: 1 });
  expect(first).toEqual([expect.objectContaining({ type: "contact_updated" }), { ...end, hasMore: true }]);
  const rest = await readLines(test, { types: "contact_updated", after: first[1]?.cursor });
  expect(rest).toEqual([expect.objectContaining({ data: { fields: ["note"], title: "two" } }), end]);
  expect((await readLines(test)).filter((line) => !isEvent(line))).toEqual([]);
});

it("streams more lines than one statement reads", async () => {
  const test = await company();
  await test.ctx.db.sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select ${test.ctx.db.tenantId}, now(), 'contact_updated', n, '{"fields":[]}' from generate_series(1, 12345) n`;
  const lines = await readLines(test);
  expect(lines.map(({ contactId }) => Number(contactId))).toEqual(Array.from({ length: 12345 }, (_, n) => n + 1));
  expect(await readLines(test, { limit: 3000 })).toHaveLength(3000);
  expect((await read(test, { types: "unsubscribed" })).items).toEqual([]);
});

it("ends a page of long events early, with the cursor of its last one", async () => {
  const test = await company();
  await test.ctx.db.sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select ${test.ctx.db.tenantId}, now(), 'contact_updated', n, jsonb_build_object('fields', '[]'::jsonb, 'title', repeat('x', 5000))
    from generate_series(1, 5000) n`;
  const first = await read(test, { limit: 10_000 });
  expect(first.hasMore).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(first.items))).toBeLessThan(20_000_000);
  const rest = await read(test, { limit: 10_000, after: first.cursor });
  expect(rest.hasMore).toBe(false);
  expect([...ids(first), ...ids(rest)].map(Number)).toEqual(Array.from({ length: 5000 }, (_, n) => n + 1));
  expect(await readLines(test)).toHaveLength(5000);
});

it("skips no event of a transaction that commits after a later one", async () => {
  const test = await company();
  const { db } = test.ctx;
  const [slow, fast] = [(await test.aContact()).id, (await test.aContact()).id];
  const { cursor: after } = await read(test);
  const types = "contact_updated";
  let page: Awaited<ReturnType<typeof read>> | undefined;
  await db.transaction(async (inner) => {
    await appendEntries(inner, [update(slow, "slow")]);
    await appendEntries(db, [update(fast, "fast")]);
    page = await ask(test.api, { after, types });
    expect(page.items).toEqual([]);
  });
  expect(ids(await read(test, { after: page?.cursor, types }))).toEqual([slow, fast]);
  expect(ids(await read(test, { after, types }))).toEqual([slow, fast]);
});

it("shows erased people as tombstones without facts, also in entries of many contacts", async () => {
  const test = await company();
  const { db } = test.ctx;
  const gone = await test.aContact({ email: "gone@example.com" });
  const kept = await test.aContact();
  const batch = { source: "import", to: "subscribed", lists: [], count: 2, contactIds: `${gone.id},${kept.id}` };
  const sent = { [gone.id]: "gone.example.com", [kept.id]: "example.com" };
  const message = { campaignId: "1", variantId: "1", count: 2, sent, replies: { [gone.id]: "250 ok" } };
  const entry = { contactId: null, at: new Date() };
  await appendEntries(db, [contactsCreated.entry({ ...entry, payload: batch })]);
  await appendEntries(db, [emailsSent.entry({ ...entry, payload: message })]);
  const types = "contacts_created,emails_sent";
  expect((await read(test, { types })).items.map(({ data }) => data)).toEqual([
    { ...batch, contactIds: [gone.id, kept.id] },
    message,
  ]);
  const { cursor: after } = await read(test);
  await test.api.ok("eraseContact", { params: { id: gone.id }, body: { confirm: true } });
  await appendEntries(db, [update(gone.id, "gone@example.com")]);
  const tombstone = { contactId: gone.id, email: null, erased: true, data: null };
  expect((await read(test, { after })).items).toEqual([
    expect.objectContaining({ type: "contact_erased", ...tombstone }),
    expect.objectContaining({ type: "contact_updated", ...tombstone }),
  ]);
  const all = await read(test);
  expect(JSON.stringify(all)).not.toContain("gone");
  expect(all.items.filter(({ type }) => types.includes(type)).map(({ data }) => data)).toEqual([
    { ...batch, contactIds: [kept.id] },
    { ...message, sent: { [kept.id]: "example.com" }, replies: {} },
  ]);
  expect(all.items.filter(({ contactId }) => contactId === gone.id)).toHaveLength(2);
});

it("keeps the entries of a deleted contact, without an address", async () => {
  const test = await company();
  const { id } = await test.aContact();
  await test.api.ok("deleteContact", { params: { id } });
  expect((await read(test)).items).toMatchObject([
    { type: "contact_created", contactId: id, email: null, erased: false, data: { source: "manual" } },
    { type: "contact_deleted", contactId: id, email: null, erased: false, data: {} },
  ]);
});

it("begins 30 days back and continues cursors of the last 30 days", async () => {
  holdClock();
  const test = await company();
  const { db } = test.ctx;
  for (const ageDays of [31, 29]) {
    const at = new Date(test.clock.now().getTime() - days(ageDays));
    await appendEntries(db, [contactUpdated.entry({ contactId: `${ageDays}`, at, payload: { fields: [] } })]);
  }
  const page = await read(test);
  expect(ids(page)).toEqual(["29"]);
  test.clock.advance(days(29));
  await test.api.ok("listEvents", { query: { after: page.cursor } });
  test.clock.advance(days(2));
  expect(await test.api.refused("listEvents", { query: { after: page.cursor } })).toEqual({
    status: 410,
    code: "expired",
    message: "cursor",
    params: { days: 30 },
  });
});

it("refuses a cursor after which the journal has dropped entries already", async () => {
  holdClock();
  const test = await company();
  const { clock } = test;
  const kept = await findFirstMonth(test.app.db);
  if (kept === undefined) throw new Error("the journal has no partition");
  const readAt = async (at: Date, query: Record<string, unknown> = {}) => {
    clock.set(at);
    return read(test, query);
  };
  const expired = { status: 410, code: "expired", message: "cursor", params: { days: 30 } };
  const { cursor: before } = await readAt(addMs(kept, -hours(2)));
  clock.set(addMs(kept, days(2)));
  expect(await test.api.refused("listEvents", { query: { after: before } })).toEqual(expired);
  const contacts = [await test.aContact(), await test.aContact()];
  const middle = (await readAt(addMs(kept, hours(1)), { limit: 1 })).cursor;
  await test.api.ok("listEvents", { query: { after: middle } });
  await test.ctx.db
    .sql`delete from journal where tenant_id = ${test.tenantId} and contact_id = ${contacts[0]?.id ?? ""}`;
  expect(await test.api.refused("listEvents", { query: { after: middle } })).toEqual(expired);
  const { cursor: end } = await readAt(addMs(kept, hours(1)));
  await test.api.ok("listEvents", { query: { after: end } });
});

it("identifies its database where the identifier of the server is forbidden", async () => {
  const sql = connect(databaseUrl(await copyTemplate()), { max: 1 });
  const allowed = await findServerId({ sql });
  const forbidden = await sql.begin(async (inner) => {
    await inner`revoke execute on function pg_control_system() from public`;
    await inner`set local role pg_read_all_data`;
    return [await findServerId({ sql: inner }), await findServerId({ sql: inner })];
  });
  const [{ name } = { name: "" }] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql.end();
  expect(allowed).toMatch(/^\d+$/);
  expect(forbidden[0]).toMatch(new RegExp(`^${name} \\d+ \\d{4}-`));
  expect(forbidden[1]).toBe(forbidden[0]);
});

it("refuses garbage, cursors of other companies and of positions that nobody has read", async () => {
  const [own, other] = [await company(), await company()];
  await other.aContact();
  const refusal = { status: 400, code: "validation", message: "after", params: expect.any(Object) };
  const { cursor } = await read(other);
  const [tx = "", ...rest] = cursor.split("-");
  const ahead = [(BigInt(`0x${tx}`) + 100_000_000n).toString(16), ...rest].join("-");
  for (const after of ["", "x", "1-2", `${cursor}0`, cursor])
    expect(await own.api.refused("listEvents", { query: { after } })).toEqual(refusal);
  expect(await other.api.refused("listEvents", { query: { after: ahead } })).toEqual(refusal);
  expect((await read(own)).items).toEqual([]);
});

it("refuses unknown types with the known ones, and other wrong parameters", async () => {
  const { api } = await company();
  const refusal = { status: 400, code: "validation", params: expect.any(Object) };
  expect(await api.refused("listEvents", { query: { types: "unsubscribed,opened" } })).toEqual({
    ...refusal,
    message: "types",
    params: { allowed: journalEvents.map(({ type }) => type) },
  });
  const wrong = { limit: [0, 100_001, "x", 10_001], wait: [-1, 61], format: ["csv"] };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      expect(await api.refused("listEvents", { query: { [name]: value } })).toEqual({ ...refusal, message: name });
});

it("is open to read-only keys, not to roles without contacts, and those with contacts may see campaigns too", async () => {
  const test = await company();
  await test.aContact();
  await untilJournalSettled(test.ctx.db);
  const reader = await test.apiWith({ scope: "read" });
  expect((await ask(reader)).items).toHaveLength(1);
  const accountant = await test.apiWith({ roles: ["accountant"] });
  expect(await accountant.refused("listEvents")).toMatchObject({ status: 403, message: "contacts" });
  for (const role of roles) expect(levelIn("campaigns", [role])).toBe(levelIn("contacts", [role]));
});

it("sends lines to clients that accept only them", async () => {
  const test = await company();
  await test.aContact();
  await untilJournalSettled(test.ctx.db);
  const { headers, body } = await test.api.call("listEvents", { headers: { accept: "application/x-ndjson" } });
  expect(headers["content-type"]).toBe("application/x-ndjson");
  expect(String(body)).toMatch(/^{"id":.*}\n$/);
});

it("waits for an event of the wanted types and answers as soon as there is one", async () => {
  const test = await company();
  const { id } = await test.aContact();
  const { cursor: after } = await read(test);
  const waiting = ask(test.api, { after, wait: 60, types: "unsubscribed" });
  const lines = readLines(test, { after, wait: 60, types: "unsubscribed" });
  await test.api.ok("updateContact", { params: { id }, body: { firstName: "Eva" } });
  await test.api.ok("unsubscribeContact", { params: { id }, body: {} });
  expect((await waiting).items).toMatchObject([{ type: "unsubscribed", contactId: id }]);
  expect(await lines).toMatchObject([{ type: "unsubscribed", contactId: id }, { type: "end" }]);
});

it("answers an empty page when the time is over", async () => {
  const test = await company();
  expect(await read(test, { wait: 1 })).toMatchObject({ items: [], hasMore: false });
});

/** Tells when a request has stopped waiting. */
class RecordedWatch extends JournalWatch {
  readonly waits: Promise<void>[] = [];

  override waitForEntries(...args: Parameters<JournalWatch["waitForEntries"]>): Promise<void> {
    const wait = super.waitForEntries(...args);
    this.waits.push(wait);
    return wait;
  }
}

async function listenForEvents(test: TestCompany) {
  const { app, clock } = test;
  const watch = new RecordedWatch(app.db, app.log);
  const deps = {
    db: app.db,
    keys: new RateLimitedKeys(app.db, app.config.apiLimits),
    keyUses: new HourlyCounter(),
    clock,
    services: { ...app.services, journalWatch: watch },
    limits: app.config.apiLimits,
    publicUrls: ["http://127.0.0.1"],
    trustProxy: false,
    log: app.log,
  } as const;
  const server = createServer(deps, bindContract(eventFeedRoutes, eventFeedHandlers));
  const origin = await server.listen({ port: 0, host: "127.0.0.1" });
  const leaving = new AbortController();
  const answer = fetch(`${origin}/api/v1/tenants/${test.tenant}/events?wait=60`, {
    headers: { Authorization: `Bearer ${test.apiKey}` },
    signal: leaving.signal,
  });
  return { server, watch, leaving, answer };
}

it("stops waiting when the client is gone", async () => {
  const test = await company();
  const { server, watch, leaving, answer } = await listenForEvents(test);
  await expect.poll(() => watch.waits.length).toBe(1);
  leaving.abort();
  await expect(answer).rejects.toThrow("aborted");
  await watch.waits[0];
  await server.close();
});

it("answers waiting requests when the server closes", async () => {
  const test = await company();
  const { server, watch, answer } = await listenForEvents(test);
  await expect.poll(() => watch.waits.length).toBe(1);
  watch.stop();
  const response = await answer;
  expect([response.status, await response.json()]).toEqual([
    200,
    { items: [], cursor: expect.any(String), hasMore: false },
  ]);
  await server.close();
});
