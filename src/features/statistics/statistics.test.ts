import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import {
  aCampaign,
  addCampaignLinks,
  addCampaignMessages,
  appendEmailEvents,
} from "../../../tests/harness/factories/campaign-events.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { recordBounce, recordDelivery } from "../bounces/service.ts";
import { computeFigures } from "./metrics.ts";
import { findWellKnownProvider } from "../sending/providers/mail-provider.ts";
import { nameMailboxProvider } from "./mailbox-providers.ts";

const at = new Date("2026-03-10T09:15:00Z");
const later = new Date("2026-03-10T22:30:00Z");
const nothing = computeFigures([]);

async function addContacts(own: TestCompany, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await own.aContact()).id);
  return ids;
}

/** Five recipients: one opened and clicked, one unsubscribed, one bounced, one was skipped, one is unknown. */
async function aSentCampaign() {
  const own = await company();
  const [reader = "", leaver = "", gone = "", skipped = "", unsure = ""] = await addContacts(own, 5);
  const id = await aCampaign(own, { name: "Spring", subject: "Hello", startedAt: at });
  await addCampaignMessages(own, id, [
    { contactId: reader, domain: "gmail.com", sentAt: at, openedAt: later, clickedAt: later },
    { contactId: leaver, domain: "seznam.cz", sentAt: at },
    { contactId: gone, domain: "seznam.cz", state: "hardbounced", reason: "550", sentAt: at },
    { contactId: skipped, domain: "firm.example", state: "skipped", reason: "unsubscribed" },
    { contactId: unsure, domain: "firm.example", state: "unknown" },
  ]);
  await addCampaignLinks(own, { campaignId: id, urls: ["https://shop.example/a", "https://shop.example/b"] });
  const human = { verdict: "human", reason: null };
  await appendEmailEvents(own, { campaignId: id }, [
    { type: "email_sent", contactId: reader, domain: "gmail.com", at },
    { type: "email_sent", contactId: leaver, domain: "seznam.cz", at },
    { type: "email_sent", contactId: gone, domain: "seznam.cz", at },
    { type: "email_bounced", contactId: gone, domain: "seznam.cz", kind: "soft", code: "4.2.2", at: later },
    { type: "email_bounced", contactId: gone, domain: "seznam.cz", kind: "hard", code: "5.1.1", at: later },
    {
      type: "email_opened",
      contactId: reader,
      domain: "gmail.com",
      verdict: "machine",
      reason: "proxy",
      first: false,
      at,
    },
    { type: "email_opened", contactId: reader, domain: "gmail.com", ...human, first: true, at: later },
    { type: "email_opened", contactId: reader, domain: "gmail.com", ...human, first: false, at: later },
    {
      type: "email_clicked",
      contactId: reader,
      domain: "gmail.com",
      ...human,
      first: true,
      firstOfLink: true,
      link: 2,
      at: later,
    },
    { type: "list_unsubscribed", contactId: leaver, listId: "1", reason: "person", at: later },
    { type: "unsubscribed", contactId: leaver, reason: "person", at: later },
  ]);
  await own.runListeners();
  return { own, id, reader, leaver, gone, skipped, unsure };
}

const gmail = computeFigures([
  { metric: "sent", n: 1 },
  { metric: "opens", n: 2 },
  { metric: "opened", n: 1 },
  { metric: "machine_opens", n: 1 },
  { metric: "clicks", n: 1 },
  { metric: "clicked", n: 1 },
]);
const seznam = computeFigures([
  { metric: "sent", n: 2 },
  { metric: "soft", n: 1 },
  { metric: "hard", n: 1 },
  { metric: "bounced", n: 1 },
  { metric: "unsubscribed", n: 1 },
]);
const totals = {
  recipients: 5,
  waiting: 0,
  skipped: { total: 1, reasons: { unsubscribed: 1 } },
  failed: 0,
  unknown: 1,
  sent: 3,
  delivered: 2,
  deliveryConfirmed: 0,
  bounced: 1,
  hardBounces: 1,
  softBounces: 1,
  complaints: 0,
  unsubscribed: 1,
  opens: 2,
  uniqueOpens: 1,
  machineOpens: 1,
  clicks: 1,
  uniqueClicks: 1,
  machineClicks: 0,
  rates: {
    delivered: 0.6667,
    bounced: 0.3333,
    opened: 0.5,
    clicked: 0.5,
    clickedOfOpened: 1,
    unsubscribed: 0.5,
    complained: 0,
  },
};
const byRecipient = {
  byProvider: [
    { provider: "Seznam", ...seznam },
    { provider: "Gmail", ...gmail },
  ],
  byDomain: [
    { domain: "seznam.cz", provider: "Seznam", ...seznam },
    { domain: "gmail.com", provider: "Gmail", ...gmail },
  ],
  otherDomains: { domains: 0, ...nothing },
};

