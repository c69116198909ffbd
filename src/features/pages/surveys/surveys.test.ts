import { describe, expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aForm } from "../../../../tests/harness/factories/forms.ts";
import { aToken, submitForm, visit } from "../../../../tests/harness/servers/public-pages.ts";

const at = expect.stringMatching(/^\d{4}-.*Z$/);

const questions = [
  {
    key: "how",
    type: "single",
    label: "How did you find us?",
    required: true,
    options: [
      { key: "web", label: "Web" },
      { key: "friend", label: "A friend" },
    ],
  },
  {
    key: "what",
    type: "multiple",
    label: "What do you like?",
    options: [{ label: "Tea" }, { label: "Coffee" }, { label: "Cake" }],
  },
  { key: "why", type: "text", label: "Why?" },
  { key: "stars", type: "rating", label: "Stars" },
  { key: "nps", type: "nps", label: "Would you recommend us?" },
];

async function withSurvey(fields: Record<string, unknown> = {}) {
  const own = await company();
  const survey = await own.api.ok("createSurvey", { body: { name: "Spring", questions, active: true, ...fields } });
  const fill = (answers: Record<string, string | readonly string[]>, query = "") =>
    submitForm(own, `/s/${survey.key}${query}`, answers);
  return { own, api: own.api, survey, fill, params: { survey_id: survey.id } };
}

