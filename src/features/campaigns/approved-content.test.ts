import { expect, it } from "vitest";
import { aReadyCampaign } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aFooter, aTemplate } from "../../../tests/harness/factories/templates.ts";
import { anEngine, type RelayAnswer } from "../../../tests/harness/factories/sending-campaigns.ts";
import { aSignedDomain } from "../../../tests/harness/factories/senders.ts";
import { findWebVersion } from "./web-version.ts";

const shop = "https://shop.example";

const aLink = (name: string) => `<p><a href="${shop}/${name}">${name}</a></p>`;

/** Publishes new content of the footer. */
async function publish({ api }: TestCompany, footerId: string, html: string) {
  const params = { footer_id: footerId };
  const { version } = await api.ok("getFooterContent", { params });
  await api.ok("saveFooterContent", { params, body: { html, baseVersion: version } });
  await api.ok("publishFooter", { params });
}

async function approve({ api }: TestCompany, id: string, html: string, recipients: number) {
  const params = { campaign_id: id };
  const { version } = await api.ok("getCampaignContent", { params });
  await api.ok("saveCampaignContent", { params, body: { html, baseVersion: version } });
  await api.ok("approveCampaign", { params, body: { expectedRecipients: recipients } });
}

const readContacts = async ({ api }: TestCompany, listId: string) =>
  (await api.ok("listContacts", { query: { list: listId, sort: "id" } })).items;

