import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aForm, findContactByEmail } from "../../../tests/harness/factories/forms.ts";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { submitForm, visit } from "../../../tests/harness/servers/public-pages.ts";

const email = { key: "email", type: "email", label: "Your e-mail" };
const proxied = { TRUST_PROXY: "1" };

async function withForm(fields: Record<string, unknown> = {}, env?: Record<string, string>) {
  const own = await company(env);
  const form = await aForm(own, fields);
  const params = { form_id: form.id };
  const count = async () => (await own.api.ok("listSignUps", { params })).total;
  return { own, form, params, url: `/f/${form.key}`, count };
}

const from = (ip: string) => ({ "x-forwarded-for": ip });

const postJson = (own: TestCompany, url: string, body: unknown, headers: Record<string, string> = {}) =>
  request(own.server, {
    method: "POST",
    url,
    payload: JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
  });

describe("the page of a form", () => {
  it("works without script and cookies and stores nothing on GET", async () => {
    const fields = [
      email,
      { key: "name", type: "text", label: "Name <b>", target: "firstName", required: true },
      { key: "ref", type: "hidden", label: "", value: "campaign" },
      { key: "tip", type: "hidden", label: "" },
    ];
    const { own, url, count } = await withForm({ fields, successUrl: "https://shop.test/ok?a=1" });
    const page = await visit(own, `${url}?name=Jana%22&ref=evil&tip=friend&utm_source=fb`);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "content-security-policy":
        "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' https: http:; form-action 'self' https://shop.test; base-uri 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
    });
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.html).toContain('<html lang="en">');
    expect(page.html).toContain("Name &lt;b&gt;");
    expect(page.html).toContain('value="Jana&quot;"');
    expect(page.html).toContain('name="ref" value="campaign"');
    expect(page.html).toContain('name="tip" value="friend"');
    expect(page.html).toContain("?utm_source=fb");
    expect(page.html).not.toMatch(/<script|style=|onclick/);
    expect(await count()).toBe(0);
  });

  it("is in the language of the shop unless the form has one", async () => {
    const { own, url } = await withForm({ settings: {}, submitLabel: "" });
    const page = await visit(own, url);
    expect(page.html).toContain('<html lang="cs">');
    expect(page.html).toContain(">Odeslat</button>");
  });

  it("is 410 when inactive and 404 when unknown or deleted", async () => {
    const { own, form, url, params, count } = await withForm();
    await own.api.ok("updateForm", { params, body: { status: "inactive" } });
    expect((await visit(own, url)).status).toBe(410);
    expect((await submitForm(own, url, { email: anEmail() })).status).toBe(410);
    expect((await postJson(own, url, { email: anEmail() })).status).toBe(410);
    expect(await count()).toBe(0);
    await own.api.ok("deleteForm", { params });
    expect([(await visit(own, url)).status, (await submitForm(own, url, {})).status]).toEqual([404, 404]);
    expect((await visit(own, `/f/${form.key.slice(1)}x`)).status).toBe(404);
  });
});