const params = (campaign_id: string) => ({ params: { campaign_id } });

describe("statistics of a campaign", () => {
  it("returns totals, providers, domains, hours in the company's time zone and links", async () => {
    const { own, id } = await aSentCampaign();
    const stats = await own.api.ok("getCampaignStats", params(id));
    const sentHour = computeFigures([
      { metric: "sent", n: 3 },
      { metric: "machine_opens", n: 1 },
    ]);
    const laterHour = computeFigures([
      { metric: "soft", n: 1 },
      { metric: "hard", n: 1 },
      { metric: "bounced", n: 1 },
      { metric: "opens", n: 2 },
      { metric: "opened", n: 1 },
      { metric: "clicks", n: 1 },
      { metric: "clicked", n: 1 },
      { metric: "unsubscribed", n: 1 },
    ]);
    const link = { variantId: id, language: null, machineClicks: 0 };
    expect(stats).toEqual({
      campaign: {
        id,
        name: "Spring",
        subject: "Hello",
        status: "sending",
        language: null,
        startedAt: at.toISOString(),
        finishedAt: null,
      },
      totals,
      ...byRecipient,
      byHour: [
        { hour: 10, ...sentHour },
        { hour: 23, ...laterHour },
      ],
      byLink: [
        { ...link, number: 2, url: "https://shop.example/b", clicks: 1, unique: 1, share: 1 },
        { ...link, number: 1, url: "https://shop.example/a", clicks: 0, unique: 0, share: 0 },
      ],
    });
    expect(await own.api.ok("getCampaignBreakdown", params(id))).toEqual({ totals, ...byRecipient });
  });

  it("lists the largest domains separately and sums up the rest", async () => {
    const { own, id } = await aSentCampaign();
    const answer = await own.api.ok("getCampaignBreakdown", { ...params(id), query: { rows: 1 } });
    expect(answer.byDomain.map(({ domain }) => domain)).toEqual(["seznam.cz"]);
    expect(answer.otherDomains).toEqual({ domains: 1, ...gmail });
  });

  it("counts only events of the requested days in the company's time zone", async () => {
    const { own, id } = await aSentCampaign();
    // 23:30 in Prague still belongs to the tenth; the eleventh is empty.
    const day = { from: "2026-03-10", to: "2026-03-11" };
    expect(await own.api.ok("getCampaignStats", { ...params(id), query: day })).toMatchObject({ totals });
    const next = await own.api.ok("getCampaignStats", { ...params(id), query: { from: "2026-03-11" } });
    expect(next.totals).toEqual({ ...totals, ...nothing });
    expect(next.byDomain).toEqual([]);
  });

  it("returns zeros for a draft", async () => {
    const own = await company();
    const id = await aCampaign(own, { status: "draft" });
    const zeros = {
      recipients: 0,
      waiting: 0,
      skipped: { total: 0, reasons: {} },
      failed: 0,
      unknown: 0,
      ...nothing,
    };
    const empty = { byProvider: [], byDomain: [], otherDomains: { domains: 0, ...nothing } };
    expect(await own.api.ok("getCampaignBreakdown", params(id))).toEqual({ totals: zeros, ...empty });
    expect(await own.api.ok("getCampaignStats", params(id))).toMatchObject({
      campaign: { status: "draft", startedAt: null },
      totals: zeros,
      byHour: [],
      byLink: [],
    });
    expect(await own.api.ok("getCampaignActivity", params(id))).toEqual({
      unit: "hour",
      timeline: [],
      items: [],
      total: 0,
      page: 1,
      pageSize: 25,
    });
    expect(await own.api.ok("listCampaignRecipients", params(id))).toEqual({
      items: [],
      total: 0,
      page: 1,
      pageSize: 25,
    });
    expect(await own.api.ok("getCampaignHeatmap", params(id))).toEqual({
      html: "",
      version: null,
      variantId: id,
      clicks: 0,
      links: [],
    });
  });

  it("counts recipients without a message row yet as waiting", async () => {
    const own = await company();
    const [first = ""] = await addContacts(own, 1);
    const id = await aCampaign(own, { recipients: 10 });
    await addCampaignMessages(own, id, [{ contactId: first, state: "queued" }]);
    const { db } = own.ctx;
    await db.sql`insert into campaign_expansion (tenant_id, campaign_id) values (${db.tenantId}, ${id})`;
    const stats = await own.api.ok("getCampaignBreakdown", params(id));
    expect(stats.totals).toMatchObject({ recipients: 10, waiting: 10, sent: 0 });
  });

  it("keeps erased contacts in the totals", async () => {
    const { own, id, reader, skipped } = await aSentCampaign();
    for (const contactId of [reader, skipped]) {
      await own.api.ok("eraseContact", { params: { id: contactId }, body: { confirm: true } });
    }
    await own.runListeners();
    expect((await own.api.ok("getCampaignStats", params(id))).totals).toEqual({
      ...totals,
      skipped: { total: 1, reasons: { erased: 1 } },
    });
    const left = await own.api.ok("listCampaignRecipients", params(id));
    expect(left).toMatchObject({ total: 3 });
  });

  it("counts messages refused by the relay as sent and bounced", async () => {
    const own = await company();
    const [first = "", second = ""] = await addContacts(own, 2);
    const id = await aCampaign(own);
    await addCampaignMessages(own, id, [
      { contactId: first, sentAt: own.clock.now() },
      { contactId: second, state: "hardbounced" },
    ]);
    await appendEmailEvents(own, { campaignId: id }, [
      { type: "email_sent", contactId: first },
      { type: "email_bounced", contactId: second, kind: "hard", code: "550", bouncedAt: "handover" },
    ]);
    await own.runListeners();
    expect((await own.api.ok("getCampaignStats", params(id))).totals).toMatchObject({
      sent: 2,
      delivered: 1,
      bounced: 1,
    });
  });
});