describe("surveys", () => {
  it("are previewed unsaved, in their own look and after they are sent", async () => {
    const { api } = await company();
    const design = { accentColor: "#aa0000", font: "georgia", radius: 4, width: 500 };
    const body = {
      title: "Jaro <b>",
      questions,
      thanksTitle: "Díky",
      thanksText: "<p>Moc</p><script>x</script>",
      design,
    };
    const { html, thanksHtml } = await api.ok("previewSurvey", { body });
    expect(html).toContain("Jaro &lt;b&gt;</h1>");
    expect(html).toContain("How did you find us?");
    expect(html).toContain("accent=aa0000&amp;background=&amp;font=georgia&amp;radius=4&amp;width=500");
    expect(thanksHtml).toContain("Díky</h1>");
    expect(thanksHtml).toContain("<p>Moc</p>");
    expect(thanksHtml).not.toContain("script");
    expect((await api.ok("listSurveys")).total).toBe(0);
    const foreign = { design: { imageUrl: "https://other.example/a.png" } };
    expect(await api.refused("previewSurvey", { body: foreign })).toMatchObject({ message: "design.imageUrl" });
    const unfinished = { questions: [{ type: "single", label: "A?", options: [] }] };
    expect(await api.refused("previewSurvey", { body: unfinished })).toMatchObject({ message: "questions.0.options" });
  });

  it("are created from a name and questions, each with a key", async () => {
    const { api, survey, params } = await withSurvey({ active: undefined });
    const whole = {
      id: survey.id,
      key: expect.stringMatching(/^[\w-]{16}$/),
      url: `http://127.0.0.1:8080/s/${survey.key}`,
      name: "Spring",
      active: false,
      title: "Spring",
      text: "",
      submitLabel: "",
      thanksTitle: "",
      thanksText: "",
      language: "cs",
      design: {
        logoUrl: null,
        accentColor: null,
        backgroundColor: null,
        imageUrl: null,
        font: null,
        radius: null,
        width: null,
      },
      blocks: null,
      draft: null,
      version: 1,
      questions: [
        { ...questions[0], required: true },
        {
          ...questions[1],
          required: false,
          options: [
            { key: "o1", label: "Tea" },
            { key: "o2", label: "Coffee" },
            { key: "o3", label: "Cake" },
          ],
        },
        { ...questions[2], required: false, options: [] },
        { ...questions[3], required: false, options: [] },
        { ...questions[4], required: false, options: [] },
      ],
      responses: 0,
      createdAt: at,
      updatedAt: null,
    };
    expect(survey).toEqual(whole);
    expect(await api.ok("getSurvey", { params })).toEqual(whole);
    const { items } = await api.ok("listSurveys");
    expect(items).toEqual([
      {
        id: survey.id,
        key: survey.key,
        url: survey.url,
        name: "Spring",
        active: false,
        title: "Spring",
        language: "cs",
        responses: 0,
        createdAt: at,
        updatedAt: null,
      },
    ]);
  });

  it("generate keys where none are given", async () => {
    const text = { type: "text", label: "x" };
    const { survey } = await withSurvey({ questions: [text, { ...text, key: "q1" }, text] });
    expect(survey.questions.map(({ key }) => key)).toEqual(["q2", "q1", "q3"]);
  });

  const choice = { type: "single", label: "x" };
  const options = [
    { key: "a", label: "a" },
    { key: "a", label: "b" },
  ];
  it.each([
    [{ name: "" }, "name"],
    [{ questions: [] }, "questions"],
    [{ questions: Array.from({ length: 51 }, () => ({ type: "text", label: "x" })) }, "questions"],
    [{ questions: [{ type: "slider", label: "x" }] }, "questions.0.type"],
    [{ questions: [{ type: "text", label: "" }] }, "questions.0.label"],
    [{ questions: [{ type: "text", label: "a\nb" }] }, "questions.0.label"],
    [{ questions: [{ type: "text", label: "x", key: "A-b" }] }, "questions.0.key"],
    [{ questions: [1, 2].map(() => ({ type: "text", label: "x", key: "a" })) }, "questions.1.key"],
    [{ questions: [choice] }, "questions.0.options"],
    [{ questions: [{ ...choice, options: [{ label: "a" }] }] }, "questions.0.options"],
    [{ questions: [{ ...choice, options }] }, "questions.0.options.1.key"],
    [{ language: "x" }, "language"],
    [{ design: { backgroundColor: "#12" } }, "design.backgroundColor"],
  ])("reject invalid fields by name (%#)", async (wrong, field) => {
    const { api, params } = await withSurvey();
    const expected = { status: 400, code: "validation", message: field, params: expect.any(Object) };
    expect(await api.refused("createSurvey", { body: { name: "Other", questions, ...wrong } })).toEqual(expected);
    expect(await api.refused("updateSurvey", { params, body: wrong })).toEqual(expected);
  });

  it("have unique names, are copied without answers, found by search, and deleted with their answers", async () => {
    const { own, api, survey, params, fill } = await withSurvey({ text: "<p>Hi</p><script>x</script>" });
    expect(await api.refused("createSurvey", { body: { name: "SPRING", questions } })).toMatchObject({
      message: "name",
    });
    await fill({ "q-how": "web" });
    const copy = await api.ok("copySurvey", { params, body: {} });
    expect(copy).toEqual({
      ...survey,
      id: copy.id,
      key: copy.key,
      url: copy.url,
      name: "Spring 2",
      active: false,
      createdAt: at,
    });
    expect(copy.key).not.toBe(survey.key);
    expect(await api.refused("copySurvey", { params, body: { name: "spring" } })).toMatchObject({ status: 409 });
    expect(await api.refused("updateSurvey", { params, body: { name: "spring 2" } })).toMatchObject({ status: 409 });
    const names = async (query: Record<string, unknown>) =>
      (await api.ok("listSurveys", { query })).items.map(({ name, responses }) => [name, responses]);
    expect(await names({ sort: "name" })).toEqual([
      ["Spring", 1],
      ["Spring 2", 0],
    ]);
    expect(await names({ active: true })).toEqual([["Spring", 1]]);
    expect(await names({ q: "spring 2" })).toEqual([["Spring 2", 0]]);
    await api.ok("deleteSurvey", { params });
    expect((await visit(own, `/s/${survey.key}`)).status).toBe(404);
    expect(await own.ctx.db.sql`select from survey_response where tenant_id = ${own.tenantId}`).toHaveLength(0);
  });

  it("stand below blocks, which are a draft until they are published, and never overwrite a newer version", async () => {
    const { own, api, survey, params, fill } = await withSurvey({ text: "<p>Plain lead</p>" });
    const form = await aForm(own, { title: "News of the garden" });
    const blocksOf = (html: string) => ({
      settings: { buttonColor: "#aa0000" },
      sections: [{ kind: "section", columns: [{ blocks: [{ id: "a1", kind: "text", html }] }] }],
    });
    const draft = blocksOf("<h1>Tell us</h1><script>x</script>");
    const saved = await api.ok("updateSurvey", { params, body: { draft, baseVersion: 1 } });
    expect(saved).toMatchObject({ blocks: null, draft, version: 2 });
    const plain = await visit(own, `/s/${survey.key}`);
    expect(plain.html).toContain("<p>Plain lead</p>");
    expect(plain.headers["content-security-policy"]).toContain("style-src 'self'");

    const stale = await api.refused("updateSurvey", { params, body: { blocks: draft, baseVersion: 1 } });
    expect(stale).toMatchObject({ status: 409, message: "version", params: { current: 2 } });
    const place = { id: "f1", kind: "form", formId: form.id, href: form.url, label: "Sign up" };
    const blocks = { ...draft, sections: [...draft.sections, { kind: "section", columns: [{ blocks: [place] }] }] };
    const published = await api.ok("updateSurvey", { params, body: { blocks, baseVersion: 2 } });
    expect(published).toMatchObject({ blocks, draft: null, version: 3 });

    const page = await visit(own, `/s/${survey.key}`);
    expect(page.html).toContain("<h1>Tell us</h1>");
    expect(page.html).toContain("News of the garden");
    expect(page.html).toContain("How did you find us?");
    expect(page.html).not.toMatch(/Plain lead|<script|block-a1/);
    expect(page.html.match(/<main/g)).toHaveLength(1);
    const policy = page.headers["content-security-policy"];
    expect(policy).toMatch(/script-src 'none'.*style-src 'unsafe-inline'.*form-action 'self'/);
    expect((await fill({ "q-how": "" })).html).toContain("<h1>Tell us</h1>");
    expect((await fill({ "q-how": "web" })).status).toBe(303);

    const previewed = await api.ok("previewSurvey", { body: { questions, blocks } });
    expect(previewed.html).toMatch(/class="block-a1".*How did you find us\?/s);
    const copy = await api.ok("copySurvey", { params, body: {} });
    expect(copy).toMatchObject({ blocks, draft: null, version: 1 });
    expect(await api.ok("updateSurvey", { params, body: { blocks: null } })).toMatchObject({
      blocks: null,
      version: 4,
    });
    expect((await visit(own, `/s/${survey.key}`)).html).toContain("<p>Plain lead</p>");
    const wrong = { sections: [{ kind: "section", columns: [] }] };
    expect(await api.refused("updateSurvey", { params, body: { blocks: wrong } })).toMatchObject({ status: 400 });
  });

  it("of another company are not found", async () => {
    const { params } = await withSurvey();
    const { api } = await company();
    const missing = { status: 404, code: "not_found", message: "survey" };
    for (const name of ["getSurvey", "deleteSurvey", "listSurveyResponses", "getSurveyResults"] as const) {
      expect(await api.refused(name, { params })).toMatchObject(missing);
    }
    for (const name of ["updateSurvey", "copySurvey"] as const) {
      expect(await api.refused(name, { params, body: {} })).toMatchObject(missing);
    }
  });
});

