import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { anEmail, company } from "../../../tests/harness/factories/company.ts";
import { aForm, aSignUp } from "../../../tests/harness/factories/forms.ts";
import { aTrackedShop, aVisit, postVisit, shopOrigin } from "../../../tests/harness/factories/sites.ts";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { submitForm, visit } from "../../../tests/harness/servers/public-pages.ts";
import { dayAt } from "../../kernel/local-time.ts";

const fields = [
  { key: "email", type: "email", label: "E-mail </script><b>" },
  { key: "name", type: "text", label: "First name", target: "firstName", required: true },
  { key: "size", type: "select", label: "Size", options: ["S", "M", "L"] },
  { key: "note", type: "textarea", label: "Note" },
  { key: "agree", type: "checkbox", label: "I agree", required: true },
];

describe("the script of a form", () => {
  it("has at most 6 KB compressed, is cached and changes with the form", async () => {
    const own = await company();
    const design = { accentColor: "#0a7d4f", font: "georgia", radius: 4, width: 480 };
    const form = await aForm(own, { kind: "popup", fields, design, description: "<p>News <b>weekly</b>.</p>" });
    const url = `/f/${form.key}.js`;
    const answer = await visit(own, url);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=300",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      },
    });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(gzipSync(String(answer.body)).length).toBeLessThan(6 * 1024);
    const etag = String(answer.headers["etag"]);
    expect((await visit(own, url, { "if-none-match": etag })).status).toBe(304);
    await own.api.ok("updateForm", { params: { form_id: form.id }, body: { title: "Another" } });
    expect((await visit(own, url, { "if-none-match": etag })).status).toBe(200);
  });

  it("is empty for an inactive form and after the last day of a pop-up, 404 for a deleted one", async () => {
    const own = await company();
    const today = dayAt(own.clock.now(), own.ctx.company.timeZone);
    const form = await aForm(own, { kind: "popup", popup: { until: today } });
    const params = { form_id: form.id };
    const read = () => visit(own, `/f/${form.key}.js`);
    expect(String((await read()).body).length).toBeGreaterThan(1000);
    own.clock.advance(2 * 86_400_000);
    expect(await read()).toMatchObject({ status: 200, body: "" });
    await own.api.ok("updateForm", { params, body: { popup: { until: null } } });
    expect(String((await read()).body).length).toBeGreaterThan(1000);
    await own.api.ok("updateForm", { params, body: { status: "inactive" } });
    expect(await read()).toMatchObject({ status: 200, body: "" });
    await own.api.ok("deleteForm", { params });
    expect((await read()).status).toBe(404);
  });

  it("of a form with a sum is not cached; a wrong sum and an older version bring the form again", async () => {
    const own = await company();
    const form = await aForm(own, { captcha: true });
    expect((await visit(own, `/f/${form.key}.js`)).headers["cache-control"]).toBe("no-store");
    const post = (body: object) =>
      request(own.server, {
        method: "POST",
        url: `/f/${form.key}`,
        payload: JSON.stringify(body),
        headers: { "content-type": "application/json", accept: "application/json" },
      });
    const wrong = await post({ email: anEmail(), captcha: "1" });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { params: { fields: { captcha: expect.any(String) } } } },
    });
    expect(JSON.stringify(wrong.body)).toMatch(/"content":\[.*\d \+ \d\?/);
    await own.api.ok("updateForm", { params: { form_id: form.id }, body: { captcha: false } });
    const old = await post({ email: anEmail(), _version: "1" });
    expect(old).toMatchObject({ status: 400, body: { error: { message: "version" } } });
    expect(JSON.stringify(old.body)).toContain('"value":"2"');
  });

  it("is named in the site script for active pop-ups and slide-ins", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const [popup, slide] = [await aForm(own, { kind: "popup" }), await aForm(own, { kind: "slide" })];
    const classic = await aForm(own);
    const formIds = [slide.id, classic.id, popup.id];
    await own.api.ok("updateSiteScript", { params: { shop_id: own.shopId }, body: { formIds } });
    const script = async () => String((await visit(own, `/site/${key}.js`)).body);
    expect(await script()).toContain(`"forms":${JSON.stringify([slide.key, popup.key])}`);
    await own.api.ok("updateForm", { params: { form_id: slide.id }, body: { status: "inactive" } });
    expect(await script()).toContain(`"forms":${JSON.stringify([popup.key])}`);
  });
});

describe("identification by a form", () => {
  const markIn = (text: unknown) => /_pr=([\w-]+)/.exec(String(text))?.[1];

  it("is a mark in the link to the shop that the confirmation shows, once", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const form = await aForm(own, { confirmedUrl: `${shopOrigin}/thanks?a=1` });
    const plain = await aForm(own);
    const first = await aSignUp(own, form);
    const answer = await submitForm(own, first.link, {});
    const mark = markIn(answer.headers["location"]);
    expect(String(answer.headers["location"])).toBe(`${shopOrigin}/thanks?a=1&_pr=${mark}`);
    expect((await submitForm(own, first.link, {})).headers["location"]).toBe(`${shopOrigin}/thanks?a=1`);
    expect(await postVisit(own, key, aVisit({ contact: mark }))).toMatchObject({ body: { accepted: 1 } });
    expect((await own.api.ok("listWebEvents")).items).toMatchObject([{ email: first.email }]);
    const second = await aSignUp(own, plain);
    expect(markIn((await visit(own, second.link)).html)).toBeUndefined();
    expect(markIn((await submitForm(own, second.link, {})).html)).toBeDefined();
    expect(markIn((await submitForm(own, second.link, {})).html)).toBeUndefined();
  });

  it("does not happen at the submission, on hosts of others and while tracking is off", async () => {
    const own = await company();
    await aTrackedShop(own);
    const foreign = await aForm(own, { confirmedUrl: "https://elsewhere.example/" });
    const { link } = await aSignUp(own, foreign);
    expect((await submitForm(own, link, {})).headers["location"]).toBe("https://elsewhere.example/");
    const { email } = await own.aContact();
    const submitted = await request(own.server, {
      method: "POST",
      url: `/f/${foreign.key}`,
      payload: JSON.stringify({ email }),
      headers: { "content-type": "application/json", accept: "application/json" },
    });
    expect(submitted.body).toEqual({ status: "pending", message: expect.any(String), redirectUrl: null });
    await own.api.ok("updateWebTracking", { params: { shop_id: own.shopId }, body: { enabled: false } });
    const off = await aSignUp(own, await aForm(own, { confirmedUrl: `${shopOrigin}/thanks` }));
    expect((await submitForm(own, off.link, {})).headers["location"]).toBe(`${shopOrigin}/thanks`);
  });

  it("the mark of a click is not kept in the page of a sign-up", async () => {
    const own = await company();
    const form = await aForm(own);
    await submitForm(own, `/f/${form.key}`, { email: anEmail(), _page: "https://shop.test/a?_pr=secret&b=1" });
    const { items } = await own.api.ok("listSignUps", { params: { form_id: form.id } });
    expect(items[0]?.page).toBe("https://shop.test/a?b=1");
  });
});