describe("language variants", () => {
  async function aTranslated() {
    const own = await company();
    const [czech = "", slovak = ""] = await addContacts(own, 2);
    const id = await aCampaign(own, { name: "Main", subject: "Ahoj" });
    const variantId = await aCampaign(own, { parentId: id, language: "sk", name: "Main", subject: "Dobrý deň" });
    await addCampaignMessages(own, id, [
      { contactId: czech, sentAt: at },
      { contactId: slovak, variantId, state: "skipped", reason: "frequency_cap" },
    ]);
    await appendEmailEvents(own, { campaignId: id }, [{ type: "email_sent", contactId: czech, at }]);
    await appendEmailEvents(own, { campaignId: id, variantId }, [{ type: "email_complained", contactId: slovak, at }]);
    await own.runListeners();
    return { own, id, variantId, slovak };
  }

  it("have their own statistics", async () => {
    const { own, id, variantId } = await aTranslated();
    const { items } = await own.api.ok("listVariantStats", params(id));
    expect(items).toMatchObject([
      { variantId: id, language: null, subject: "Ahoj", totals: { recipients: 1, sent: 1, complaints: 0 } },
      {
        variantId,
        language: "sk",
        subject: "Dobrý deň",
        totals: { recipients: 1, sent: 0, complaints: 1, skipped: { total: 1, reasons: { frequency_cap: 1 } } },
      },
    ]);
    expect((await own.api.ok("getCampaignStats", params(id))).totals).toMatchObject({ recipients: 2, complaints: 1 });
    const variant = await own.api.ok("getCampaignStats", params(variantId));
    expect(variant).toMatchObject({ campaign: { language: "sk" }, totals: { recipients: 1, sent: 0, complaints: 1 } });
  });

  it("have their own recipients and events, and no variants", async () => {
    const { own, variantId, slovak } = await aTranslated();
    const recipients = await own.api.ok("listCampaignRecipients", params(variantId));
    expect(recipients).toMatchObject({ total: 1, items: [{ contactId: slovak }] });
    expect(await own.api.ok("getCampaignActivity", params(variantId))).toMatchObject({ total: 1 });
    expect(await own.api.refused("listVariantStats", params(variantId))).toMatchObject({ status: 404 });
  });
});

it("returns all parts in a report", async () => {
  holdClock();
  const { own, id } = await aSentCampaign();
  const stats = await own.api.ok("getCampaignStats", params(id));
  const { timeline } = await own.api.ok("getCampaignActivity", params(id));
  const { items } = await own.api.ok("listVariantStats", params(id));
  expect(await own.api.ok("getCampaignReport", params(id))).toEqual({
    generatedAt: own.clock.now().toISOString(),
    timeZone: "Europe/Prague",
    ...stats,
    conversions: [],
    variants: items,
    timeline,
  });
});