describe("results", () => {
  it("count every kind of question", async () => {
    const { own, api, params, fill } = await withSurvey();
    const contact = await own.aContact();
    const c = aToken(own, { purpose: "survey", contactId: contact.id });
    await fill({ "q-how": "web", "q-what": ["o3", "o1"], "q-why": "Because", "q-stars": "5", "q-nps": "10" });
    await fill({ "q-how": "web", "q-what": ["o1"], "q-stars": "4", "q-nps": "7" });
    await fill({ "q-how": "friend", "q-why": "Just\r\nso", "q-nps": "0" }, `?c=${c}`);
    const results = await api.ok("getSurveyResults", { params });
    expect({ ...results, questions: [] }).toEqual({ responses: 3, contacts: 1, lastAt: at, questions: [] });
    expect(
      results.questions.map(({ key, answered, average, nps, texts, retired }) => ({
        key,
        answered,
        average,
        nps,
        texts,
        retired,
      })),
    ).toEqual([
      { key: "how", answered: 3, average: null, nps: null, texts: [], retired: false },
      { key: "what", answered: 2, average: null, nps: null, texts: [], retired: false },
      { key: "why", answered: 2, average: null, nps: null, texts: ["Just\nso", "Because"], retired: false },
      { key: "stars", answered: 2, average: 4.5, nps: null, texts: [], retired: false },
      {
        key: "nps",
        answered: 3,
        average: 5.67,
        nps: { promoters: 1, passives: 1, detractors: 1, score: 0 },
        texts: [],
        retired: false,
      },
    ]);
    const counts = results.questions.map(({ options }) => options.map(({ count }) => count));
    expect(counts).toEqual([[2, 1], [2, 0, 1], [], [0, 0, 0, 1, 1], [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1]]);
  });

  it("are empty without answers and limited to the requested days", async () => {
    const { own, api, params, fill } = await withSurvey();
    const empty = await api.ok("getSurveyResults", { params });
    expect(empty).toMatchObject({ responses: 0, contacts: 0, lastAt: null });
    expect(empty.questions.at(-1)).toMatchObject({ average: null, nps: null });
    for (const time of ["2026-03-01T22:59:00Z", "2026-03-01T23:01:00Z", "2026-03-03T12:00:00Z"]) {
      own.clock.set(new Date(time));
      await fill({ "q-how": "web" });
    }
    const count = async (query: Record<string, string>) => [
      (await api.ok("getSurveyResults", { params, query })).responses,
      (await api.ok("listSurveyResponses", { params, query })).total,
    ];
    // Midnight of 2 March in Prague is 23:00 UTC of the day before.
    expect(await count({ from: "2026-03-02", to: "2026-03-02" })).toEqual([1, 1]);
    expect(await count({ to: "2026-03-01" })).toEqual([1, 1]);
    expect(await count({ from: "2026-03-01" })).toEqual([3, 3]);
    for (const name of ["getSurveyResults", "listSurveyResponses"] as const) {
      const refusal = await api.refused(name, { params, query: { from: "tomorrow" } });
      expect(refusal).toMatchObject({ status: 400, message: "from" });
    }
    expect(await api.refused("listSurveyResponses", { params, query: { sort: "id" } })).toMatchObject({
      message: "sort",
    });
  });

  it("list single responses, with the contact if known", async () => {
    const { own, api, params, fill } = await withSurvey();
    const contact = await own.aContact();
    await fill({ "q-how": "web", "q-what": ["o2", "o1"], "q-stars": "3" });
    own.clock.advance(1000);
    await fill({ "q-how": "friend" }, `?c=${aToken(own, { purpose: "survey", contactId: contact.id })}`);
    const page = await api.ok("listSurveyResponses", { params, query: { pageSize: 5 } });
    expect(page).toEqual({
      items: [
        { id: expect.any(String), at, contactId: contact.id, email: contact.email, answers: { how: "friend" } },
        {
          id: expect.any(String),
          at,
          contactId: null,
          email: null,
          answers: { how: "web", what: ["o1", "o2"], stars: 3 },
        },
      ],
      total: 2,
      page: 1,
      pageSize: 5,
    });
    const oldest = await api.ok("listSurveyResponses", { params, query: { sort: "at" } });
    expect(oldest.items).toEqual(page.items.toReversed());
  });
});