describe("a submission", () => {
  it("is answered by 303 to our thanks, or to the owner's address unchanged, whatever the request says", async () => {
    const { own, url, params } = await withForm();
    const target = { ...from("203.0.113.9"), referer: "https://evil.test/" };
    const thanks = await submitForm(
      own,
      `${url}?successUrl=https://evil.test`,
      { email: anEmail(), successUrl: "//evil.test" },
      target,
    );
    expect([thanks.status, thanks.headers["location"]]).toEqual([303, `${url}?sent=1`]);
    expect((await visit(own, `${url}?sent=1`)).html).toContain('role="status"');
    await own.api.ok("updateForm", { params, body: { successUrl: "https://Shop.test/ok?x=%20#y" } });
    const answer = await submitForm(own, url, { email: anEmail() });
    expect([answer.status, answer.headers["location"]]).toEqual([303, "https://Shop.test/ok?x=%20#y"]);
    await own.api.ok("updateForm", { params, body: { successUrl: "https://shop.test/děkujeme" } });
    const foreign = await submitForm(own, url, { email: anEmail() });
    expect([foreign.status, foreign.headers["location"]]).toEqual([303, "https://shop.test/d%C4%9Bkujeme"]);
  });

  it("of a form that does not exist is answered as the client asks", async () => {
    const own = await company();
    const json = await postJson(own, "/f/no-such-form-at-all", { email: anEmail() });
    expect([json.status, json.headers["access-control-allow-origin"], json.body]).toMatchObject([
      404,
      "*",
      { error: { code: "not_found", message: "form" } },
    ]);
    const page = await submitForm(own, "/f/no-such-form-at-all", { email: anEmail() });
    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ email: "" }, "email", "Please fill in this field."],
    [{ email: "no@address" }, "email", "Please enter a valid e-mail address."],
    [{ email: "a@b.test\r\nBcc: x@y.test" }, "email", "Please enter a valid e-mail address."],
    [{ name: "" }, "name", "Please fill in this field."],
    [{ name: "Win https://evil.test now" }, "name", "A name must not contain a web address."],
    [{ name: "www.evil.test" }, "name", "A name must not contain a web address."],
    [{ name: "evil.com/x" }, "name", "A name must not contain a web address."],
    [{ name: "x".repeat(101) }, "name", "The text is too long."],
    [{ size: "XXL" }, "size", "Please choose one of the options."],
    [{ day: "2026-02-30" }, "day", "Please enter a valid date."],
    [{ phone: "abc" }, "phone", "Please enter a valid phone number."],
    [{ agree: "" }, "agree", "Please fill in this field."],
  ])("with a mistake comes back with the typed words and the error at the field: %j", async (wrong, key, text) => {
    const fields = [
      email,
      { key: "name", type: "text", label: "Name", target: "firstName", required: true },
      { key: "size", type: "select", label: "Size", options: ["S", "L"] },
      { key: "day", type: "date", label: "Birthday", target: "birthday" },
      { key: "phone", type: "phone", label: "Phone", target: "phone" },
      { key: "agree", type: "checkbox", label: "I agree", required: true },
      { key: "note", type: "textarea", label: "Note", target: null },
    ];
    const { own, url, count } = await withForm({ fields });
    const right = {
      email: "a@b.test",
      name: "J. R. Novák",
      size: "L",
      day: "1990-05-06",
      phone: "+420 777 123 456",
      agree: "true",
    };
    const page = await submitForm(own, url, { ...right, note: '</textarea><script>"', ...wrong });
    expect(page.status).toBe(400);
    expect(page.html).toContain('role="alert"');
    expect(page.html).toContain(`<p class="problem" id="field-${key}-problem">${text}</p>`);
    expect(page.html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(page.html).toContain(`aria-describedby="field-${key}-problem"`);
    expect(page.html).toContain("&lt;/textarea&gt;&lt;script&gt;&quot;");
    if (key !== "size") expect(page.html).toContain('<option value="L" selected');
    if (key !== "name") expect(page.html).toContain('value="J. R. Novák"');
    expect(await count()).toBe(0);
    expect((await submitForm(own, url, right)).status).toBe(303);
  });

  it("takes urlencoded, multipart and JSON, from any origin, without credentials", async () => {
    const { own, url, count } = await withForm();
    const preflight = await request(own.server, { method: "OPTIONS", url, headers: { origin: "https://x.test" } });
    expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
    expect(preflight.headers["access-control-allow-credentials"]).toBeUndefined();
    const boundary = "xyz";
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="email"\r\n\r\n${anEmail()}\r\n--${boundary}--`;
    const multipart = await request(own.server, {
      method: "POST",
      url,
      payload,
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    });
    expect(multipart.status).toBe(303);
    const json = await postJson(own, url, { email: anEmail() }, { origin: "https://x.test" });
    expect([json.status, json.headers["access-control-allow-origin"], json.body]).toEqual([
      200,
      "*",
      { status: "pending", message: expect.any(String), redirectUrl: null },
    ]);
    const wrong = await postJson(own, url, { email: "x" });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { error: { code: "validation", params: { fields: { email: "Please enter a valid e-mail address." } } } },
    ]);
    const halfCharacter = await postJson(own, url, { email: `ja\ud800na-${anEmail()}` });
    expect([halfCharacter.status, halfCharacter.body]).toMatchObject([
      400,
      { error: { code: "validation", params: { fields: { email: "Please enter a valid e-mail address." } } } },
    ]);
    expect((await postJson(own, url, "not an object")).status).toBe(400);
    const broken = await request(own.server, {
      method: "POST",
      url,
      payload: "{",
      headers: { "content-type": "application/json" },
    });
    expect(broken.status).toBe(400);
    expect(await count()).toBe(2);
    expect((await visit(own, "/s/unknown-survey-key")).headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("with a filled trap field is thanked and not kept", async () => {
    const { own, url, count } = await withForm();
    const page = await visit(own, url);
    const [, trap = ""] = /class="trap"[^]*?name="(\w+)"/.exec(page.html) ?? [];
    const address = anEmail();
    const answer = await submitForm(own, url, { email: address, [trap]: "https://spam.test" });
    expect([answer.status, answer.headers["location"]]).toEqual([303, `${url}?sent=1`]);
    expect([await count(), await findContactByEmail(own, address)]).toEqual([0, undefined]);
  });

  it("sooner than a person can fill it in is thanked and not kept, where the owner asks for that", async () => {
    holdClock();
    const { own, url, count } = await withForm({ settings: { minFillSeconds: 3 } });
    const shownIn = (html: string) => /name="_shown" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const shown = shownIn((await visit(own, url)).html);
    expect((await submitForm(own, url, { email: anEmail(), _shown: shown })).status).toBe(303);
    const forged = shown.replace(/^\d+/, "1");
    expect((await submitForm(own, url, { email: anEmail(), _shown: forged })).status).toBe(303);
    expect(await count()).toBe(0);
    own.clock.set(new Date(own.clock.now().getTime() + 4000));
    expect((await submitForm(own, url, { email: anEmail(), _shown: shown })).status).toBe(303);
    expect(await count()).toBe(1);
  });

  it("of a page that shows another version of the form is shown again", async () => {
    const { own, url, params, count } = await withForm();
    const [, version = ""] = /name="_version" value="(\d+)"/.exec((await visit(own, url)).html) ?? [];
    await own.api.ok("updateForm", { params, body: { consentText: "<p>Everything.</p>" } });
    const page = await submitForm(own, url, { email: "jana@example.com", _version: version });
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('value="jana@example.com"')]);
    expect([await count(), page.html.includes("Everything.")]).toEqual([0, true]);
  });
});

describe("the sum", () => {
  const sumIn = (html: string) => {
    const [, left = "", right = ""] = /(\d+) \+ (\d+)\?/.exec(html) ?? [];
    const [, token = ""] = /name="_captcha" value="([^"]+)"/.exec(html) ?? [];
    return { captcha: String(Number(left) + Number(right)), _captcha: token };
  };

  it("is asked without script, is used once and belongs to its form", async () => {
    const { own, url, count } = await withForm({ captcha: true });
    const other = await aForm(own, { captcha: true });
    const page = await visit(own, url);
    expect(page.headers["cache-control"]).toBe("no-store");
    const right = sumIn(page.html);
    const send = async (fields: Record<string, string>, to = url) =>
      (await submitForm(own, to, { email: anEmail(), ...fields })).status;
    expect(await send({})).toBe(400);
    expect(await send({ ...right, captcha: String(Number(right.captcha) + 1) })).toBe(400);
    expect(await send(right, `/f/${other.key}`)).toBe(400);
    const forged = right._captcha.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    expect(await send({ ...right, _captcha: forged })).toBe(400);
    expect(await send(right)).toBe(303);
    expect(await send(right)).toBe(400);
    expect(await count()).toBe(1);
    const late = sumIn((await visit(own, url)).html);
    own.clock.set(new Date(own.clock.now().getTime() + 3 * 3_600_000));
    expect(await send(late)).toBe(400);
  });

  it("is asked again with what was typed when it is wrong", async () => {
    const { own, url } = await withForm({ captcha: true });
    const page = await submitForm(own, url, { email: "jana@example.com", captcha: "1" });
    expect(page.html).toContain('value="jana@example.com"');
    expect(page.html).toContain('id="captcha-problem"');
    const { captcha, _captcha } = sumIn(page.html);
    expect((await submitForm(own, url, { email: anEmail(), captcha, _captcha })).status).toBe(303);
  });
});

describe("limits", () => {
  it("allow 10 sign-ups an hour per network address and form", async () => {
    const { own, url, form } = await withForm({}, proxied);
    const other = await aForm(own);
    const send = (ip: string, to = url) => submitForm(own, to, { email: anEmail() }, from(ip));
    for (let n = 0; n < 10; n += 1) expect((await send("198.51.100.1")).status).toBe(303);
    const typed = await submitForm(own, url, { email: "typed@example.com" }, from("198.51.100.1"));
    expect([typed.status, typed.html]).toEqual([429, expect.stringContaining('value="typed@example.com"')]);
    expect(Number(typed.headers["retry-after"])).toBeGreaterThan(3500);
    expect(typed.html).toContain('role="alert"');
    expect((await send("198.51.100.2")).status).toBe(303);
    expect((await send("198.51.100.1", `/f/${other.key}`)).status).toBe(303);
    const json = await postJson(own, url, { email: anEmail() }, from("198.51.100.1"));
    expect([json.status, json.body]).toMatchObject([
      429,
      { error: { code: "rate_limited", params: { retryAfter: expect.any(Number) } } },
    ]);
    expect((await own.api.ok("getForm", { params: { form_id: form.id } })).counts.submitted).toBe(11);
    own.clock.set(new Date(own.clock.now().getTime() + 3_601_000));
    expect((await send("198.51.100.1")).status).toBe(303);
  });

  it("allow 3 a day per address over all forms, ignoring case, also for concurrent ones", async () => {
    const { own, url } = await withForm({}, proxied);
    const other = await aForm(own);
    const stranger = await withForm({}, proxied);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        submitForm(
          own,
          n % 2 === 0 ? url : `/f/${other.key}`,
          { email: n < 4 ? "Bomb@example.com" : "bomb@EXAMPLE.com" },
          from(`198.51.100.${n}`),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      303, 303, 303, 429, 429, 429, 429, 429,
    ]);
    const [confirmationEmails] = await own.ctx.db.sql<{ n: number }[]>`
      select count(*)::int as n from confirmation_email where tenant_id = ${own.tenantId}`;
    expect(confirmationEmails?.n).toBe(3);
    expect((await submitForm(stranger.own, stranger.url, { email: "bomb@example.com" })).status).toBe(303);
    own.clock.set(new Date(own.clock.now().getTime() + 86_401_000));
    expect((await submitForm(own, url, { email: "bomb@example.com" }, from("198.51.100.99"))).status).toBe(303);
  });

  it("allow 300 an hour per company, also for concurrent ones", async () => {
    const { own, url } = await withForm({}, proxied);
    const send = async (n: number) => (await submitForm(own, url, { email: anEmail() }, from(`10.0.${n}.7`))).status;
    expect(await send(0)).toBe(303);
    // The other sign-ups of the hour are copies of the first.
    const { sql, tenantId } = own.ctx.db;
    await sql`
      insert into form_signup (tenant_id, form_id, form_version, email, fingerprint, is_new_contact, state, purpose_id,
        list_ids, typed, profile, custom_fields, utm, consent_html, language, ip, network, filled_at)
      select s.tenant_id, s.form_id, s.form_version, n || s.email, sha256(n::text::bytea), false, 'pending', s.purpose_id,
        s.list_ids, s.typed, s.profile, s.custom_fields, s.utm, s.consent_html, s.language, s.ip, 'n' || n, s.filled_at
      from form_signup s, generate_series(1, 296) n where s.tenant_id = ${tenantId}`;
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(send));
    expect(statuses.toSorted((left, right) => left - right)).toEqual([303, 303, 303, 429, 429]);
  });
});

describe("attacks", () => {
  it("bodies of 10 MB are refused and nothing is stored", async () => {
    const { own, url, count } = await withForm();
    const long = "x".repeat(10_000_000);
    expect((await submitForm(own, url, { email: long })).status).toBe(413);
    expect((await postJson(own, url, { email: long })).status).toBe(413);
    expect(await count()).toBe(0);
  });

  it("a POST from a page of others is accepted without cookies and does no more than a sign-up", async () => {
    const { own, url, count } = await withForm();
    const { email: known } = await own.aContact({ firstName: "Jana" });
    const before = await findContactByEmail(own, known);
    const headers = { origin: "https://evil.test", referer: "https://evil.test/", "sec-fetch-site": "cross-site" };
    const answer = await submitForm(own, url, { email: known, firstName: "Eva", status: "subscribed" }, headers);
    expect([answer.status, answer.headers["set-cookie"], await count()]).toEqual([303, undefined, 1]);
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(await findContactByEmail(own, known)).toEqual(before);
  });

  it("what a visitor typed is text in the history", async () => {
    const fields = [email, { key: "note", type: "textarea", label: "Note", target: null }];
    const { own, url, params } = await withForm({ fields });
    const headers = { referer: "https://shop.test/page?utm_source=news&x=1" };
    await submitForm(own, url, { email: " Jana@Example.com ", note: "<img src=x>\u0000\r\nBcc: a@b.test" }, headers);
    const { items } = await own.api.ok("listSignUps", { params });
    expect(items).toMatchObject([
      {
        email: "jana@example.com",
        state: "pending",
        values: { email: "Jana@Example.com", note: "<img src=x>\nBcc: a@b.test" },
        page: "https://shop.test/page?utm_source=news&x=1",
        utm: { utm_source: "news" },
        consentText: "<p>I want the newsletter.</p>",
        ip: "127.0.0.1",
      },
    ]);
  });
});

describe("the history", () => {
  it("is filtered by local days, both included, and by address, and is sorted", async () => {
    const { own, url, params } = await withForm();
    // The company's day begins at 22:00 or 23:00 UTC.
    const times = { "b@example.com": "2026-03-09T22:30:00Z", "c@example.com": "2026-03-10T12:00:00Z" };
    const all = { ...times, "a@example.com": "2026-03-10T23:30:00Z" };
    for (const [address, at] of Object.entries(all)) {
      own.clock.set(new Date(at));
      expect((await submitForm(own, url, { email: address })).status).toBe(303);
    }
    const found = async (query: Record<string, string>) =>
      (await own.api.ok("listSignUps", { params, query })).items.map(({ email: address }) => address?.[0]).join("");
    expect(await found({})).toBe("acb");
    expect(await found({ filledFrom: "2026-03-10", filledTo: "2026-03-10" })).toBe("c");
    expect(await found({ filledTo: "2026-03-10" })).toBe("cb");
    expect(await found({ filledFrom: "2026-03-11" })).toBe("a");
    expect(await found({ q: "C@EXAMPLE" })).toBe("c");
    expect(await found({ sort: "email" })).toBe("abc");
    expect(await found({ sort: "filledAt" })).toBe("bca");
    for (const query of [{ filledFrom: "10.3.2026" }, { sort: "ip" }])
      expect(await own.api.refused("listSignUps", { params, query })).toMatchObject({ status: 400 });
  });
});
