import { describe, expect, it } from "vitest";
import { aDraft } from "../../../tests/harness/factories/campaign-drafts.ts";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aTemplate } from "../../../tests/harness/factories/templates.ts";
import { aToken, submitForm, visit } from "../../../tests/harness/servers/public-pages.ts";
import { addCampaignMessages } from "../../../tests/harness/factories/campaign-events.ts";
import { findContactCountDifferences } from "../../features/contacts/counts.sql.ts";
import { findListSizeDifferences } from "../../features/lists/queries.ts";

const policy =
  "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' https: http:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A contact in two lists with public names and one without. */
async function subscriber(fields: Record<string, unknown> = {}) {
  const own = await company();
  const news = await own.aList({ publicName: "Novinky" });
  const sales = await own.aList({ publicName: "Akce & slevy" });
  const secret = await own.aList({ name: "VIP, nerušit" });
  const contact = await own.aContact({ language: "cs", listIds: [news.id, sales.id, secret.id], ...fields });
  const url = (claims: object = {}) =>
    `/u/${aToken(own, { purpose: "preferences", contactId: contact.id, ...claims })}`;
  return { own, news, sales, secret, contact, url };
}

const read = ({ api }: TestCompany, id: string) => api.ok("getContact", { params: { id } });

async function memberships(own: TestCompany, id: string): Promise<Record<string, string>> {
  const { lists } = await read(own, id);
  return Object.fromEntries(lists.map(({ listId, state }) => [listId, state]));
}

async function history({ api }: TestCompany, id: string) {
  const { items } = await api.ok("listActivities", { params: { id } });
  return items.map(({ type }) => type);
}

async function isConsistent({ ctx }: TestCompany) {
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
  expect(await findListSizeDifferences(ctx.db)).toEqual([]);
}

