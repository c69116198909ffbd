import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import {
  aDraft,
  aReadyCampaign,
  aSender,
  messageCounts,
  moveMessages,
  prepareMessages,
} from "../../../../tests/harness/factories/campaign-drafts.ts";
import { aFooter } from "../../../../tests/harness/factories/templates.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { days, minutes } from "../../../kernel/local-time.ts";

const at = ({ clock }: TestCompany, ms: number) => new Date(clock.now().getTime() + ms).toISOString();
const statusConflict = (current: string) => ({
  status: 409,
  code: "conflict",
  message: "status",
  params: { current },
});
const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });

const pendingExpansions = async ({ ctx }: TestCompany) => {
  const rows = await ctx.db.sql<{ campaignId: string }[]>`
    select campaign_id from campaign_expansion where tenant_id = ${ctx.db.tenantId}`;
  return rows.map(({ campaignId }) => campaignId);
};

const setStatus = ({ ctx }: TestCompany, id: string, status: string) =>
  ctx.db.sql`update campaign set status = ${status} where tenant_id = ${ctx.db.tenantId} and id = ${id}`;

describe("approve", () => {
  it("starts sending, with the approved content and number of recipients", async () => {
    holdClock();
    const test = await company();
    const { api, clock } = test;
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    clock.advance(1000);
    const now = clock.now().toISOString();
    expect(await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } })).toMatchObject({
      status: "sending",
      timing: "now",
      plannedAt: null,
      recipients: 3,
      approvedVersion: 2,
      approvedAt: now,
      startedAt: now,
      finishedAt: null,
      progress: { recipients: 3, sent: 0, waiting: 3 },
    });
    expect(await pendingExpansions(test)).toEqual([id]);
  });

  it("accepts a planned time from 5 minutes to 365 days ahead", async () => {
    holdClock();
    const test = await company();
    const { api } = test;
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    const approve = (plannedAt: string | null | undefined) => ({
      params,
      body: { expectedRecipients: 3, timing: "schedule", plannedAt },
    });
    for (const wrong of [at(test, minutes(5) - 1), at(test, days(365) + 1), at(test, -1), "soon", null, undefined])
      expect(await api.refused("approveCampaign", approve(wrong))).toEqual(refusal("plannedAt"));
    const plannedAt = at(test, minutes(5));
    expect(await api.ok("approveCampaign", approve(plannedAt))).toMatchObject({
      status: "scheduled",
      timing: "schedule",
      plannedAt,
      startedAt: null,
    });
    expect(await pendingExpansions(test)).toEqual([]);
  });

  it("uses the draft's planned time by default", async () => {
    const test = await company();
    const { api } = test;
    const plannedAt = at(test, days(1));
    const { id } = await aReadyCampaign(test, { timing: "schedule", plannedAt });
    const params = { campaign_id: id };
    const body = { expectedRecipients: 3 };
    expect(await api.ok("approveCampaign", { params, body })).toMatchObject({ status: "scheduled", plannedAt });
    const later = await aReadyCampaign(test, { timing: "later" });
    const again = { params: { campaign_id: later.id }, body };
    expect(await api.refused("approveCampaign", again)).toEqual(refusal("timing"));
    const now = { ...again, body: { ...body, timing: "now" } };
    expect(await api.ok("approveCampaign", now)).toMatchObject({ status: "sending" });
  });

  it("accepts a deviation of 5 %, and no more", async () => {
    const test = await company();
    const { api } = test;
    const { id } = await aReadyCampaign(test, { people: 21 });
    const params = { campaign_id: id };
    const approve = (expectedRecipients: unknown) => ({ params, body: { expectedRecipients } });
    for (const expected of [19, 23, 0, 1000]) {
      const conflict = { status: 409, code: "conflict", message: "recipients", params: { expected, actual: 21 } };
      expect(await api.refused("approveCampaign", approve(expected))).toEqual(conflict);
    }
    for (const wrong of [undefined, null, "21", -1, 1.5])
      expect(await api.refused("approveCampaign", approve(wrong))).toEqual(refusal("expectedRecipients"));
    expect(await api.ok("approveCampaign", approve(20))).toMatchObject({ recipients: 21 });
  });

  it("refuses an audience without recipients: 400 when it includes nothing, 409 when nobody is left", async () => {
    const test = await company();
    const { api } = test;
    const [nothing, nobody] = [await aReadyCampaign(test, { audience: {} }), await aReadyCampaign(test, { people: 0 })];
    const approve = (id: string) => ({ params: { campaign_id: id }, body: { expectedRecipients: 0 } });
    const empty = { code: "empty_segment", message: "audience", params: {} };
    expect(await api.refused("approveCampaign", approve(nothing.id))).toEqual({ status: 400, ...empty });
    expect(await api.refused("approveCampaign", approve(nobody.id))).toEqual({ status: 409, ...empty });
  });

  it("requires a verified sender of the shop, a subject, content and valid references", async () => {
    const test = await company();
    const { api, ctx } = test;
    const messageFor = async (fields: Record<string, unknown>, change?: (id: string) => Promise<unknown>) => {
      const { id } = await aReadyCampaign(test, { people: 1, ...fields });
      await change?.(id);
      const answer = await api.refused("approveCampaign", {
        params: { campaign_id: id },
        body: { expectedRecipients: 1 },
      });
      return `${answer.status} ${answer.code} ${answer.message}`;
    };
    expect(await messageFor({ senderId: null })).toBe("400 validation senderId");
    const unverified = await aSender(test, { isVerified: false });
    expect(await messageFor({ senderId: unverified.id })).toBe("400 validation senderId");
    expect(await messageFor({ subject: "" })).toBe("400 validation subject");
    const empty = (id: string) =>
      api.ok("saveCampaignContent", { params: { campaign_id: id }, body: { html: "  \n", baseVersion: 2 } });
    expect(await messageFor({}, empty)).toBe("400 validation content");
    const broken = (id: string) =>
      api.ok("saveCampaignContent", { params: { campaign_id: id }, body: { html: "<p>{% if %}</p>", baseVersion: 2 } });
    expect(await messageFor({}, broken)).toBe("400 validation content");
    const replySender = await aSender(test);
    const gone = () => ctx.db.sql`delete from sender where tenant_id = ${ctx.db.tenantId} and id = ${replySender.id}`;
    expect(await messageFor({ replyTo: replySender.email }, gone)).toBe("400 validation replyTo");
    const list = await test.aList();
    const deleteList = () => api.call("deleteList", { params: { list_id: list.id } });
    expect(await messageFor({ audience: { listIds: [list.id] } }, deleteList)).toBe("400 validation audience");
    const page = await api.ok("createUnsubscribePage", { body: { name: "Page" } });
    const close = () =>
      api.ok("updateUnsubscribePage", { params: { unsub_page_id: page.id }, body: { active: false } });
    expect(await messageFor({ unsubscribePageId: page.id }, close)).toBe("400 validation unsubscribePageId");
  });

  it("refuses content with lint errors or a blocked spam verdict, of variants and footers too", async () => {
    const test = await company();
    const { api } = test;
    const approve = async (
      { html = "<p>Hello</p>", footerHtml = "" },
      body: Record<string, unknown> = {},
      variant?: Record<string, unknown>,
    ) => {
      const footerId = footerHtml === "" ? null : (await aFooter(test, { html: footerHtml })).id;
      const { id } = await aReadyCampaign(test, { people: 1, footerId });
      const params = { campaign_id: id };
      await api.ok("saveCampaignContent", { params, body: { html, baseVersion: 2 } });
      if (variant !== undefined) await api.ok("addVariant", { params, body: { language: "sk", ...variant } });
      return api.refused("approveCampaign", { params, body: { expectedRecipients: 1, ...body } });
    };
    const refused = (...issues: object[]) => ({
      status: 409,
      code: "conflict",
      message: "content",
      params: { issues: issues.map((issue) => expect.objectContaining({ severity: "error", ...issue })) },
    });
    const script = `<a href="javascript:alert(1)">A</a>`;
    const link = { code: "script_link", params: { url: "javascript:alert(1)" } };
    expect(await approve({ html: script })).toEqual(refused({ ...link, line: 1, column: 1 }));
    const plannedAt = at(test, days(1));
    expect(await approve({ html: script }, { timing: "schedule", plannedAt })).toEqual(refused(link));
    expect(await approve({ footerHtml: script })).toEqual(
      refused({ ...link, params: { ...link.params, part: "footer" } }),
    );
    expect(await approve({}, {}, { content: { html: script } })).toEqual(
      refused({ ...link, params: { ...link.params, language: "sk" } }),
    );
    expect(await approve({ html: "<p>{{df_nome}}</p>" })).toEqual(refused({ code: "merge_tag_unknown" }));
    const long = `<p>${`<a href="https://x.cz">A</a>`.repeat(2000)}</p>`;
    const size = { bytes: expect.any(Number), max: 102_000, sent: true };
    expect(Buffer.byteLength(long)).toBeLessThan(102_000);
    expect(await approve({ html: long })).toEqual(refused({ code: "html_too_large", params: size }));
    const program = `<p>Hello</p><a href="https://shop.example/setup.exe">A</a>`;
    const rules = ["link_to_program", "unsubscribe_missing"];
    expect(await approve({ html: program })).toEqual(refused({ code: "spam_blocked", params: { score: 8, rules } }));
  });

  it("refuses what cannot stand in a header, also when it was stored before", async () => {
    const test = await company();
    const { db } = test.ctx;
    const headers = [
      { name: "X-A", value: "{{df_name}}" },
      { name: "X-B", value: "{{df_name}}\u0085." },
    ];
    for (const [written, message] of [
      [{ fromName: "a\u0085b" }, "fromName"],
      [{ subject: "a\u0085b" }, "subject"],
      [{ headers: JSON.stringify(headers) }, "headers.1.value"],
    ] as const) {
      const { id } = await aReadyCampaign(test, { people: 1 });
      await db.sql`update campaign set ${db.sql(written)} where tenant_id = ${db.tenantId} and id = ${id}`;
      const approval = { params: { campaign_id: id }, body: { expectedRecipients: 1 } };
      expect(await test.api.refused("approveCampaign", approval)).toEqual(refusal(message));
    }
  });

  it("counts contacts that are mailable now", async () => {
    const test = await company();
    const { api } = test;
    const { id, listId } = await aReadyCampaign(test, { people: 1 });
    const contact = await test.aContact({ listIds: [listId] });
    await api.ok("unsubscribeContact", { params: { id: contact.id }, body: {} });
    const answer = { params: { campaign_id: id }, body: { expectedRecipients: 2 } };
    expect(await api.refused("approveCampaign", answer)).toMatchObject({ params: { expected: 2, actual: 1 } });
  });

  it("succeeds for one of many concurrent requests, and refuses the others", async () => {
    const test = await company();
    const { id } = await aReadyCampaign(test);
    const input = { params: { campaign_id: id }, body: { expectedRecipients: 3 } };
    const answers = await Promise.all(Array.from({ length: 6 }, () => test.api.call("approveCampaign", input)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await test.api.refused("approveCampaign", input)).toEqual(statusConflict("sending"));
  });

  it("is allowed while the company may not send", async () => {
    const test = await company();
    const { ctx } = test;
    const { id } = await aReadyCampaign(test);
    await ctx.db.sql`
      update company set sending_enabled = false, sending_state = 'pending' where tenant_id = ${ctx.db.tenantId}`;
    const input = { params: { campaign_id: id }, body: { expectedRecipients: 3 } };
    expect(await test.api.ok("approveCampaign", input)).toMatchObject({ status: "sending" });
  });

  it("is 404 for another company's campaign and for a variant", async () => {
    const [test, other] = [await company(), await company()];
    const { id } = await aReadyCampaign(test);
    const body = { expectedRecipients: 3 };
    const notFound = { status: 404, code: "not_found", message: "campaign", params: {} };
    expect(await other.api.refused("approveCampaign", { params: { campaign_id: id }, body })).toEqual(notFound);
    const variant = await test.api.ok("addVariant", { params: { campaign_id: id }, body: { language: "sk" } });
    const params = { campaign_id: variant.id };
    expect(await test.api.refused("approveCampaign", { params, body })).toEqual(notFound);
    for (const name of ["getCampaign", "pauseCampaign", "resumeCampaign", "cancelCampaign"] as const)
      expect(await test.api.refused(name, { params })).toEqual(notFound);
  });
});

