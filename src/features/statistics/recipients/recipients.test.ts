import { describe, expect, it } from "vitest";
import {
  aCampaign,
  addCampaignMessages,
  appendEmailEvents,
} from "../../../../tests/harness/factories/campaign-events.ts";
import { company } from "../../../../tests/harness/factories/company.ts";

const sentAt = new Date("2026-03-10T09:15:00Z");
const openedAt = new Date("2026-03-10T10:00:00.123Z");
const clickedAt = new Date("2026-03-10T10:01:00Z");

/** One recipient for each possible state of a message. */
async function aSentCampaign() {
  const own = await company();
  const names = ["reader", "leaver", "bouncer", "skipped", "failed", "unsure", "quiet"] as const;
  const ids = new Map<string, string>();
  for (const name of names) {
    const { id } = await own.aContact({ email: `${name}@${own.tenant}.example`, firstName: `Řehoř ${name}` });
    ids.set(name, id);
  }
  const of = (name: (typeof names)[number]) => ids.get(name) ?? "";
  const id = await aCampaign(own);
  await addCampaignMessages(own, id, [
    { contactId: of("reader"), sentAt, openedAt, clickedAt },
    { contactId: of("leaver"), sentAt },
    { contactId: of("bouncer"), state: "softbounced", reason: "mailbox; full", sentAt },
    { contactId: of("skipped"), state: "skipped", reason: "unsubscribed" },
    { contactId: of("failed"), state: "failed", reason: "template" },
    { contactId: of("unsure"), state: "unknown" },
    { contactId: of("quiet"), state: "queued" },
  ]);
  await appendEmailEvents(own, { campaignId: id }, [{ type: "unsubscribed", contactId: of("leaver"), at: openedAt }]);
  await own.runListeners();
  const page = async (query: Record<string, unknown>) => {
    const answer = await own.api.ok("listCampaignRecipients", { params: { campaign_id: id }, query });
    if (!("items" in answer)) throw new Error(`expected a page of recipients, but got ${JSON.stringify(answer)}`);
    return answer;
  };
  const emailOf = (name: string) => `${name}@${own.tenant}.example`;
  return { own, id, of, page, emailOf };
}

describe("recipients of a campaign", () => {
  it("are listed with the state of their messages", async () => {
    const { page, of, emailOf } = await aSentCampaign();
    const none = { reason: null, sentAt: null, openedAt: null, clickedAt: null };
    expect(await page({ pageSize: 3, page: 1 })).toEqual({
      items: [
        {
          ...none,
          contactId: of("reader"),
          email: emailOf("reader"),
          state: "sent",
          sentAt: sentAt.toISOString(),
          openedAt: openedAt.toISOString(),
          clickedAt: clickedAt.toISOString(),
        },
        {
          ...none,
          contactId: of("leaver"),
          email: emailOf("leaver"),
          state: "sent",
          sentAt: sentAt.toISOString(),
        },
        {
          ...none,
          contactId: of("bouncer"),
          email: emailOf("bouncer"),
          state: "softbounced",
          reason: "mailbox; full",
          sentAt: sentAt.toISOString(),
        },
      ],
      total: 7,
      page: 1,
      pageSize: 3,
    });
    const last = await page({ pageSize: 3, page: 3 });
    expect(last.items.map(({ contactId }) => contactId)).toEqual([of("quiet")]);
  });

  it.each([
    ["all", ["reader", "leaver", "bouncer", "skipped", "failed", "unsure", "quiet"]],
    ["sent", ["reader", "leaver", "bouncer"]],
    ["opened", ["reader"]],
    ["clicked", ["reader"]],
    ["bounced", ["bouncer"]],
    ["unsubscribed", ["leaver"]],
    ["skipped", ["skipped"]],
    ["failed", ["failed"]],
    ["unknown", ["unsure"]],
    ["not_opened", ["leaver"]],
  ] as const)("are filtered by the tab %s", async (tab, names) => {
    const { page, of } = await aSentCampaign();
    const { items, total } = await page({ tab });
    expect(items.map(({ contactId }) => contactId)).toEqual(names.map(of));
    expect(total).toBe(names.length);
  });

  it("are searched, and filtered by engagement and day of sending", async () => {
    const { own, page, of } = await aSentCampaign();
    expect(await page({ q: "rehor read" })).toMatchObject({ total: 1, items: [{ contactId: of("reader") }] });
    const { db } = own.ctx;
    await db.sql`update contact set engagement = 'B' where tenant_id = ${db.tenantId} and id = ${of("failed")}`;
    expect(await page({ engagement: "B" })).toMatchObject({ total: 1, items: [{ contactId: of("failed") }] });
    expect(await page({ from: "2026-03-10", to: "2026-03-11" })).toMatchObject({ total: 3 });
    expect(await page({ from: "2026-03-11" })).toMatchObject({ total: 0, items: [] });
  });

  it("are exported as a CSV file for spreadsheets", async () => {
    const { own, id, of, emailOf } = await aSentCampaign();
    const answer = await own.api.call("listCampaignRecipients", {
      params: { campaign_id: id },
      query: { format: "csv", tab: "sent" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="recipients-${id}.csv"; filename*=UTF-8''recipients-${id}.csv`,
    });
    const [sent, opened, clicked] = [sentAt, openedAt, clickedAt].map((at) => at.toISOString());
    expect(answer.body).toBe(
      [
        "\uFEFFcontactId;email;state;reason;sentAt;openedAt;clickedAt",
        `${of("reader")};${emailOf("reader")};sent;;${sent};${opened};${clicked}`,
        `${of("leaver")};${emailOf("leaver")};sent;;${sent};;`,
        `${of("bouncer")};${emailOf("bouncer")};softbounced;"mailbox; full";${sent};;`,
        "",
      ].join("\r\n"),
    );
  });
});
