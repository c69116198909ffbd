import { describe, expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aForm } from "../../../../tests/harness/factories/forms.ts";
import { submitForm, visit } from "../../../../tests/harness/servers/public-pages.ts";

const at = expect.stringMatching(/^\d{4}-.*Z$/);
let count = 0;
/** Slugs are unique across companies, and so across tests. */
const aSlug = () => `page-${process.pid}-${(count += 1)}`;

async function withPage(fields: Record<string, unknown> = {}) {
  const own = await company();
  const slug = aSlug();
  const page = await own.api.ok("createLandingPage", { body: { name: "Page", slug, ...fields } });
  return { own, api: own.api, page, slug, params: { id: page.id } };
}

const inBlocks = (...blocks: readonly object[]) => ({
  settings: { width: 900, buttonColor: "#aa0000" },
  sections: [
    {
      kind: "section",
      id: "s1",
      columns: [{ id: "c1", blocks: blocks.map((block, at) => ({ ...block, id: `b${at}` })) }],
    },
  ],
});

describe("landing pages", () => {
  it("are created from a name alone, with a generated slug", async () => {
    const { api } = await company();
    const word = `Jarní sleva ${process.pid}`;
    const page = await api.ok("createLandingPage", { body: { name: ` ${word}! ` } });
    expect(page).toEqual({
      id: page.id,
      name: `${word}!`,
      slug: `jarni-sleva-${process.pid}`,
      url: `http://127.0.0.1:8080/l/jarni-sleva-${process.pid}`,
      published: false,
      publishedAt: null,
      title: `${word}!`,
      description: "",
      language: "cs",
      html: "",
      blocks: null,
      draft: null,
      version: 1,
      createdAt: at,
      updatedAt: null,
    });
    expect(await api.ok("getLandingPage", { params: { id: page.id } })).toEqual(page);
    const { html: _html, blocks: _blocks, draft: _draft, version: _version, ...row } = page;
    expect(await api.ok("listLandingPages")).toEqual({ items: [row], total: 1, page: 1, pageSize: 25 });
    const other = await company();
    const again = await other.api.ok("createLandingPage", { body: { name: word } });
    expect(again.slug).toBe(`jarni-sleva-${process.pid}-2`);
    expect((await other.api.ok("createLandingPage", { body: { name: "漢字" } })).slug).toMatch(/^page(-\d+)?$/);
  });

  it("keep their styles and lose active content", async () => {
    const html =
      '<!doctype html><html><head><title>T</title><meta http-equiv="refresh" content="0;url=https://evil.example">' +
      '<link rel="stylesheet" href="https://evil.example/x.css"><base href="https://evil.example/">' +
      '<style>h1 > a { color: red }</style></head><body onload="x()">' +
      '<h1 style="color:red" class="big" onclick="x()">Hi</h1><script>alert(1)</script><script src="https://x"></script>' +
      '<a href="JaVaScRiPt:x()">a</a><a href="https://example.com" target="_blank">b</a>' +
      '<iframe srcdoc="<script>x</script>"></iframe><object data="x"></object><embed src="x"><svg><script>x</script></svg>' +
      '<img src="https://example.com/a.png" onerror="x()" srcset="javascript:x 2x">' +
      '<input type="password" name="p"><button formaction="https://evil.example">c</button>' +
      "<math><mtext></mtext></math><template><script>x</script></template></body></html>";
    const { page } = await withPage({ html });
    expect(page.html).toBe(
      "<style>h1 > a { color: red }</style>" +
        '<h1 style="color:red" class="big">Hi</h1><a rel="noopener noreferrer">a</a>' +
        '<a href="https://example.com" target="_blank" rel="noopener noreferrer">b</a>' +
        '<img src="https://example.com/a.png"><input type="text" name="p"><button>c</button>',
    );
  });

  it.each([
    "https://evil.example/collect",
    "//evil.example",
    "/l/other",
    "/api/v1/session",
    "/f/../api/v1/session",
    "http://127.0.0.1:8080@evil.example/f/x",
    "",
  ])("reject a form with the action %j", async (action) => {
    const { api, params } = await withPage();
    const html = `<form action="${action}" method="post"><input name="email"></form>`;
    const refusal = await api.refused("updateLandingPage", { params, body: { html } });
    expect(refusal).toMatchObject({ status: 400, code: "validation", message: "html", params: { reason: "form" } });
    expect(await api.refused("createLandingPage", { body: { name: "x", html: "<form>" } })).toMatchObject({
      status: 400,
    });
  });

  it("accept forms whose action is a form or survey of this service", async () => {
    const html =
      '<form action="/f/abc" method="post"><input type="email" name="email" required=""></form>' +
      '<form action="http://127.0.0.1:8080/s/abc"></form>';
    const { page } = await withPage({ html });
    expect(page.html).toBe(html);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ slug: "Jarní sleva" }, "slug"],
    [{ slug: "a/b" }, "slug"],
    [{ slug: "../x" }, "slug"],
    [{ slug: "-a" }, "slug"],
    [{ slug: "a".repeat(101) }, "slug"],
    [{ language: "cze" }, "language"],
    [{ title: "a\nb" }, "title"],
    [{ description: "x".repeat(501) }, "description"],
    [{ html: "x".repeat(500_001) }, "html"],
    [{ published: "yes" }, "published"],
  ])("reject invalid fields by name (%#)", async (wrong, field) => {
    const { api, params } = await withPage();
    const expected = { status: 400, code: "validation", message: field, params: expect.any(Object) };
    expect(await api.refused("createLandingPage", { body: { name: "Other", slug: aSlug(), ...wrong } })).toEqual(
      expected,
    );
    expect(await api.refused("updateLandingPage", { params, body: wrong })).toEqual(expected);
  });

  it("require names unique in a company and slugs unique across companies", async () => {
    const { api, slug, params } = await withPage();
    const other = await withPage();
    const taken = (message: string) => ({ status: 409, code: "conflict", message });
    expect(await api.refused("createLandingPage", { body: { name: "PAGE", slug: aSlug() } })).toMatchObject(
      taken("name"),
    );
    expect(await api.refused("createLandingPage", { body: { name: "x", slug } })).toMatchObject(taken("slug"));
    const foreign = { name: "x", slug: other.slug };
    expect(await api.refused("createLandingPage", { body: foreign })).toMatchObject(taken("slug"));
    expect(await api.refused("updateLandingPage", { params, body: { slug: other.slug } })).toMatchObject(taken("slug"));
    expect(await api.refused("copyLandingPage", { params, body: { slug } })).toMatchObject(taken("slug"));
    expect((await api.ok("getLandingPage", { params })).slug).toBe(slug);
    await other.api.ok("deleteLandingPage", { params: other.params });
    expect((await api.ok("updateLandingPage", { params, body: { slug: other.slug } })).slug).toBe(other.slug);
    await api.ok("createLandingPage", { body: { name: "x", slug } });
  });

  it("are copied unpublished and found by search", async () => {
    const { api, page, params, slug } = await withPage({ html: "<p>a</p>", published: true, description: "d" });
    const copy = await api.ok("copyLandingPage", { params, body: {} });
    expect(copy).toEqual({
      ...page,
      id: copy.id,
      name: "Page 2",
      slug: copy.slug,
      url: copy.url,
      published: false,
      publishedAt: null,
      createdAt: at,
    });
    const names = async (query: Record<string, unknown>) =>
      (await api.ok("listLandingPages", { query })).items.map(({ name }) => name);
    expect(await names({ sort: "-name" })).toEqual(["Page 2", "Page"]);
    expect(await names({ published: true })).toEqual(["Page"]);
    expect(await names({ q: slug })).toEqual(["Page"]);
    expect(await api.refused("listLandingPages", { query: { sort: "x" } })).toMatchObject({ message: "sort" });
  });

  it("are made from blocks, without what could run; a draft waits", async () => {
    const { api, params } = await withPage();
    const blocks = inBlocks(
      { kind: "text", html: "<h1>Jaro</h1><script>alert(1)</script></div><p onclick='x()'>Sleva" },
      { kind: "button", label: "K <b>nám</b>", href: "javascript:alert(1)" },
      { kind: "image", src: "https://x.cz/a.png", alt: 'A "b"', href: "https://x.cz" },
    );
    const drafted = await api.ok("updateLandingPage", { params, body: { draft: blocks, baseVersion: 1 } });
    expect(drafted).toMatchObject({ html: "", blocks: null, draft: blocks, version: 2 });
    const body = { blocks, baseVersion: 1 };
    expect(await api.refused("updateLandingPage", { params, body })).toMatchObject({
      status: 409,
      message: "version",
      params: { current: 2 },
    });
    const saved = await api.ok("updateLandingPage", { params, body: { blocks, baseVersion: 2 } });
    expect(saved).toMatchObject({ blocks, draft: null, version: 3 });
    expect(saved.html).toContain("<h1>Jaro</h1><p>Sleva</p>");
    expect(saved.html).toContain(">K &lt;b&gt;nám&lt;/b&gt;</a>");
    expect(saved.html).toContain('<img src="https://x.cz/a.png" alt="A &quot;b&quot;"');
    expect(saved.html).not.toMatch(/script|onclick|block-/);
    const byHand = await api.ok("updateLandingPage", { params, body: { html: "<p>x</p>" } });
    expect(byHand).toMatchObject({ html: "<p>x</p>", blocks: null, draft: null, version: 4 });
    expect(await api.ok("updateLandingPage", { params, body: { title: "T" } })).toMatchObject({ version: 4 });
  });

  it.each([
    [{ blocks: { sections: [{ kind: "section", columns: [] }] } }, "blocks.sections.0.columns"],
    [
      { draft: { sections: [{ kind: "section", columns: [{ blocks: [{ kind: "coupon", mergeKey: "a" }] }] }] } },
      "draft",
    ],
    [{ html: "<p>x</p>", blocks: { sections: [] } }, "html"],
    [{ draft: null, baseVersion: 0 }, "baseVersion"],
  ])("reject wrong blocks (%#)", async (body, message) => {
    const { api, params } = await withPage();
    const refusal = await api.refused("updateLandingPage", { params, body });
    expect(refusal).toMatchObject({ status: 400, code: "validation" });
    expect(refusal.message.startsWith(message)).toBe(true);
  });

  it("of another company are not found", async () => {
    const { params } = await withPage();
    const { api } = await company();
    const missing = { status: 404, code: "not_found", message: "landing_page" };
    for (const name of ["getLandingPage", "deleteLandingPage"] as const) {
      expect(await api.refused(name, { params })).toMatchObject(missing);
    }
    for (const name of ["updateLandingPage", "copyLandingPage"] as const) {
      expect(await api.refused(name, { params, body: {} })).toMatchObject(missing);
    }
  });

  it.each([
    "<div>".repeat(100_000),
    "<x></y>".repeat(60_000),
    "<div><span></div>".repeat(20_000),
    "<p>".repeat(150_000),
    "<li>a".repeat(50_000),
    "<tr><td>a".repeat(30_000),
    "<".repeat(500_000),
    "&".repeat(500_000),
    '<a href="'.repeat(50_000),
    "<style>".repeat(50_000),
    "<!--".repeat(100_000),
    "</p>".repeat(60_000),
  ])("sanitize hostile HTML in linear time (%#)", async (html) => {
    const { api, params } = await withPage();
    const started = performance.now();
    const { status, body } = await api.call("updateLandingPage", { params, body: { html } });
    const refusal = {
      error: { code: "validation", message: "html", params: expect.objectContaining({ reason: expect.any(String) }) },
    };
    expect([status, body]).toEqual(status === 200 ? [200, expect.anything()] : [400, refusal]);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("the public page", () => {
  it("is served in a sandbox once published", async () => {
    const html = "<style>p { color: red }</style><p>Sleva</p>";
    const { own, api, slug, params } = await withPage({
      html,
      title: "Jaro <3",
      description: 'se "slevou"',
      language: "sk",
    });
    expect((await visit(own, `/l/${slug}`)).status).toBe(404);
    const { publishedAt } = await api.ok("updateLandingPage", { params, body: { published: true } });
    expect(publishedAt).toEqual(at);
    const page = await visit(own, `/l/${slug}`);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=60",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; " +
        "default-src 'none'; script-src 'none'; img-src https: http: data:; media-src https: http:; style-src 'unsafe-inline' https: http:; " +
        "font-src https: http: data:; base-uri 'none'; frame-ancestors 'none'; " +
        "form-action http://127.0.0.1:8080/f/ http://127.0.0.1:8080/s/",
    });
    expect(page.headers["x-robots-tag"]).toBeUndefined();
    expect(page.html).toContain('<html lang="sk">');
    expect(page.html).toContain("<title>Jaro &lt;3</title>");
    expect(page.html).toContain('name="description" content="se &quot;slevou&quot;"');
    expect(page.html).toContain(html);
    await api.ok("updateLandingPage", { params, body: { published: false } });
    expect((await visit(own, `/l/${slug}`)).status).toBe(404);
  });

  it("shows a form with its current fields, and nothing of one that is closed", async () => {
    const { own, api, slug, params } = await withPage({ published: true });
    const form = await aForm(own, { title: "Novinky", successUrl: "https://shop.example.org/diky" });
    const blocks = inBlocks({ kind: "form", formId: form.id, href: form.url, label: "Přihlásit" });
    const preview = await api.ok("previewLandingPage", { body: { blocks } });
    expect(preview.html).toMatch(/class="pg-col block-c1".*class="block-b0".*<form method="post"/s);
    await api.ok("updateLandingPage", { params, body: { blocks } });
    const page = await visit(own, `/l/${slug}`);
    expect(page.html).toContain(`<form method="post" action="${form.url}"`);
    expect(page.headers["content-security-policy"]).toMatch(/form-action .*\/s\/ https:\/\/shop\.example\.org$/);
    await api.ok("updateForm", { params: { form_id: form.id }, body: { status: "inactive" } });
    expect((await visit(own, `/l/${slug}`)).html).not.toContain("<form");
    const other = await withPage({ published: true });
    await other.api.ok("updateLandingPage", { params: other.params, body: { blocks } });
    expect((await visit(other.own, `/l/${other.slug}`)).html).not.toContain("<form");
  });

  it("moves with its slug and accepts no POST", async () => {
    const { own, api, slug, params } = await withPage({ published: true });
    const next = aSlug();
    await api.ok("updateLandingPage", { params, body: { slug: next } });
    expect([(await visit(own, `/l/${slug}`)).status, (await visit(own, `/l/${next}`)).status]).toEqual([404, 200]);
    expect((await submitForm(own, `/l/${next}`, { email: "x" })).status).toBeGreaterThanOrEqual(404);
    await api.ok("deleteLandingPage", { params });
    for (const path of [next, "x".repeat(200), "%00", "..%2fu"]) {
      expect((await visit(own, `/l/${path}`)).status).toBe(404);
    }
  });
});