describe("pause, resume and cancel", () => {
  it("follows the table of transitions in every status, once", async () => {
    const test = await company();
    const { api } = test;
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    const expected = {
      pauseCampaign: { scheduled: "paused", sending: "paused" },
      resumeCampaign: { paused: "sending" },
      cancelCampaign: { scheduled: "cancelled", paused: "cancelled" },
    } as const;
    for (const name of ["pauseCampaign", "resumeCampaign", "cancelCampaign"] as const) {
      const allowed: Partial<Record<string, string>> = expected[name];
      for (const status of ["draft", "scheduled", "sending", "paused", "completed", "cancelled"]) {
        await setStatus(test, id, status);
        const next = allowed[status];
        if (next !== undefined) expect([name, await api.ok(name, { params })]).toMatchObject([name, { status: next }]);
        const repeated = await api.refused(name, { params });
        expect([name, status, repeated]).toEqual([name, status, statusConflict(next ?? status)]);
      }
    }
  });

  it("returns to scheduled before the planned time, and sends after it", async () => {
    holdClock();
    const test = await company();
    const { api, clock } = test;
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    const plannedAt = at(test, days(1));
    await api.ok("approveCampaign", { params, body: { expectedRecipients: 3, timing: "schedule", plannedAt } });
    await api.ok("pauseCampaign", { params });
    expect(await api.ok("resumeCampaign", { params })).toMatchObject({ status: "scheduled", startedAt: null });
    expect(await pendingExpansions(test)).toEqual([]);
    await api.ok("pauseCampaign", { params });
    clock.advance(days(1));
    const startedAt = clock.now().toISOString();
    expect(await api.ok("resumeCampaign", { params })).toMatchObject({ status: "sending", startedAt });
    expect(await pendingExpansions(test)).toEqual([id]);
  });

  it("does not expand twice, and keeps its start time", async () => {
    const test = await company();
    const { api, clock } = test;
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    const { startedAt } = await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    await prepareMessages(test, id);
    await moveMessages(test, id, { state: "sent", limit: 1 });
    clock.advance(minutes(1));
    await api.ok("pauseCampaign", { params });
    expect(await api.ok("resumeCampaign", { params })).toMatchObject({ status: "sending", startedAt });
    expect(await pendingExpansions(test)).toEqual([]);
    expect(await messageCounts(test, id)).toMatchObject({
      counted: [
        { state: "queued", n: 2 },
        { state: "sent", n: 1 },
      ],
    });
  });

  it("cancels queued messages; claimed ones become unknown", async () => {
    holdClock();
    const test = await company();
    const { api, ctx } = test;
    const { id } = await aReadyCampaign(test, { people: 5 });
    const params = { campaign_id: id };
    await api.ok("approveCampaign", { params, body: { expectedRecipients: 5 } });
    await prepareMessages(test, id, 2);
    await moveMessages(test, id, { state: "sent", limit: 1 });
    await ctx.db.sql`
      update send_batch b set claimed_through = (select min(contact_id) from message m
        where m.tenant_id = ${ctx.db.tenantId} and m.batch_id = b.id and m.state = 'queued')
      where tenant_id = ${ctx.db.tenantId} and id = (select min(id) from send_batch where tenant_id = ${ctx.db.tenantId})`;
    await api.ok("pauseCampaign", { params });
    expect(await api.ok("cancelCampaign", { params })).toMatchObject({
      status: "cancelled",
      finishedAt: ctx.clock.now().toISOString(),
      counts: { sent: 1, skipped: 3, unknown: 1 },
      progress: { recipients: 5, sent: 1, waiting: 0, skipped: 3, unknown: 1, estimatedEndAt: null },
    });
    const { counted, kept } = await messageCounts(test, id);
    expect(counted).toEqual(kept);
    const rows = await ctx.db.sql<{ reason: string; n: number }[]>`
      select reason, count(*)::int as n from message where tenant_id = ${ctx.db.tenantId} group by 1 order by 1`;
    expect([...rows]).toEqual([
      { reason: "cancelled", n: 3 },
      { reason: null, n: 2 },
    ]);
    expect(await ctx.db.sql`select from send_batch where tenant_id = ${ctx.db.tenantId}`).toHaveLength(0);
  });

  it("cancels the messages of a large campaign in the background", async () => {
    const test = await company();
    const { api } = test;
    const { id, name } = await aReadyCampaign(test, { people: 45 });
    const params = { campaign_id: id };
    await api.ok("approveCampaign", { params, body: { expectedRecipients: 45 } });
    await prepareMessages(test, id, 1);
    await api.ok("pauseCampaign", { params });
    const cancelled = await api.ok("cancelCampaign", { params });
    expect(cancelled).toMatchObject({ status: "cancelled", counts: { queued: 45 } });
    expect((await api.ok("listRunningActions")).items).toMatchObject([{ type: "campaign_cancelled" }]);
    await test.runActions();
    expect(await messageCounts(test, id)).toMatchObject({ counted: [{ state: "skipped", n: 45 }] });
    const { counted, kept } = await messageCounts(test, id);
    expect(counted).toEqual(kept);
    const { items } = await api.ok("listNotifications");
    const params45 = { campaignId: id, name, messages: 45 };
    expect(items).toMatchObject([{ type: "campaign_cancelled", params: params45 }]);
  });

  it("allows messages to be written while it decides", async () => {
    const test = await company();
    const { ctx } = test;
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    await test.api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    await ctx.db
      .transaction(async (db) => {
        await db.sql`
        select from campaign_expansion where tenant_id = ${db.tenantId} and campaign_id = ${id} for update`;
        const pausing = await test.api.ok("pauseCampaign", { params });
        expect(pausing).toMatchObject({ status: "paused" });
        const cancelling = test.api.ok("cancelCampaign", { params });
        // The expansion step continues, although the cancelling request holds the campaign's lock and waits for it.
        await db.sql`
        insert into send_batch (tenant_id, source_id, variant_id, due_at, size)
        values (${db.tenantId}, ${id}, ${id}, now(), 0)`;
        return { cancelling };
      })
      .then(({ cancelling }) => cancelling);
    expect(await ctx.db.sql`select from send_batch where tenant_id = ${ctx.db.tenantId}`).toHaveLength(0);
  });

  it("ends the expansion", async () => {
    const test = await company();
    const { id } = await aReadyCampaign(test);
    const params = { campaign_id: id };
    await test.api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
    await test.api.ok("pauseCampaign", { params });
    await test.api.ok("cancelCampaign", { params });
    expect(await pendingExpansions(test)).toEqual([]);
  });
});

