import { describe, expect, it } from "vitest";
import {
  anEmailAutomation,
  anEmailEngine,
  emailsOf,
  passEmail,
} from "../../../../tests/harness/factories/automation-emails.ts";
import { setStatus } from "../../../../tests/harness/factories/automations.ts";
import { company, testWorker, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { hours, minutes } from "../../../kernel/local-time.ts";
import { decideUnknownEmails, notifyOfUnknownEmails } from "./service.ts";

/** An automation whose e-mails to new contacts all were lost with the connection. */
async function lostEmails(count: number, fields: { transactional?: boolean } = {}) {
  const own = await company();
  const automation = await anEmailAutomation(own, fields);
  const contacts: Awaited<ReturnType<TestCompany["aContact"]>>[] = [];
  for (let index = 0; index < count; index += 1) contacts.push(await own.aContact());
  await passEmail(
    own,
    automation,
    contacts.map(({ id }) => id),
  );
  const emails = new Set(contacts.map(({ email }) => email));
  await anEmailEngine(own, ({ envelope }) =>
    emails.has(envelope.to) ? { outcome: "unknown", response: "" } : { outcome: "sent", response: "" },
  ).run();
  return { own, automation, contacts, params: { automation_id: automation.id } };
}

const listStates = async (own: TestCompany, automation: { id: string }) =>
  (await emailsOf(own, automation)).map(({ state }) => state);

const sendAll = async (own: TestCompany, contacts: readonly { email: string }[]) => {
  const { run, takenFor } = anEmailEngine(own);
  await run();
  return takenFor(contacts.map(({ email }) => email));
};

const listNotices = async ({ api }: TestCompany) =>
  (await api.ok("listNotifications")).items.map(({ type, params }) => [type, params]);

describe("e-mails of an automation with an unknown outcome", () => {
  it("are listed by node, the last ones first, in pages", async () => {
    const { own, contacts, params } = await lostEmails(2);
    const listed = await own.api.ok("listAutomationUnknown", { params, query: { node: "mail" } });
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    const items = contacts.map(({ id, email }) => ({ node: "mail", contactId: id, email, at }));
    expect(listed).toEqual({ items, total: 2, page: 1, pageSize: 25 });
    const second = await own.api.ok("listAutomationUnknown", { params, query: { page: 2, pageSize: 1 } });
    expect([second.total, second.items.length]).toEqual([2, 1]);
    expect(await own.api.refused("listAutomationUnknown", { params, query: { node: "t" } })).toMatchObject({
      status: 400,
      message: "node",
    });
  });

  it("count as sent when a member says so, once", async () => {
    const { own, automation, params } = await lostEmails(2);
    const input = { params, body: { decision: "mark_sent" } };
    expect(await own.api.ok("decideAutomationUnknown", input)).toEqual({ messages: 2 });
    expect(await own.api.ok("decideAutomationUnknown", input)).toEqual({ messages: 0 });
    expect(await listStates(own, automation)).toEqual(["sent", "sent"]);
    expect((await own.api.ok("listAutomationUnknown", { params })).total).toBe(0);
    await own.runListeners();
    expect(await own.api.ok("getAutomationReport", { params })).toMatchObject({ emails: [{ sent: 2, unknown: 0 }] });
  });

  it.each([false, true])(
    "are sent again, except to who received it, opted out or was erased; transactional %s",
    async (transactional) => {
      const { own, automation, contacts, params } = await lostEmails(5, { transactional });
      const [opened, left, erased, deleted, waiting] = contacts;
      const { sql, tenantId } = own.ctx.db;
      await sql`update message set opened_at = now() where tenant_id = ${tenantId} and contact_id = ${opened?.id ?? ""}`;
      await own.api.ok("unsubscribeContact", { params: { id: left?.id ?? "" } });
      await own.api.ok("eraseContact", { params: { id: erased?.id ?? "" }, body: { confirm: true } });
      await own.api.ok("deleteContact", { params: { id: deleted?.id ?? "" } });
      const input = { params, body: { decision: "send_again" } };
      expect(await own.api.ok("decideAutomationUnknown", input)).toEqual({ messages: 2 });
      expect(await sendAll(own, contacts)).toEqual([waiting?.email]);
      expect((await listStates(own, automation)).toSorted()).toEqual(
        expect.arrayContaining(["sent", "sent", "skipped"]),
      );
      expect(await own.api.ok("decideAutomationUnknown", input)).toEqual({ messages: 0 });
      const [counted] = await sql<{ n: number }[]>`
      select coalesce(sum(n), 0)::int as n from message_state_count where tenant_id = ${tenantId} and state = 'unknown'`;
      expect(counted).toEqual({ n: 0 });
    },
  );

  it("are decided for chosen contacts, and wait while the automation is paused", async () => {
    const { own, automation, contacts, params } = await lostEmails(3);
    await setStatus(own, automation, "paused");
    const contactIds = contacts.slice(1).map(({ id }) => id);
    const body = { decision: "send_again", node: "mail", contactIds };
    const killed = own.ctx.db.transaction(async (db) => {
      const choice = { decision: "send_again", contactIds } as const;
      expect(await decideUnknownEmails({ ...own.ctx, db }, automation.id, choice)).toEqual({ messages: 2 });
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await own.api.ok("decideAutomationUnknown", { params, body })).toEqual({ messages: 2 });
    expect(await own.api.ok("decideAutomationUnknown", { params, body })).toEqual({ messages: 0 });
    expect(await sendAll(own, contacts)).toEqual([]);
    await setStatus(own, automation, "active");
    expect(await sendAll(own, contacts)).toHaveLength(2);
    expect(await listStates(own, automation)).toEqual(["unknown", "sent", "sent"]);
  });

  it("are notified, again only when there are more, and after a decision", async () => {
    const { own, automation, contacts, params } = await lostEmails(2);
    const notify = async () => {
      await notifyOfUnknownEmails(testWorker(own.app));
      return (await listNotices(own)).length;
    };
    expect(await notify()).toBe(1);
    const { name } = await own.api.ok("getAutomation", { params });
    expect(await listNotices(own)).toEqual([
      ["automation_unknown", { automationId: automation.id, name, messages: 2 }],
    ]);
    own.clock.advance(hours(2));
    expect(await notify()).toBe(1);
    await own.api.ok("decideAutomationUnknown", {
      params,
      body: { decision: "mark_sent", contactIds: [contacts[0]?.id] },
    });
    expect(await notify()).toBe(1);
    await passEmail(own, automation, [contacts[0]?.id ?? ""]);
    await anEmailEngine(own, () => ({ outcome: "unknown", response: "" })).run();
    expect(await notify()).toBe(2);
    own.clock.advance(minutes(5));
    expect(await notify()).toBe(2);
  });

  it("are neither shown to another company nor decided by a key that may only read", async () => {
    const { own, params } = await lostEmails(1);
    const other = await company();
    const body = { decision: "mark_sent" };
    for (const refused of [
      await other.api.refused("listAutomationUnknown", { params }),
      await other.api.refused("decideAutomationUnknown", { params, body }),
    ])
      expect(refused).toMatchObject({ status: 404, message: "automation" });
    const reading = await own.apiWith({ scope: "read" });
    expect((await reading.ok("listAutomationUnknown", { params })).total).toBe(1);
    expect(await reading.refused("decideAutomationUnknown", { params, body })).toMatchObject({ status: 403 });
    for (const wrong of [
      { decision: "maybe" },
      { decision: "mark_sent", contactIds: [] },
      { ...body, node: "nowhere" },
    ])
      expect(await own.api.refused("decideAutomationUnknown", { params, body: wrong })).toMatchObject({ status: 400 });
  });
});
