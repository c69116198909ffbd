import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aToken, submitForm, visit } from "../../../../tests/harness/servers/public-pages.ts";
import { isActiveUnsubscribePage } from "./service.ts";

const emptyDesign = { logoUrl: null, accentColor: null, backgroundColor: null };
const at = expect.stringMatching(/^\d{4}-.*Z$/);

async function withPage(fields: Record<string, unknown> = {}) {
  const own = await company();
  const page = await own.api.ok("createUnsubscribePage", { body: { name: "Page", ...fields } });
  return { own, api: own.api, page, params: { unsub_page_id: page.id } };
}

describe("unsubscribe pages", () => {
  it("are created from a name alone and returned completely", async () => {
    const { api, page, params } = await withPage();
    const whole = {
      id: page.id,
      name: "Page",
      active: true,
      isDefault: false,
      shopId: null,
      language: null,
      title: "",
      text: "",
      buttonLabel: "",
      thanksTitle: "",
      thanksText: "",
      showLists: true,
      askReason: false,
      reasons: [],
      design: emptyDesign,
      createdAt: at,
      updatedAt: null,
    };
    expect(page).toEqual(whole);
    expect(await api.ok("getUnsubscribePage", { params })).toEqual(whole);
    const { text: _text, thanksText: _thanks, reasons: _reasons, design: _design, ...row } = whole;
    expect(await api.ok("listUnsubscribePages")).toEqual({ items: [row], total: 1, page: 1, pageSize: 25 });
  });

  it("keep formatting and no active content", async () => {
    const text =
      '<p onclick="x()">Hello <b>you</b> <a href="javascript:x()">a</a> <a href="https://example.com" target="_top">b</a></p>' +
      '<script>alert(1)</script><style>*{}</style><iframe src="https://example.com"></iframe><svg onload="x()"></svg>' +
      '<img src="data:image/svg+xml,x" onerror="x()"><form action="https://evil.example"><input name="p"></form>' +
      '<a href="//evil.example">c</a><base href="https://evil.example/"><p style="position:fixed">d</p>';
    const { page } = await withPage({ text, thanksText: "<h1>big</h1>plain" });
    expect(page.text).toBe(
      '<p>Hello <b>you</b> <a rel="noopener noreferrer">a</a> ' +
        '<a href="https://example.com" rel="noopener noreferrer">b</a></p><img><a rel="noopener noreferrer">c</a><p>d</p>',
    );
    expect(page.thanksText).toBe("bigplain");
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: " " }, "name"],
    [{ name: "x\r\ny" }, "name"],
    [{ shopId: "999999" }, "shopId"],
    [{ language: "czech" }, "language"],
    [{ title: "x".repeat(201) }, "title"],
    [{ text: "x".repeat(20_001) }, "text"],
    [{ reasons: Array(11).fill("x") }, "reasons"],
    [{ reasons: [""] }, "reasons.0"],
    [{ showLists: "yes" }, "showLists"],
    [{ design: { accentColor: "red" } }, "design.accentColor"],
    [{ design: { logoUrl: "javascript:x" } }, "design.logoUrl"],
    [{ design: { logoUrl: "https://[" } }, "design.logoUrl"],
  ])("reject invalid fields by name (%#)", async (wrong, field) => {
    const { api, params } = await withPage();
    const expected = { status: 400, code: "validation", message: field, params: expect.any(Object) };
    expect(await api.refused("createUnsubscribePage", { body: { name: "Other", ...wrong } })).toEqual(expected);
    expect(await api.refused("updateUnsubscribePage", { params, body: wrong })).toEqual(expected);
  });

  it("reject a shop of another company and require unique names", async () => {
    const { own, api, params } = await withPage();
    const other = await company();
    const shopId = other.shopId;
    expect(await api.refused("createUnsubscribePage", { body: { name: "x", shopId } })).toMatchObject({ status: 400 });
    const taken = { status: 409, code: "conflict", message: "name" };
    expect(await api.refused("createUnsubscribePage", { body: { name: "PAGE" } })).toMatchObject(taken);
    await api.ok("createUnsubscribePage", { body: { name: "Second", shopId: own.shopId } });
    expect(await api.refused("updateUnsubscribePage", { params, body: { name: "second" } })).toMatchObject(taken);
    expect(await api.refused("copyUnsubscribePage", { params, body: { name: "second" } })).toMatchObject(taken);
    await other.api.ok("createUnsubscribePage", { body: { name: "Page" } });
  });

  it("update only the given fields", async () => {
    holdClock();
    const { own, api, page, params } = await withPage({
      title: "One",
      reasons: ["a"],
      design: { accentColor: "#AA0000" },
    });
    const body = {
      buttonLabel: " Go ",
      reasons: [" b ", "c"],
      design: { logoUrl: "https://example.com/l.png" },
      shopId: own.shopId,
    };
    const changed = await api.ok("updateUnsubscribePage", { params, body });
    expect(changed).toEqual({
      ...page,
      buttonLabel: "Go",
      reasons: ["b", "c"],
      shopId: own.shopId,
      design: { logoUrl: "https://example.com/l.png", accentColor: "#AA0000", backgroundColor: null },
      updatedAt: at,
    });
    expect(await api.ok("updateUnsubscribePage", { params, body: {} })).toEqual(changed);
  });

  it("are copied under an unused name, never as the default", async () => {
    const { api, page, params } = await withPage({ title: "One", askReason: true });
    await api.ok("makeUnsubscribePageDefault", { params });
    const copy = await api.ok("copyUnsubscribePage", { params, body: {} });
    expect(copy).toEqual({ ...page, id: copy.id, name: "Page 2", createdAt: at });
    expect(await api.ok("copyUnsubscribePage", { params, body: { name: "Mine" } })).toMatchObject({ name: "Mine" });
  });

  it("are filtered, searched and sorted", async () => {
    const { own, api } = await withPage({ name: "Žlutá" });
    await api.ok("createUnsubscribePage", { body: { name: "Modrá", active: false, shopId: own.shopId } });
    const names = async (query: Record<string, unknown>) =>
      (await api.ok("listUnsubscribePages", { query })).items.map(({ name }) => name);
    expect(await names({ sort: "name" })).toEqual(["Modrá", "Žlutá"]);
    expect(await names({ q: "zlut" })).toEqual(["Žlutá"]);
    expect(await names({ active: true })).toEqual(["Žlutá"]);
    expect(await names({ shop: own.shopId, sort: "id" })).toEqual(["Žlutá", "Modrá"]);
    const unknown = await api.refused("listUnsubscribePages", { query: { shop: "999999" } });
    expect(unknown).toMatchObject({ status: 400, message: "shop" });
    expect(await api.refused("listUnsubscribePages", { query: { sort: "colour" } })).toMatchObject({ message: "sort" });
    expect(await api.refused("listUnsubscribePages", { query: { sort: "id,id" } })).toMatchObject({ message: "sort" });
  });

  it("of another company are not found", async () => {
    const { own, page, params } = await withPage();
    const { api, ctx } = await company();
    const missing = { status: 404, code: "not_found", message: "unsubscribe_page" };
    for (const name of ["getUnsubscribePage", "deleteUnsubscribePage", "unmakeUnsubscribePageDefault"] as const) {
      expect(await api.refused(name, { params })).toMatchObject(missing);
    }
    for (const name of ["updateUnsubscribePage", "copyUnsubscribePage", "makeUnsubscribePageDefault"] as const) {
      expect(await api.refused(name, { params, body: {} })).toMatchObject(missing);
    }
    expect([
      await isActiveUnsubscribePage(ctx, page.id, null),
      await isActiveUnsubscribePage(own.ctx, page.id, null),
    ]).toEqual([false, true]);
    await own.api.ok("deleteUnsubscribePage", { params });
    expect(await own.api.refused("deleteUnsubscribePage", { params })).toMatchObject(missing);
  });
});