describe("messages with an unknown outcome", () => {
  const uncertain = async (status: string) => {
    const test = await company();
    const { id } = await aReadyCampaign(test, { people: 4 });
    const params = { campaign_id: id };
    await test.api.ok("approveCampaign", { params, body: { expectedRecipients: 4 } });
    await prepareMessages(test, id);
    await moveMessages(test, id, { state: "sent", limit: 1 });
    await moveMessages(test, id, { state: "unknown" });
    await test.ctx.db.sql`delete from send_batch where tenant_id = ${test.ctx.db.tenantId}`;
    await setStatus(test, id, status);
    await test.ctx.db.sql`
      update campaign set finished_at = now() where tenant_id = ${test.ctx.db.tenantId} and status = 'completed'`;
    test.clock.advance(minutes(10));
    return { ...test, test, id, params };
  };

  it("are shown, and counted as sent when they were tried", async () => {
    holdClock();
    const { test, api, ctx, id, params } = await uncertain("completed");
    expect(await api.ok("getCampaign", { params })).toMatchObject({ unknown: 3, progress: { unknown: 3, sent: 1 } });
    const triedAt = new Date(ctx.clock.now().getTime() - minutes(10));
    const unknown = await ctx.db.sql<{ contactId: string }[]>`
      select contact_id from message where tenant_id = ${ctx.db.tenantId} and state = 'unknown'`;
    const input = { params, body: { decision: "mark_sent" } };
    expect(await api.ok("decideUnknown", input)).toEqual({ messages: 3 });
    expect(await api.ok("getCampaign", { params })).toMatchObject({
      status: "completed",
      counts: { sent: 4 },
      unknown: 0,
    });
    const { counted, kept } = await messageCounts(test, id);
    expect(counted).toEqual(kept);
    const entries = await ctx.db.sql<{ at: Date; payload: unknown }[]>`
      select at, payload from journal where tenant_id = ${ctx.db.tenantId} and type = 'emails_sent'`;
    const sent = Object.fromEntries(unknown.map(({ contactId }) => [contactId, "example.com"]));
    expect([...entries]).toEqual([{ at: triedAt, payload: { campaignId: id, variantId: id, count: 3, sent } }]);
    const times = await ctx.db.sql<{ n: number }[]>`
      select count(*)::int as n from message
      where tenant_id = ${ctx.db.tenantId} and sent_at = ${triedAt} and delivered_at = ${triedAt}`;
    expect([...times]).toEqual([{ n: 3 }]);
    expect(await api.ok("decideUnknown", input)).toEqual({ messages: 0 });
  });

  it("are not sent again to contacts that reacted to the first copy, nor to erased ones", async () => {
    const { test, api, ctx, params, id } = await uncertain("completed");
    const unknown = await ctx.db.sql<{ contactId: string }[]>`
      select contact_id from message
      where tenant_id = ${ctx.db.tenantId} and state = 'unknown' order by contact_id`;
    const [opener = "", erased = ""] = unknown.map(({ contactId }) => contactId);
    await ctx.db.sql`
      update message set opened_at = ${ctx.clock.now()}
      where tenant_id = ${ctx.db.tenantId} and contact_id = ${opener}`;
    await api.ok("eraseContact", { params: { id: erased }, body: { confirm: true } });
    expect(await api.ok("decideUnknown", { params, body: { decision: "send_again" } })).toEqual({ messages: 1 });
    expect(await api.ok("getCampaign", { params })).toMatchObject({
      counts: { sent: 2, queued: 1, skipped: 1 },
      unknown: 0,
    });
    const { counted } = await messageCounts(test, id);
    expect(counted.map(({ state, n }) => [state, n])).toEqual([
      ["queued", 1],
      ["sent", 2],
    ]);
  });

  it("are sent again in batches of their own, by a campaign that is sending again", async () => {
    const { test, api, ctx, id, params } = await uncertain("completed");
    const input = { params, body: { decision: "send_again" } };
    expect(await api.ok("decideUnknown", input)).toEqual({ messages: 3 });
    expect(await api.ok("getCampaign", { params })).toMatchObject({
      status: "sending",
      finishedAt: null,
      counts: { sent: 1, queued: 3 },
      progress: { waiting: 3 },
    });
    const { counted, kept } = await messageCounts(test, id);
    expect(counted).toEqual(kept);
    const batches = await ctx.db.sql<{ size: number; variantId: string; n: number }[]>`
      select b.size, b.variant_id, count(m.contact_id)::int as n from send_batch b
      left join message m on m.tenant_id = b.tenant_id and m.batch_id = b.id and m.state = 'queued'
      where b.tenant_id = ${ctx.db.tenantId} group by 1, 2`;
    expect([...batches]).toEqual([{ size: 3, variantId: id, n: 3 }]);
    expect(await api.ok("decideUnknown", input)).toEqual({ messages: 0 });
    expect(await api.ok("getCampaign", { params })).toMatchObject({ status: "sending" });
  });

  it.each(["draft", "scheduled", "sending", "paused", "completed", "cancelled"])("of a %s campaign", async (status) => {
    const { api, params } = await uncertain(status);
    const answer = async (decision: string) => (await api.call("decideUnknown", { params, body: { decision } })).status;
    const isOpen = !["draft", "scheduled"].includes(status);
    expect(await answer("send_again")).toBe(isOpen && status !== "cancelled" ? 200 : 409);
    expect(await answer("mark_sent")).toBe(isOpen ? 200 : 409);
    expect(await answer("forget")).toBe(400);
  });
});