it("answers 404 for campaigns of other companies and rejects periods that end before they start", async () => {
  const [own, other] = [await company(), await company()];
  const id = await aCampaign(own);
  const operations = [
    "getCampaignStats",
    "getCampaignActivity",
    "getCampaignHeatmap",
    "listCampaignRecipients",
    "getCampaignReport",
    "getCampaignBreakdown",
    "listVariantStats",
  ] as const;
  for (const operation of operations) {
    expect(await other.api.refused(operation, params(id))).toMatchObject({
      status: 404,
      code: "not_found",
      message: "campaign",
    });
    if (operation === "getCampaignHeatmap") continue;
    const query = { from: "2026-03-10", to: "2026-03-10" };
    expect(await own.api.refused(operation, { ...params(id), query })).toMatchObject({ status: 400, message: "to" });
  }
  expect(await own.api.refused("listCampaignRecipients", { ...params(id), query: { tab: "some" } })).toMatchObject({
    status: 400,
    message: "tab",
  });
});

it("does not count a confirmed delivery that bounced later", async () => {
  const own = await company();
  const [first = "", second = ""] = await addContacts(own, 2);
  const id = await aCampaign(own);
  await addCampaignMessages(own, id, [
    { contactId: first, sentAt: at },
    { contactId: second, sentAt: at },
  ]);
  const keyOf = (contactId: string) => ({ campaignId: id, contactId });
  for (const contactId of [first, second]) await recordDelivery(own.ctx, keyOf(contactId));
  for (const kind of ["soft", "hard"] as const)
    await recordBounce(own.ctx, keyOf(first), { kind, code: "5.1.1", response: "", at: "later" });
  await own.runListeners();
  const { totals: counted } = await own.api.ok("getCampaignStats", params(id));
  expect(counted).toMatchObject({ deliveryConfirmed: 1, bounced: 1, hardBounces: 1, softBounces: 1 });
});

it("does not count clicks on the honeypot link, neither in totals nor by link", async () => {
  const own = await company();
  const [contactId = ""] = await addContacts(own, 1);
  const id = await aCampaign(own);
  await addCampaignLinks(own, { campaignId: id, urls: ["https://shop.example/a"] });
  const click = { type: "email_clicked", contactId, verdict: "machine", reason: "honeypot", first: false } as const;
  await appendEmailEvents(own, { campaignId: id }, [
    { ...click, link: 0 },
    { ...click, link: 1 },
  ]);
  await own.runListeners();
  expect(await own.api.ok("getCampaignStats", params(id))).toMatchObject({
    totals: { clicks: 0, machineClicks: 1 },
    byLink: [{ number: 1, machineClicks: 1 }],
  });
});

it("counts a company at Google Workspace as Gmail, and a small hoster as other", async () => {
  const own = await company();
  await own.app.db.sql`
    insert into recipient_domain (domain, provider, used_at)
    values ('firm-at-google.example', 'google', now()), ('small.example', 'mx1.hoster.example', now())
    on conflict (domain) do nothing`;
  const id = await aCampaign(own, { name: "Spring", subject: "Hello", startedAt: at });
  const domains = ["gmail.com", "firm-at-google.example", "small.example"];
  const ids = await addContacts(own, domains.length);
  const messages = domains.map((domain, index) => ({ contactId: ids[index] ?? "", domain, sentAt: at }));
  await addCampaignMessages(own, id, messages);
  const sent = messages.map(({ contactId, domain }) => ({ type: "email_sent" as const, contactId, domain, at }));
  await appendEmailEvents(own, { campaignId: id }, sent);
  await own.runListeners();
  const { byProvider, byDomain } = await own.api.ok("getCampaignStats", { params: { campaign_id: id } });
  expect(byProvider.map(({ provider, sent: n }) => [provider, n])).toEqual([
    ["Gmail", 2],
    ["other", 1],
  ]);
  expect(byDomain.map(({ domain, provider }) => [domain, provider])).toEqual([
    ["firm-at-google.example", "Gmail"],
    ["gmail.com", "Gmail"],
    ["small.example", "other"],
  ]);
});

it.each([
  ["gmail.com", "Gmail"],
  ["EMAIL.cz", "Seznam"],
  ["hotmail.co.uk", "Microsoft"],
  ["me.com", "Apple"],
  ["live.example.com", "other"],
])("knows who keeps the mailboxes of %s", (domain, provider) => {
  expect(nameMailboxProvider(findWellKnownProvider(domain))).toBe(provider);
});
