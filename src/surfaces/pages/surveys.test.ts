import { describe, expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { aToken, submitForm, visit } from "../../../tests/harness/servers/public-pages.ts";

async function withSurvey(fields: Record<string, unknown> = {}) {
  const own = await company();
  const questions = [
    { key: "nps", type: "nps", label: 'Recommend <us> & "them"?', required: true },
    {
      key: "like",
      type: "multiple",
      label: "Like",
      options: [
        { key: "tea", label: "Tea" },
        { key: "cake", label: "Cake" },
      ],
    },
    { key: "note", type: "text", label: "Note" },
  ];
  const body = { name: "Spring", title: "Our shop", language: "en", active: true, questions, ...fields };
  const survey = await own.api.ok("createSurvey", { body });
  const count = async () => (await own.api.ok("getSurvey", { params: { survey_id: survey.id } })).responses;
  return { own, api: own.api, survey, url: `/s/${survey.key}`, count, params: { survey_id: survey.id } };
}

describe("the survey page", () => {
  it("shows the questions and stores nothing on GET", async () => {
    const { own, url, count } = await withSurvey({ text: "<p>Two <b>minutes</b></p>" });
    const page = await visit(own, `${url}?q-nps=9`);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "content-security-policy":
        "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' https: http:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(page.html).toContain('<html lang="en">');
    expect(page.html).toContain("<h1>Our shop</h1>");
    expect(page.html).toContain("<p>Two <b>minutes</b></p>");
    expect(page.html).toContain("<legend>Recommend &lt;us&gt; &amp; &quot;them&quot;?");
    expect(page.html).toContain('name="q-nps" value="9" checked required />');
    expect(page.html).toContain('<label class="label" for="q-note">Note</label>');
    expect(page.html).not.toMatch(/<script|style=|onclick/);
    expect(await count()).toBe(0);
  });

  it("accepts a response and redirects to the thank-you page", async () => {
    const { own, url, count } = await withSurvey({ thanksTitle: "Great", thanksText: "<p>See you</p>" });
    const answer = await submitForm(own, url, { "q-nps": "9", "q-like": ["tea", "cake"], "q-note": " a \u0000b " });
    expect([answer.status, answer.headers["location"]]).toEqual([303, `${url}?sent=1`]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const thanks = await visit(own, `${url}?sent=1`);
    expect(thanks.html).toContain("<h1>Great</h1>");
    expect(thanks.html).toContain("<p>See you</p>");
    expect(await count()).toBe(1);
  });

  it.each([
    [{}, "Please answer this question."],
    [{ "q-nps": "" }, "Please answer this question."],
    [{ "q-nps": "11" }, "Please choose one of the answers offered."],
    [{ "q-nps": ["1", "2"] }, "Please choose one of the answers offered."],
    [{ "q-nps": "1", "q-like": ["tea", "beer"] }, "Please choose one of the answers offered."],
    [{ "q-nps": "1", "q-note": "x".repeat(5001) }, "The answer is too long."],
  ])("shows the error beside the question and keeps the input (%#)", async (fields, problem) => {
    const { own, url, count } = await withSurvey();
    const page = await submitForm(own, url, { "q-note": '</textarea><script>"', "q-like": "cake", ...fields });
    expect(page.status).toBe(400);
    expect(page.html).toContain('role="alert"');
    expect(page.html).toContain(problem);
    expect(page.html).toContain('aria-invalid="true"');
    if (!("q-note" in fields)) expect(page.html).toContain("&lt;/textarea&gt;&lt;script&gt;&quot;");
    if (!("q-like" in fields)) expect(page.html).toContain('value="cake" checked');
    expect(await count()).toBe(0);
  });

  it("identifies a contact by the token of their e-mail: one response each, reported once", async () => {
    const { own, api, url, params, survey } = await withSurvey();
    const contact = await own.aContact();
    const to = `${url}?c=${aToken(own, { purpose: "survey", contactId: contact.id })}`;
    await submitForm(own, to, { "q-nps": "3" });
    await submitForm(own, to, { "q-nps": "8" });
    const { items } = await api.ok("listSurveyResponses", { params });
    expect(items).toMatchObject([{ contactId: contact.id, answers: { nps: 8 } }]);
    const entries = await own.ctx.db.sql`
      select contact_id, payload from journal where tenant_id = ${own.tenantId} and type = 'survey_answered'`;
    expect(entries).toEqual([{ contactId: contact.id, payload: { surveyId: survey.id, title: "Spring" } }]);
    const { surveyAnswers } = await api.ok("exportContact", { params: { id: contact.id } });
    expect(surveyAnswers).toMatchObject([{ surveyId: survey.id, survey: "Spring", answers: { nps: 8 } }]);
  });

  it("treats everybody else as anonymous", async () => {
    const { own, api, url, params } = await withSurvey();
    const other = await company();
    const contact = await own.aContact();
    const foreign = await other.aContact();
    const gone = await own.aContact();
    await api.ok("deleteContact", { params: { id: gone.id } });
    for (const c of [
      "x",
      aToken(own, { purpose: "unsubscribe", contactId: contact.id }),
      aToken({ ...own, ctx: other.ctx }, { purpose: "survey", contactId: contact.id }),
      aToken(other, { purpose: "survey", contactId: foreign.id }),
      aToken(own, { purpose: "survey", contactId: gone.id }),
    ]) {
      expect((await submitForm(own, `${url}?c=${c}`, { "q-nps": "3" })).status).toBe(303);
    }
    const { items } = await api.ok("listSurveyResponses", { params });
    expect(items.map(({ contactId }) => contactId)).toEqual(Array(5).fill(null));
  });

  it("keeps a response of a deleted contact without the contact, and none of an erased one", async () => {
    const { own, api, url, params, count } = await withSurvey();
    const [one, two] = [await own.aContact(), await own.aContact()];
    for (const { id } of [one, two]) {
      await submitForm(own, `${url}?c=${aToken(own, { purpose: "survey", contactId: id })}`, { "q-nps": "3" });
    }
    await submitForm(own, url, { "q-nps": "4", "q-note": `I am ${two.email.toUpperCase()}` });
    await api.ok("deleteContact", { params: { id: one.id } });
    expect(await count()).toBe(3);
    await api.ok("eraseContact", { params: { id: two.id }, body: { confirm: true } });
    const { items } = await api.ok("listSurveyResponses", { params });
    expect(items).toMatchObject([{ contactId: null, email: null, answers: { nps: 3 } }]);
  });

  it("discards responses with a filled honeypot field", async () => {
    const { own, url, count } = await withSurvey();
    const answer = await submitForm(own, url, { "q-nps": "9", website: "https://spam.example" });
    expect([answer.status, answer.headers["location"]]).toEqual([303, `${url}?sent=1`]);
    expect(await count()).toBe(0);
  });

  it("accepts thirty responses per IP address in a quarter of an hour", async () => {
    const { own, url, count } = await withSurvey();
    for (let number = 0; number < 30; number += 1) await submitForm(own, url, { "q-nps": "9" });
    const refused = await submitForm(own, url, { "q-nps": "9", "q-note": "kept" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.html).toContain("Too many answers");
    expect(refused.html).toContain("kept");
    expect(await count()).toBe(30);
    own.clock.advance(16 * 60_000);
    expect((await submitForm(own, url, { "q-nps": "9" })).status).toBe(303);
  });

  it("is closed when it is not active, and 404 when there is none", async () => {
    const { own, api, url, params, count } = await withSurvey();
    await api.ok("updateSurvey", { params, body: { active: false } });
    for (const page of [await visit(own, url), await submitForm(own, url, { "q-nps": "1" })]) {
      expect(page.status).toBe(410);
      expect(page.html).toContain("This survey is closed");
    }
    expect(await count()).toBe(0);
    for (const key of ["x", "A".repeat(16), "%00", "A".repeat(2000)]) {
      expect((await visit(own, `/s/${key}`)).status).toBe(404);
      expect((await submitForm(own, `/s/${key}`, {})).status).toBe(404);
    }
  });

  it("keeps responses and questions consistent when both change concurrently", async () => {
    const { own, api, url, params } = await withSurvey();
    const questions = [{ key: "nps", type: "text", label: "Now a text" }];
    const [changed, ...answers] = await Promise.all([
      api.call("updateSurvey", { params, body: { questions } }),
      ...Array.from({ length: 6 }, () => submitForm(own, url, { "q-nps": "9" })),
    ]);
    expect([200, 409]).toContain(changed.status);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(303));
    const { items } = await api.ok("listSurveyResponses", { params });
    const type = changed.status === 200 ? "string" : "number";
    expect(new Set(items.map(({ answers: given }) => typeof given["nps"]))).toEqual(new Set([type]));
  });
});