it("shows the estimated end, at the rate since the start", async () => {
  holdClock();
  const test = await company();
  const { api, clock } = test;
  const { id } = await aReadyCampaign(test, { people: 4 });
  const params = { campaign_id: id };
  await api.ok("approveCampaign", { params, body: { expectedRecipients: 4 } });
  await prepareMessages(test, id);
  await moveMessages(test, id, { state: "sent", limit: 1 });
  clock.advance(minutes(2));
  const progress = {
    recipients: 4,
    sent: 1,
    waiting: 3,
    failed: 0,
    skipped: 0,
    unknown: 0,
    holdReason: null,
    throttled: [],
  };
  expect((await api.ok("getCampaign", { params })).progress).toEqual({
    ...progress,
    estimatedEndAt: at(test, minutes(6)),
  });
  await test.ctx.db.sql`
    update campaign set status = 'paused', paused_by = 'bounces' where tenant_id = ${test.ctx.db.tenantId}`;
  expect((await api.ok("getCampaign", { params })).progress).toEqual({
    ...progress,
    estimatedEndAt: null,
    holdReason: "bounces",
  });
});

it("does not treat a manual pause as an overridden auto-pause", async () => {
  const test = await company();
  const { api, ctx } = test;
  const { id } = await aReadyCampaign(test);
  const params = { campaign_id: id };
  await api.ok("approveCampaign", { params, body: { expectedRecipients: 3 } });
  await prepareMessages(test, id);
  await ctx.db.sql`
    update campaign set status = 'paused', paused_by = 'bounces' where tenant_id = ${ctx.db.tenantId}`;
  const holdReason = async () => (await api.ok("getCampaign", { params })).progress.holdReason;
  expect(await holdReason()).toBe("bounces");
  await api.ok("resumeCampaign", { params });
  expect(await holdReason()).toBeNull();
  await api.ok("pauseCampaign", { params });
  expect(await holdReason()).toBeNull();
  // The reason is kept, so that the service does not pause it again for the same one.
  const [row] = await ctx.db.sql`select paused_by from campaign where tenant_id = ${ctx.db.tenantId} and id = ${id}`;
  expect(row).toEqual({ pausedBy: "bounces" });
});

it("does not change a draft on a preview", async () => {
  const test = await company();
  const draft = await aDraft(test);
  const params = { campaign_id: draft.id };
  expect(await test.api.refused("approveCampaign", { params, body: {} })).toEqual(refusal("expectedRecipients"));
  expect(await test.api.ok("getCampaign", { params })).toEqual(draft);
});