describe("a survey that was answered", () => {
  it("keeps the texts of removed questions", async () => {
    const { api, params, fill, survey } = await withSurvey();
    await fill({ "q-how": "web", "q-why": "Old reason", "q-what": ["o1"] });
    const how = {
      key: "how",
      type: "single",
      label: "How?",
      options: [{ key: "friend", label: "Friend" }, { label: "Street" }],
    };
    const changed = await api.ok("updateSurvey", {
      params,
      body: { questions: [how, { type: "text", label: "New" }] },
    });
    expect(changed.questions.map(({ key }) => key)).toEqual(["how", "q1"]);
    await fill({ "q-how": "friend", "q-q1": "New answer" });
    const { questions: results, responses } = await api.ok("getSurveyResults", { params });
    expect(responses).toBe(2);
    expect(results.map(({ key, label, retired, answered }) => [key, label, retired, answered])).toEqual([
      ["how", "How?", false, 2],
      ["q1", "New", false, 1],
      ["what", "What do you like?", true, 1],
      ["why", "Why?", true, 1],
      ["stars", "Stars", true, 0],
      ["nps", "Would you recommend us?", true, 0],
    ]);
    expect(results[0]?.options).toEqual([
      { key: "friend", label: "Friend", count: 1, retired: false },
      { key: "o1", label: "Street", count: 0, retired: false },
      { key: "web", label: "Web", count: 1, retired: true },
    ]);
    expect(results[3]?.texts).toEqual(["Old reason"]);
    // A removed question can be restored with its answers.
    await api.ok("updateSurvey", { params, body: { questions: survey.questions } });
    const back = await api.ok("getSurveyResults", { params });
    expect(back.questions.map(({ key, retired }) => [key, retired])).toEqual([
      ["how", false],
      ["what", false],
      ["why", false],
      ["stars", false],
      ["nps", false],
      ["q1", true],
    ]);
    expect(back.questions[0]?.options.map(({ key, count, retired }) => [key, count, retired])).toEqual([
      ["web", 1, false],
      ["friend", 1, false],
      ["o1", 0, true],
    ]);
  });

  it("keeps the type of a question, also of a removed one", async () => {
    const { api, params, fill } = await withSurvey();
    const other = { key: "why", type: "rating", label: "Why?" };
    await api.ok("updateSurvey", { params, body: { questions: [other] } });
    await api.ok("updateSurvey", { params, body: { questions } });
    await fill({ "q-how": "web" });
    const refusal = { status: 409, code: "conflict", message: "answers", params: { questions: ["why"] } };
    expect(await api.refused("updateSurvey", { params, body: { questions: [other] } })).toEqual(refusal);
    await api.ok("updateSurvey", { params, body: { questions: questions.slice(0, 1) } });
    expect(await api.refused("updateSurvey", { params, body: { questions: [other] } })).toEqual(refusal);
    await api.ok("updateSurvey", { params, body: { title: "Still the same" } });
  });
});