describe("the preferences page", () => {
  it("shows the lists with a public name, and changes nothing on GET", async () => {
    const { own, contact, news, url } = await subscriber({ email: "jana.novakova@example.com" });
    const before = await read(own, contact.id);
    for (const [address, isUnsubscribing] of [
      [url(), false],
      [url({ purpose: "unsubscribe" }), true],
      [`${url()}?action=all`, false],
    ] as const) {
      const page = await visit(own, address);
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "no-store",
        "x-robots-tag": "noindex, nofollow",
      });
      expect(page.headers["set-cookie"]).toBeUndefined();
      expect(page.html).toContain('<html lang="cs">');
      expect(page.html).toContain(`<input type="checkbox" name="list" value="${news.id}" checked />`);
      expect(page.html).toContain("Akce &amp; slevy");
      const buttons = [...page.html.matchAll(/<button [^>]*value="(\w+)"/g)].map(([, value]) => value);
      // Whoever came to unsubscribe finds that button first.
      expect(buttons).toEqual(isUnsubscribing ? ["all", "save"] : ["save", "all"]);
      expect(page.html).not.toContain("VIP");
      expect(page.html).toContain("j***@example.com");
      expect(page.html).not.toContain("jana.novakova");
      expect(page.html).not.toMatch(/<script|style=|onclick|http-equiv/);
    }
    await own.server.inject({ method: "HEAD", url: url({ purpose: "unsubscribe" }) });
    expect(await read(own, contact.id)).toEqual(before);
  });

  it.each([
    ["sk", '<html lang="sk">', "Nastavenie odberu"],
    ["en", '<html lang="en">', "Your subscriptions"],
    ["de", '<html lang="en">', "Your subscriptions"],
    [null, '<html lang="cs">', "Nastavení odběru"],
  ])("uses the contact's language, not the browser's: %s", async (language, tag, title) => {
    const { own, url } = await subscriber({ language });
    const page = await visit(own, url(), { "accept-language": "sk" });
    expect(page.html).toContain(tag);
    expect(page.html).toContain(`<h1>${title}</h1>`);
  });

  it("leaves and joins lists as the contact chooses", async () => {
    const { own, contact, news, sales, secret, url } = await subscriber();
    const shown = `${news.id} ${sales.id}`;
    const left = await submitForm(own, url({ campaignId: "5" }), { action: "save", shown, list: [news.id] });
    expect(left.status).toBe(200);
    expect(left.html).toContain('role="status">Nastavení je uložené.');
    expect(left.html).toContain(`<input type="checkbox" name="list" value="${sales.id}" />`);
    expect(await memberships(own, contact.id)).toEqual({
      [news.id]: "confirmed",
      [sales.id]: "unsubscribed",
      [secret.id]: "confirmed",
    });
    const body = { contactIds: [contact.id] };
    expect(await own.api.ok("addListMembers", { params: { list_id: sales.id }, body })).toMatchObject({ skipped: 1 });

    await submitForm(own, url(), { action: "save", shown, list: [news.id, sales.id] });
    expect(await memberships(own, contact.id)).toEqual({
      [news.id]: "confirmed",
      [sales.id]: "confirmed",
      [secret.id]: "confirmed",
    });
    const entries = await own.ctx.db.sql`
      select type, payload from journal where tenant_id = ${own.tenantId} and contact_id = ${contact.id}
        and type in ('list_added', 'list_unsubscribed') and payload ? 'reason' order by id`;
    expect(entries).toEqual([
      {
        type: "list_unsubscribed",
        payload: { listId: sales.id, title: sales.name, reason: "person", campaignId: "5" },
      },
      { type: "list_added", payload: { listId: sales.id, title: sales.name, reason: "person" } },
    ]);
    expect((await read(own, contact.id)).status).toBe("subscribed");
    await isConsistent(own);
  });

  it("changes no list that was not shown, and no list of another contact", async () => {
    const { own, contact, news, sales, secret, url } = await subscriber();
    const other = await company();
    const foreign = await other.aList({ publicName: "Cizí" });
    const later = await own.aList({ publicName: "Později" });
    await own.api.ok("addListMembers", { params: { list_id: later.id }, body: { contactIds: [contact.id] } });
    const shown = `${news.id} ${secret.id} ${foreign.id} x 999999999999999999999`;
    await submitForm(own, url(), { action: "save", shown, list: [foreign.id, sales.id] });
    expect(await memberships(own, contact.id)).toEqual({
      [news.id]: "unsubscribed",
      [sales.id]: "confirmed",
      [secret.id]: "confirmed",
      [later.id]: "confirmed",
    });
    await isConsistent(own);
  });

  it("never resubscribes a contact that opted out of everything, nor upgrades a removed or pending member", async () => {
    const { own, contact, news, sales, url } = await subscriber();
    const shown = `${news.id} ${sales.id}`;
    await submitForm(own, url(), { action: "save", shown, list: [] });
    await own.api.ok("unsubscribeContact", { params: { id: contact.id }, body: {} });
    const page = await submitForm(own, url(), { action: "save", shown, list: [news.id, sales.id] });
    expect(page.status).toBe(200);
    expect(page.html).toContain("Nic vám neposíláme");
    expect(await memberships(own, contact.id)).toMatchObject({ [news.id]: "unsubscribed", [sales.id]: "unsubscribed" });
    expect(await read(own, contact.id)).toMatchObject({ status: "unsubscribed", excluded: true });
    await isConsistent(own);
  });

  it("prevents a blacklisted contact from joining lists", async () => {
    const { own, contact, news, url } = await subscriber();
    await submitForm(own, url(), { action: "save", shown: news.id, list: [] });
    await own.api.ok("blacklistContact", { params: { id: contact.id }, body: {} });
    await submitForm(own, url(), { action: "save", shown: news.id, list: [news.id] });
    expect((await memberships(own, contact.id))[news.id]).toBe("unsubscribed");
  });

  it("unsubscribes from everything, with the given reason", async () => {
    const { own, contact, url } = await subscriber();
    const where = url({ purpose: "unsubscribe", campaignId: "8", messageId: "9" });
    const page = await submitForm(own, where, { action: "all", reason: "E-mailů chodí mnoho", other: " moc\r\n moc " });
    expect(page.status).toBe(200);
    expect(page.html).toContain("<h1>Jste odhlášeni</h1>");
    const note = "E-mailů chodí mnoho: moc moc";
    expect(await read(own, contact.id)).toMatchObject({
      status: "unsubscribed",
      suppressionReason: "unsubscribed",
      suppressionNote: note,
    });
    expect((await own.api.ok("listSuppressions")).items).toMatchObject([
      { email: contact.email, reason: "unsubscribed", source: "link", detail: note },
    ]);
    const consents = await own.api.ok("listContactPurposes", { params: { id: contact.id } });
    expect(consents.items.map(({ state }) => state)).toEqual(["withdrawn"]);
    expect(consents.history.at(-2)).toMatchObject({ action: "unsubscribed", source: "link", note });
    const [entry] = await own.ctx.db.sql`
      select payload from journal where tenant_id = ${own.tenantId} and type = 'unsubscribed'`;
    expect(entry).toEqual({ payload: { reason: "person", campaignId: "8", messageId: "9" } });
    const again = await submitForm(own, where, { action: "all" });
    expect(again.status).toBe(200);
    expect((await history(own, contact.id)).filter((type) => type === "unsubscribed")).toHaveLength(1);
    await isConsistent(own);
  });

  it("shows the form again after invalid input", async () => {
    const { own, contact, url } = await subscriber();
    const before = await read(own, contact.id);
    for (const fields of [{}, { action: "erase" }, { "List-Unsubscribe": "No" }]) {
      const page = await submitForm(own, url(), fields);
      expect(page.status).toBe(400);
      expect(page.html).toContain('role="alert"');
    }
    const json = await request(own.server, { method: "POST", url: url(), payload: { action: "all" } });
    expect(json.status).toBe(415);
    expect(await read(own, contact.id)).toEqual(before);
  });

  it("limits repeated saves, and never limits unsubscribing", async () => {
    const { own, contact, url } = await subscriber();
    for (let count = 0; count < 40; count += 1) await submitForm(own, url(), { action: "save", shown: "", list: [] });
    const refused = await submitForm(own, url(), { action: "save", shown: "", list: [] });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await submitForm(own, url(), { action: "all" })).status).toBe(200);
    expect((await read(own, contact.id)).status).toBe("unsubscribed");
  });
});