describe("the default page", () => {
  it("is unique per shop and language", async () => {
    const { own, api, page, params } = await withPage();
    const second = await api.ok("createUnsubscribePage", { body: { name: "Second" } });
    const czech = await api.ok("createUnsubscribePage", { body: { name: "Czech", language: "cs" } });
    const shops = await api.ok("createUnsubscribePage", { body: { name: "Shop", shopId: own.shopId } });
    for (const { id } of [page, second, czech, shops]) {
      const made = await api.ok("makeUnsubscribePageDefault", { params: { unsub_page_id: id } });
      expect(made.isDefault).toBe(true);
    }
    const { items } = await api.ok("listUnsubscribePages", { query: { sort: "id" } });
    expect(items.map(({ isDefault }) => isDefault)).toEqual([false, true, true, true]);
    await api.ok("unmakeUnsubscribePageDefault", { params: { unsub_page_id: second.id } });
    await api.ok("unmakeUnsubscribePageDefault", { params });
    expect((await api.ok("getUnsubscribePage", { params: { unsub_page_id: second.id } })).isDefault).toBe(false);
  });

  it("must be active and keep its shop and language", async () => {
    const { own, api, params } = await withPage({ active: false });
    expect(await api.refused("makeUnsubscribePageDefault", { params })).toMatchObject({
      status: 409,
      message: "status",
    });
    for (const change of [{ active: false }, { language: "sk" }, { shopId: own.shopId }]) {
      await api.ok("updateUnsubscribePage", { params, body: { active: true } });
      await api.ok("makeUnsubscribePageDefault", { params });
      expect(await api.ok("updateUnsubscribePage", { params, body: { title: "x" } })).toMatchObject({
        isDefault: true,
      });
      expect(await api.ok("updateUnsubscribePage", { params, body: change })).toMatchObject({ isDefault: false });
    }
  });

  it("is unique under concurrent requests", async () => {
    const { api, page } = await withPage();
    const second = await api.ok("createUnsubscribePage", { body: { name: "Second" } });
    await Promise.all(
      [page, second, page, second].map(({ id }) =>
        api.ok("makeUnsubscribePageDefault", { params: { unsub_page_id: id } }),
      ),
    );
    const { items } = await api.ok("listUnsubscribePages");
    expect(items.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it("is shown by shop first, then by language, with default texts for empty ones", async () => {
    const { own, api } = await withPage();
    const make = async (body: Record<string, unknown>) => {
      const { id } = await api.ok("createUnsubscribePage", { body: { ...body, name: body["title"] } });
      await api.ok("makeUnsubscribePageDefault", { params: { unsub_page_id: id } });
      return { unsub_page_id: id };
    };
    const contact = await own.aContact({ language: "sk" });
    const url = `/u/${aToken(own, { purpose: "unsubscribe", contactId: contact.id })}`;
    const title = async () => /<h1>(.*?)<\/h1>/.exec((await visit(own, url)).html)?.[1];
    expect(await title()).toBe("Odhlásenie z odberu");
    const pages = [];
    for (const body of [
      { title: "All" },
      { title: "Czech", language: "cs" },
      { title: "Slovak", language: "sk" },
      { title: "Shop", shopId: own.shopId },
      { title: "Shop in Slovak", shopId: own.shopId, language: "sk" },
    ]) {
      pages.push(await make(body));
    }
    const seen = [await title()];
    for (const params of pages.toReversed()) {
      await api.ok("deleteUnsubscribePage", { params });
      seen.push(await title());
    }
    expect(seen).toEqual(["Shop in Slovak", "Shop", "Slovak", "All", "All", "Odhlásenie z odberu"]);
  });

  it("shows its own texts and reasons, and hides lists if set", async () => {
    const { own, api, params } = await withPage({
      title: "Škoda <b>",
      text: "<p>Opravdu <b>odejít</b>?</p>",
      buttonLabel: "Odejít",
      thanksTitle: "Ahoj",
      thanksText: "<p>Mějte se</p>",
      askReason: true,
      reasons: ['Mám "dost"', "Jiné"],
      showLists: false,
      design: { logoUrl: "https://example.com/l.png", accentColor: "#ffee00", backgroundColor: "#102030" },
    });
    await api.ok("makeUnsubscribePageDefault", { params });
    const list = await own.aList({ publicName: "Novinky" });
    const contact = await own.aContact({ listIds: [list.id] });
    const url = `/u/${aToken(own, { purpose: "unsubscribe", contactId: contact.id })}`;
    const page = await visit(own, url);
    expect(page.html).toContain("<h1>Škoda &lt;b&gt;</h1>");
    expect(page.html).toContain("<p>Opravdu <b>odejít</b>?</p>");
    expect(page.html).toContain('name="reason" value="Mám &quot;dost&quot;"');
    expect(page.html).toContain(">Odejít</button>");
    expect(page.html).not.toContain("Novinky");
    expect(page.html).toContain('href="/pages/theme.css?accent=ffee00&amp;background=102030"');
    expect(page.html).toContain('src="https://example.com/l.png" alt="Company');
    const sheet = await visit(own, "/pages/theme.css?accent=ffee00&background=102030");
    expect(sheet.html).toBe(
      ":root { --accent: #ffee00; --on-accent: #10141a; --link: #1c1e26; } " +
        "@media (prefers-color-scheme: dark) { :root { --link: #ffee00; } } " +
        "@media not (prefers-color-scheme: dark) { :root { --back: #102030; } } " +
        "@media not (prefers-color-scheme: dark) { :root { --brand: #ffee00; --imprint: #eceae4; } } " +
        "@media (prefers-color-scheme: dark) { :root { --brand: #ffee00; } }",
    );
    expect((await visit(own, "/pages/theme.css?accent=red;}*{x&background=%3C")).html).toBe("");
    const thanks = await submitForm(own, url, { action: "all", reason: 'Mám "dost"' });
    expect(thanks.html).toContain("<h1>Ahoj</h1>");
    expect(thanks.html).toContain("<p>Mějte se</p>");
    expect(await api.ok("getContact", { params: { id: contact.id } })).toMatchObject({ suppressionNote: 'Mám "dost"' });
  });

  it("uses the brand of the contact's shop for unset design values", async () => {
    const { own, api } = await withPage();
    const body = { companyName: "Květiny Eva", primaryColor: "#224466", logoUrl: "https://example.com/eva.png" };
    await api.ok("replaceShopBrand", { params: { shop_id: own.shopId }, body });
    const contact = await own.aContact();
    const page = await visit(own, `/u/${aToken(own, { purpose: "unsubscribe", contactId: contact.id })}`);
    expect(page.html).toContain('src="https://example.com/eva.png" alt="Květiny Eva"');
    expect(page.html).toContain("/pages/theme.css?accent=224466&amp;background=");
  });
});

describe("the preview", () => {
  it("shows an unsaved page and stores nothing", async () => {
    const { api } = await company();
    const body = { title: "Na shledanou", thanksText: "<p>x</p><script>1</script>", language: "sk" };
    const preview = await api.ok("previewUnsubscribePage", { body });
    expect(preview.html).toContain("<h1>Na shledanou</h1>");
    expect(preview.html).toContain("Akcie a zľavy");
    expect(preview.html).toContain("j***@example.com");
    expect(preview.thanksHtml).toContain("<h1>Ste odhlásení</h1>");
    expect(preview.thanksHtml).toContain("<p>x</p>");
    expect(preview.thanksHtml).not.toContain("script");
    expect((await api.ok("listUnsubscribePages")).total).toBe(0);
    expect((await api.ok("previewUnsubscribePage", { body: {} })).html).toContain("Odhlášení z odběru");
    expect(await api.refused("previewUnsubscribePage", { body: { reasons: "x" } })).toMatchObject({
      message: "reasons",
    });
  });

  it("of a shop of another company uses the company's own design", async () => {
    const other = await company();
    const body = { companyName: "Tajné", logoUrl: "https://example.com/secret.png" };
    await other.api.ok("replaceShopBrand", { params: { shop_id: other.shopId }, body });
    const { api } = await company();
    const { html } = await api.ok("previewUnsubscribePage", { body: { shopId: other.shopId } });
    expect(html).not.toContain("secret.png");
  });
});
