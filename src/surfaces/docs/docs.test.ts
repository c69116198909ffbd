import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations, type Operation } from "../../registry/registry.ts";
import { toCurl } from "./curl.ts";
import { registerDocs } from "./docs.ts";
import { html, toHtmlString, renderInlineCode } from "../../kernel/html.ts";
import { groupPage } from "./pages/group.ts";
import { overviewPage } from "./pages/overview.ts";
import { createReference } from "./reference.ts";

const publicUrl = "https://mail.example.com";
const reference = createReference(operations, `${publicUrl}/`);

const anOperation = (parts: Partial<Operation> = {}): Operation => ({
  name: "renameThing",
  tag: "Odd things & more",
  method: "PATCH",
  path: "/things/{id}",
  mcp: "catalog",
  url: "/api/v1/tenants/{tenant}/things/{id}",
  protocol: "v1",
  module: "contacts",
  level: "full",
  risk: "write",
  effect: "internal",
  isAutosave: false,
  access: "member_or_key",
  summary: "Rename a thing",
  answers: { 204: null },
  errors: ["not_found thing", "conflict name taken"],
  ...parts,
});

describe("templates", () => {
  it("escape values, except markup of their own", () => {
    const inner = html`<b>${"<&\"'>"}</b>`;
    expect(toHtmlString(html`<p title="${'"x"'}">${inner}${[1, "<", null, undefined]}</p>`)).toBe(
      '<p title="&quot;x&quot;"><b>&lt;&amp;&quot;&#39;&gt;</b>1&lt;</p>',
    );
  });

  it("render words between backticks as code", () => {
    expect(toHtmlString(renderInlineCode("the `code` <b>"))).toBe("the <code>code</code> &lt;b&gt;");
  });
});

describe("pages", () => {
  it("show every operation of the registry on the page of its group, with all its errors", () => {
    for (const group of reference.groups) {
      const page = groupPage(reference, group);
      for (const operation of group.operations) {
        expect(page).toContain(`<article class="card operation" id="${operation.name}"`);
        expect(page).toContain(`href="/docs/${group.slug}#${operation.name}"`);
      }
    }
    const shown = reference.groups.flatMap((group) => group.operations.map(({ name }) => name));
    expect(shown.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  it("list every operation in the navigation of the overview", () => {
    const page = overviewPage(reference);
    for (const { name } of operations) expect(page).toContain(`#${name}"`);
  });

  it("escape texts of a contract", () => {
    const evil = `<script>alert("1")</script>`;
    const operation = anOperation({ summary: evil, tag: evil, path: `/${evil}`, errors: [`conflict ${evil}`] });
    const odd = createReference([operation], publicUrl);
    for (const page of [overviewPage(odd), ...odd.groups.map((group) => groupPage(odd, group))]) {
      expect(page).not.toContain("<script>alert");
      expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    }
  });

  it("have no inline script, style or handler, which the content security policy would reject", () => {
    for (const page of [overviewPage(reference), ...reference.groups.map((group) => groupPage(reference, group))]) {
      expect(page).not.toMatch(
        /<style|\sstyle=|\son\w+=|<script(?! type="module" src="\/docs\/assets\/docs\.js"><\/script>)/,
      );
    }
  });

  it("have unique ids", () => {
    for (const group of reference.groups) {
      const ids = [...groupPage(reference, group).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toHaveLength(new Set(ids).size);
    }
  });

  it("reject an unknown error code", () => {
    const odd = createReference([anOperation({ errors: ["broken thing"] })], publicUrl);
    expect(() => odd.groups.map((group) => groupPage(odd, group))).toThrow("unknown error code in the registry");
  });
});

describe("curl", () => {
  it("is a complete command", () => {
    const operation = operations.find(({ name }) => name === "addContactPurpose");
    expect(operation && toCurl(operation, publicUrl)).toBe(
      [
        `curl -X POST "${publicUrl}/api/v1/tenants/$POSTRIDER_TENANT/contacts/1/purposes" \\`,
        String.raw`  -H "Authorization: Bearer $POSTRIDER_KEY" ` + "\\",
        String.raw`  -H "Content-Type: application/json" ` + "\\",
        "  -d '{",
        '    "purposeId": "2",',
        '    "consentConfirmed": true,',
        '    "text": "I agree to receive recipes by e-mail."',
        "  }'",
      ].join("\n"),
    );
  });

  it("quotes for the shell, and authenticates as the operation requires", () => {
    const body = { type: "object", properties: { name: { const: "Jana's" } } };
    expect(toCurl(anOperation({ access: "member", body }), publicUrl)).toBe(
      [
        `curl -X PATCH "${publicUrl}/api/v1/tenants/$POSTRIDER_TENANT/things/1" \\`,
        '  -H "Cookie: __Host-postrider_session=$POSTRIDER_SESSION" \\',
        '  -H "X-CSRF-Token: $POSTRIDER_CSRF" \\',
        '  -H "Content-Type: application/json" \\',
        "  -d '{",
        String.raw`    "name": "Jana'\''s"`,
        "  }'",
      ].join("\n"),
    );
  });

  it("includes the paging parameters of a list", () => {
    const operation = operations.find(({ name }) => name === "listContacts");
    expect(operation && toCurl(operation, publicUrl)).toContain("/contacts?page=1&pageSize=25");
  });
});

describe("serving", () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = Fastify();
    registerDocs(app, { publicUrl });
  });
  afterAll(() => app.close());

  it("serves pages with a strict policy and an ETag, and 304 to a matching ETag", async () => {
    const page = await app.inject("/docs/contacts");
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "cross-origin-opener-policy": "same-origin",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
    const etag = String(page.headers.etag);
    const again = await app.inject({ url: "/docs/contacts", headers: { "if-none-match": `"other", W/${etag}` } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it.each([
    ["/docs", 200, "text/html; charset=utf-8", "Authorization: Bearer $POSTRIDER_KEY"],
    ["/docs/nothing", 404, "text/html; charset=utf-8", "There is no such group"],
    ["/docs/contacts/deeper", 404, "text/html; charset=utf-8", "There is no such group"],
    ["/docs/assets/docs.css", 200, "text/css; charset=utf-8", "prefers-color-scheme"],
    ["/docs/assets/icon.svg", 200, "image/svg+xml", "<svg"],
  ])("answers %s with %i", async (url, status, type, content) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([status, type]);
    expect(answer.body).toContain(content);
  });

  it("redirects a trailing slash to the overview", async () => {
    const answer = await app.inject("/docs/");
    expect([answer.statusCode, answer.headers.location]).toEqual([308, "/docs"]);
  });
});