/** The texts and numbers of the links in the HTML of a message. */
const findLinks = (html: string) =>
  [...html.matchAll(/\/t\/c\/[\w-]+\.(\d+)"[^>]*>([^<]+)</g)].map(([, number, text]) => `${number} ${text}`);

const readable = (raw: Buffer | undefined) =>
  raw?.toString().replaceAll("=\r\n", "").replaceAll("=3D", "=").replaceAll("=2E", ".") ?? "";

it("sends the approved footer to the last message, whatever is published meanwhile", async () => {
  const test = await company();
  const { api } = test;
  const footer = await aFooter(test, { html: aLink("old") });
  const { id, listId } = await aReadyCampaign(test, { people: 3, footerId: footer.id });
  await approve(test, id, aLink("content"), 3);
  const contacts = await readContacts(test, listId);
  const busy = contacts.at(-1)?.email;
  const refuse: RelayAnswer = ({ envelope }) =>
    envelope.to === busy
      ? { outcome: "refused", kind: "temporary", stage: "rcpt", code: 450, enhanced: "4.2.1", response: "" }
      : { outcome: "sent", response: "" };
  const first = anEngine(test, refuse);
  await first.run();
  expect(first.takenFor(contacts.map(({ email }) => email))).toHaveLength(2);
  const params = { campaign_id: id };
  await api.ok("pauseCampaign", { params });
  await publish(test, footer.id, aLink("new") + aLink("newer"));
  await api.ok("resumeCampaign", { params });
  test.clock.advance(10 * 60_000);
  const second = anEngine(test);
  await second.run();
  const last = readable(second.taken.find(({ envelope }) => envelope.to === busy)?.raw);
  expect(findLinks(last)).toEqual(["1 content", "2 old"]);
  expect(last).not.toContain("new");
  const shown = await findWebVersion(test.ctx, { campaignId: id, contactId: contacts.at(-1)?.id ?? "" });
  expect(findLinks(shown ?? "")).toEqual(["1 content", "2 old"]);
  const { html, links } = await api.ok("getCampaignHeatmap", { params });
  expect(links.map(({ number, url }) => [number, url])).toEqual([
    [1, `${shop}/content`],
    [2, `${shop}/old`],
  ]);
  expect(html).toContain(`<a href="${shop}/old" data-link="2"`);
  const body = { contactId: contacts[0]?.id ?? "" };
  expect((await api.ok("previewCampaign", { params, body })).html).toContain(`${shop}/old`);
});

it("has no footer when one is published after the approval", async () => {
  const test = await company();
  const { id, listId } = await aReadyCampaign(test, { people: 1 });
  await approve(test, id, aLink("content"), 1);
  const footer = await aFooter(test, { html: aLink("late") });
  await test.api.ok("makeFooterDefault", { params: { footer_id: footer.id } });
  const { run, taken } = anEngine(test);
  await run();
  const [contact] = await readContacts(test, listId);
  const raw = readable(taken.find(({ envelope }) => envelope.to === contact?.email)?.raw);
  expect(findLinks(raw)).toEqual(["1 content"]);
});

it("has the footer of its template when it names none, and the default without one", async () => {
  const test = await company();
  const [standard, own] = [
    await aFooter(test, { html: aLink("default") }),
    await aFooter(test, { html: aLink("own") }),
  ];
  await test.api.ok("makeFooterDefault", { params: { footer_id: standard.id } });
  const template = await aTemplate(test, { footerId: own.id });
  const getShown = async (fields: Record<string, unknown>) => {
    const { id, listId } = await aReadyCampaign(test, { people: 1, ...fields });
    const body = { contactId: (await readContacts(test, listId))[0]?.id ?? "" };
    const preview = await test.api.ok("previewCampaign", { params: { campaign_id: id }, body });
    await approve(test, id, aLink("content"), 1);
    await anEngine(test).run();
    const sent = await findWebVersion(test.ctx, { campaignId: id, ...body });
    return [findLinks(sent ?? "").at(-1), preview.html.includes(`${shop}/own`)];
  };
  expect(await getShown({ templateId: template.id, footerId: null })).toEqual(["2 own", true]);
  expect(await getShown({ footerId: null })).toEqual(["2 default", false]);
});

it("shows the heatmap of a language variant with the campaign's footer and link parameters", async () => {
  const test = await company();
  const { api } = test;
  const footer = await aFooter(test, { html: aLink("footer") });
  const { id, listId } = await aReadyCampaign(test, {
    people: 1,
    footerId: footer.id,
    utm: { source: "news" },
    linkParams: [{ name: "from", value: "mail" }],
  });
  await test.aContact({ listIds: [listId], language: "sk" });
  const params = { campaign_id: id };
  const body = { language: "sk", content: { html: aLink("sk") } };
  const variant = await api.ok("addVariant", { params, body });
  await approve(test, id, aLink("main"), 2);
  await anEngine(test).run();
  const { html, links } = await api.ok("getCampaignHeatmap", { params: { campaign_id: variant.id } });
  const address = (name: string) => `${shop}/${name}?utm_source=news&from=mail`;
  expect(links.map(({ number, url }) => [number, url])).toEqual([
    [10_001, address("sk")],
    [10_002, address("footer")],
  ]);
  for (const { number, url } of links)
    expect(html).toContain(`<a href="${url.replaceAll("&", "&amp;")}" data-link="${number}"`);
  expect(html.match(/data-link/g)).toHaveLength(2);
});

it("has a web version also when its sender is deleted", async () => {
  const test = await company();
  const { id, listId, sender } = await aReadyCampaign(test, { people: 1 });
  await approve(test, id, "<p>Hello {{df_emailaddress}}</p>", 1);
  await anEngine(test).run();
  await test.api.ok("deleteSender", { params: { sender_id: sender?.id ?? "" } });
  const [contact] = await readContacts(test, listId);
  const shown = await findWebVersion(test.ctx, { campaignId: id, contactId: contact?.id ?? "" });
  expect(shown).toContain(`<p>Hello ${contact?.email}</p>`);
});

it("gets an unsubscribe line when its author left it out: in the message, the preview and the web version", async () => {
  const test = await company();
  const { api } = test;
  const { id, listId } = await aReadyCampaign(test, { people: 0 });
  for (const language of ["cs", "sk"]) await test.aContact({ listIds: [listId], language });
  const params = { campaign_id: id };
  await api.ok("addVariant", { params, body: { language: "sk" } });
  const contacts = await readContacts(test, listId);
  const previews = await Promise.all(
    contacts.map(({ id: contactId }) => api.ok("previewCampaign", { params, body: { contactId } })),
  );
  await api.ok("approveCampaign", { params, body: { expectedRecipients: 2 } });
  const { run, taken } = anEngine(test);
  await run();
  const line = ["Odhlásit odběr", "Odhlásiť odber"];
  for (const [index, contact] of contacts.entries()) {
    const shown = await findWebVersion(test.ctx, { campaignId: id, contactId: contact.id });
    expect(shown).toMatch(new RegExp(`<a href="http[^"]+/u/[\\w-]+"[^>]*>${line[index]}</a>`));
    expect(previews[index]?.html).toContain(`>${line[index]}</a>`);
    expect(previews[index]?.text).toContain(`${line[index]} (http`);
    const raw = readable(taken.find(({ envelope }) => envelope.to === contact.email)?.raw);
    const address = /List-Unsubscribe: <([^>]+)>/.exec(raw)?.[1] ?? "none";
    expect(raw.split(`href="${address}"`)).toHaveLength(2);
    expect(raw).toContain(`(${address})`);
  }
});

it("links to the company's own host with the scheme and port of the service", async () => {
  const test = await company();
  const { ctx, tenantId, api } = test;
  const { id } = await aReadyCampaign(test, { people: 1 });
  const { sender } = await api.ok("getCampaign", { params: { campaign_id: id } });
  const domain = sender?.email.split("@")[1] ?? "";
  await aSignedDomain(test, domain);
  await ctx.db.sql`update sending_domain set tracking_at = now() where tenant_id = ${tenantId} and domain = ${domain}`;
  await approve(test, id, aLink("a"), 1);
  const { run, taken } = anEngine(test);
  await run();
  const url = new URL(ctx.publicUrl);
  url.hostname = `click.${domain}`;
  // The engine also sends what other tests left.
  expect(taken.map(({ raw }) => readable(raw)).join("\n")).toContain(`href="${url.origin}/t/c/`);
});
