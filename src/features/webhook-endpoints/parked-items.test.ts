import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aDraft } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, untilJournalSettled, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aForm, aSignUp } from "../../../tests/harness/factories/forms.ts";
import { sendTestEmails } from "../../../tests/harness/factories/test-emails.ts";
import { runEndpoints } from "../../../tests/harness/factories/webhook-endpoints.ts";
import { aWebhookReceiver, type WebhookReceiver } from "../../../tests/harness/factories/webhooks.ts";
import { waitingFor } from "../../../tests/harness/servers/lock-waits.ts";
import { inTransaction } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { emailOpened } from "../../journal/events.ts";
import { appendEntries } from "../../journal/journal.ts";
import { listParked } from "../../journal/parked.queries.ts";
import { retryParked } from "../../journal/parking.ts";
import { addMs, minutes } from "../../kernel/local-time.ts";
import { claimEndpoints } from "./sending/claims.queries.ts";
import { enqueueNext } from "./sending/enqueue.ts";
import { retryEndpointItem } from "./sending/parked-items.ts";

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

const create = (test: TestCompany, events: readonly string[]) =>
  test.api.ok("createWebhookEndpoint", { body: { url: `${receiver.origin}/in`, events, batchSize: 1 } });

const typesReceived = () => receiver.received.map(({ body }) => String(Object(body).type)).toSorted();

describe("an item that cannot be made", () => {
  it("is parked after five runs, stops neither its endpoint nor others, and can be retried", async () => {
    const [test, other] = [await company(env), await company(env)];
    const { db } = test.ctx;
    const endpoint = await create(test, ["new_contact", "email_open"]);
    await create(other, ["new_contact"]);
    const opened = async (payload: Record<string, string>) => {
      const contact = await test.aContact();
      await appendEntries(db, [emailOpened.entry({ contactId: contact.id, at: test.clock.now(), payload })]);
    };
    await opened({ campaignId: "not a number" });
    await opened({});
    await other.aContact();
    await untilJournalSettled(other.ctx.db);
    await runEndpoints(test);
    expect(typesReceived()).toEqual(["new_contact", "new_contact"]);
    for (let run = 2; run < 5; run += 1) await runEndpoints(test, 30_000);
    expect(receiver.received).toHaveLength(2);
    expect(await listParked(db)).toEqual([]);
    await runEndpoints(test, 30_000);
    expect(typesReceived()).toEqual(["email_open", "new_contact", "new_contact", "new_contact"]);
    const reader = `webhook_endpoint ${endpoint.id}`;
    expect(await listParked(db)).toMatchObject([
      { reader, place: 1, type: "email_opened", errorClass: "PostgresError 22P02", attempts: 5 },
    ]);
    const retry = () => retryParked(db, reader, (entry) => retryEndpointItem(test.ctx, entry));
    expect(await retry()).toEqual({ processed: 0, gone: 0, parked: 1 });
    await db.sql`update journal set payload = '{}' where tenant_id = ${db.tenantId} and type = 'email_opened'`;
    expect(await retry()).toEqual({ processed: 1, gone: 0, parked: 0 });
    expect(await retry()).toEqual({ processed: 0, gone: 0, parked: 0 });
    await runEndpoints(test, 30_000);
    expect(typesReceived().filter((type) => type === "email_open")).toHaveLength(2);
  });

  it("is parked again where a replay meets it", async () => {
    const test = await company(env);
    const { db } = test.ctx;
    const endpoint = await create(test, ["email_open"]);
    const contact = await test.aContact();
    const at = test.clock.now();
    await appendEntries(db, [emailOpened.entry({ contactId: contact.id, at, payload: { campaignId: "x" } })]);
    for (let run = 0; run < 5; run += 1) await runEndpoints(test, 30_000);
    const from = addMs(at, -minutes(1)).toISOString();
    await test.api.ok("replayWebhookEndpoint", { params: { endpoint_id: endpoint.id }, body: { from } });
    for (let run = 0; run < 5; run += 1) await runEndpoints(test, 30_000);
    expect(await listParked(db)).toMatchObject([{ attempts: 10 }]);
  });
});

describe("an erasure", () => {
  const cases = {
    "a confirmation e-mail": async (test: TestCompany) => {
      const { email } = await aSignUp(test, await aForm(test));
      return email;
    },
    "a test": async (test: TestCompany) => {
      const { email } = await test.aContact();
      await test.api.ok("setTestRecipients", { body: { emails: [email] } });
      const { id } = await aDraft(test, { html: "<p>Hello</p>", subject: "Hello" });
      await test.api.ok("testCampaign", { params: { campaign_id: id }, body: { emails: [email] } });
      await sendTestEmails(test, [{ outcome: "sent", response: "250 OK" }]);
      return email;
    },
  };

  it.each(Object.entries(cases))("waits for the items of %s and removes them", async (_what, send) => {
    const test = await company(env);
    await create(test, ["sent_email"]);
    const email = await send(test);
    const { items } = await test.api.ok("listContacts", { query: { q: email } });
    await untilJournalSettled(test.ctx.db);
    const now = test.clock.now();
    const [claim] = await claimEndpoints(test.app.db, { now, leaseMs: minutes(2), isFailing: false, limit: 1 });
    if (claim === undefined) throw new Error("no endpoint is due");
    const listItems = async ({ sql, tenantId }: TenantDb) =>
      JSON.stringify(await sql`select items from webhook_delivery where tenant_id = ${tenantId}`);
    const erasure = await inTransaction(test.ctx, async (inner) => {
      await enqueueNext(inner, claim);
      expect(await listItems(inner.db)).toContain(email);
      const listWaiting = await waitingFor(inner.db, test.app.db);
      const erased = test.api.ok("eraseContact", { params: { id: items[0]?.id ?? "" }, body: { confirm: true } });
      await expect.poll(listWaiting).not.toEqual([]);
      return { erased };
    });
    await erasure.erased;
    expect(await listItems(test.ctx.db)).not.toContain(email);
  });
});