describe("one-click unsubscribe of a mail client", () => {
  const oneClick = { "List-Unsubscribe": "One-Click" };

  it("unsubscribes from everything without a page and without a cookie", async () => {
    const { own, contact, url } = await subscriber();
    for (let count = 0; count < 2; count += 1) {
      const answer = await submitForm(own, url({ purpose: "unsubscribe", messageId: "4" }), oneClick);
      expect([answer.status, answer.body]).toEqual([200, ""]);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect((await own.api.ok("listSuppressions")).items).toMatchObject([
      { email: contact.email, reason: "unsubscribed", source: "one_click", detail: null },
    ]);
    const entries = await own.ctx.db.sql`
      select payload from journal where tenant_id = ${own.tenantId} and type = 'unsubscribed'`;
    expect(entries).toEqual([{ payload: { reason: "one_click", messageId: "4" } }]);
    await isConsistent(own);
  });

  it("accepts multipart too", async () => {
    const { own, contact, url } = await subscriber();
    const payload = '--b0\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b0--\r\n';
    const headers = { "content-type": 'multipart/form-data; boundary="b0"' };
    const answer = await request(own.server, { method: "POST", url: url(), headers, payload });
    expect(answer.status).toBe(200);
    expect((await read(own, contact.id)).status).toBe("unsubscribed");
  });

  it("leaves one list when the link is of one list, and everything when that list was deleted", async () => {
    const { own, contact, news, secret, url } = await subscriber();
    const link = url({ purpose: "unsubscribe", listId: secret.id });
    for (let count = 0; count < 2; count += 1) await submitForm(own, link, oneClick);
    expect(await memberships(own, contact.id)).toMatchObject({ [secret.id]: "unsubscribed", [news.id]: "confirmed" });
    expect((await read(own, contact.id)).status).toBe("subscribed");
    await own.api.ok("deleteList", { params: { list_id: secret.id } });
    await submitForm(own, link, oneClick);
    expect((await read(own, contact.id)).status).toBe("unsubscribed");
    await isConsistent(own);
  });
});

it("shows the page of the campaign, otherwise of its template, otherwise the default", async () => {
  const { own, url } = await subscriber();
  const { api } = own;
  const aPage = (title: string) => api.ok("createUnsubscribePage", { body: { name: title, title } });
  const [standard, ofTemplate, ofCampaign] = [
    await aPage("Standard"),
    await aPage("Template"),
    await aPage("Campaign"),
  ];
  await api.ok("makeUnsubscribePageDefault", { params: { unsub_page_id: standard.id } });
  const template = await aTemplate(own, { unsubscribePageId: ofTemplate.id });
  const { id: plain } = await aDraft(own);
  const { id: made } = await aDraft(own, { templateId: template.id, unsubscribePageId: null });
  const { id: chosen } = await aDraft(own, { templateId: template.id, unsubscribePageId: ofCampaign.id });
  const titleFor = async (campaignId: string) => {
    const { html } = await visit(own, url({ purpose: "unsubscribe", campaignId }));
    return /<h1>(.*?)<\/h1>/.exec(html)?.[1];
  };
  expect([await titleFor(plain), await titleFor(made), await titleFor(chosen)]).toEqual([
    "Standard",
    "Template",
    "Campaign",
  ]);
  const saved = await submitForm(own, url({ campaignId: chosen }), { action: "save", shown: "" });
  expect(saved.html).toContain("<h1>Campaign</h1>");
  // An inactive page has no name.
  await api.ok("updateUnsubscribePage", { params: { unsub_page_id: ofCampaign.id }, body: { active: false } });
  expect(await titleFor(chosen)).toBe("Template");
  await api.ok("deleteUnsubscribePage", { params: { unsub_page_id: ofTemplate.id } });
  expect([await titleFor(chosen), await titleFor("999999")]).toEqual(["Standard", "Standard"]);
});

it("shows readers of a language variant the page of the campaign, unless the variant has its own", async () => {
  const { own, contact, url } = await subscriber();
  const aPage = (title: string) => own.api.ok("createUnsubscribePage", { body: { name: title, title } });
  const [ofCampaign, ofVariant] = [await aPage("Campaign"), await aPage("Variant")];
  const { id: campaignId } = await aDraft(own, { unsubscribePageId: ofCampaign.id });
  const params = { campaign_id: campaignId };
  const variant = await own.api.ok("addVariant", { params, body: { language: "cs", subject: "Ahoj" } });
  await addCampaignMessages(own, campaignId, [{ contactId: contact.id, variantId: variant.id }]);
  expect((await visit(own, url({ campaignId }))).html).toContain("<h1>Campaign</h1>");
  await own.ctx.db.sql`
    update campaign set unsubscribe_page_id = ${ofVariant.id} where tenant_id = ${own.tenantId} and id = ${variant.id}`;
  expect((await visit(own, url({ campaignId }))).html).toContain("<h1>Variant</h1>");
});

describe("an invalid link", () => {
  it("shows an error page in the visitor's language", async () => {
    const own = await company();
    for (const url of ["/u/x", `/u/${"A".repeat(40)}`, "/u/%00", "/v/%E0%A4%A", "/u/..%2f..%2fhealthz"]) {
      const page = await visit(own, url, { "accept-language": "cs" });
      expect([page.status, url]).toEqual([404, url]);
    }
    const page = await visit(own, `/u/${"A".repeat(40)}`, { "accept-language": "cs" });
    expect(page.html).toContain("<h1>Stránka tu není</h1>");
    expect(page.headers["content-security-policy"]).toBe(policy);
    expect((await submitForm(own, "/u/x", { action: "all" })).status).toBe(404);
  });

  it("is one of another company, for another purpose, or of a deleted contact", async () => {
    const { own, contact, url } = await subscriber();
    const other = await company();
    const forged = [
      aToken({ ...own, ctx: other.ctx }, { purpose: "unsubscribe", contactId: contact.id }),
      aToken({ ...other, tenantId: own.tenantId }, { purpose: "unsubscribe", contactId: contact.id }),
      aToken(own, { purpose: "open", contactId: contact.id }),
      aToken(own, { purpose: "click", contactId: contact.id }),
      aToken(own, { purpose: "survey", contactId: contact.id }),
      aToken(other, { purpose: "unsubscribe", contactId: contact.id }),
      aToken({ ...own, tenantId: "9007199254740991" }, { purpose: "unsubscribe", contactId: contact.id }),
    ];
    for (const token of forged) {
      expect((await visit(own, `/u/${token}`)).status).toBe(404);
      for (const fields of [{ action: "all" }, { "List-Unsubscribe": "One-Click" }]) {
        expect((await submitForm(own, `/u/${token}`, fields)).status).toBe(404);
      }
    }
    expect((await read(own, contact.id)).status).toBe("subscribed");
    await own.api.ok("eraseContact", { params: { id: contact.id }, body: { confirm: true } });
    expect((await visit(own, url())).status).toBe(404);
    for (const fields of [{ action: "all" }, { action: "save", shown: "1" }, { "List-Unsubscribe": "One-Click" }]) {
      expect((await submitForm(own, url(), fields)).status).toBe(404);
    }
  });
});

it("of a test e-mail shows that it was a test, and changes nothing", async () => {
  const own = await company();
  for (const url of ["/u/test", "/v/test", "/c/test"]) {
    const page = await visit(own, url, { "accept-language": "en" });
    expect([page.status, url]).toEqual([200, url]);
    expect(page.html).toContain("<h1>This was a test e-mail</h1>");
    expect(page.headers["content-security-policy"]).toBe(policy);
  }
  expect((await visit(own, "/u/test", { "accept-language": "cs" })).html).toContain("To byl zkušební e-mail");
  const button = await submitForm(own, "/u/test", { "List-Unsubscribe": "One-Click" });
  expect([button.status, button.html]).toEqual([200, ""]);
  expect((await submitForm(own, "/u/test", { action: "all" })).html).toContain("This was a test e-mail");
});

it("shows the web version only to its recipient, and none for an unknown message", async () => {
  const { own, contact } = await subscriber();
  for (const purpose of ["browser", "unsubscribe"] as const) {
    const page = await visit(own, `/v/${aToken(own, { purpose, contactId: contact.id, messageId: "1" })}`);
    expect(page.status).toBe(404);
    expect(page.html).toContain("This page is not here");
  }
});
