import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aFooter } from "../../../../tests/harness/factories/templates.ts";

const blocks = {
  sections: [
    {
      kind: "section",
      id: "row1",
      columns: [
        {
          id: "col1",
          blocks: [
            { kind: "text", id: "text1", html: "<p>Hello {{df_first_name}}</p>" },
            { kind: "element", id: "saved1", elementId: "1", mjml: "<mj-text>Saved</mj-text>" },
            { kind: "image", id: "picture", src: "https://example.com/hive.png", alt: " " },
            { kind: "button", id: "not a class", label: "Buy", href: "https://example.com" },
          ],
        },
      ],
    },
  ],
};

it("renders blocks for a sample contact and marks them by their ids", async () => {
  const { api } = await company();
  const { html, mjml, bytes, issues, subject, spam } = await api.ok("previewContent", {
    body: { blocks, subject: "For {{df_first_name}}", preheader: "Text" },
  });
  expect(html).toContain("Hello Jana");
  expect(subject).toBe("For Jana");
  for (const id of ["row1", "col1", "text1", "saved1"]) expect(html).toMatch(new RegExp(`class="[^"]*block-${id}[ "]`));
  expect(html).not.toContain("not a class");
  expect(mjml).toContain("Hello {{df_first_name}}");
  expect(mjml).not.toContain("css-class");
  expect(bytes).toBeGreaterThan(1000);
  expect(issues.map(({ code }) => code)).toContain("unsubscribe_missing");
  expect(issues).toContainEqual({ code: "image_alt_missing", severity: "warning", params: { block: "picture" } });
  expect(spam).toEqual({ score: expect.any(Number), verdict: "ok" });
});

it("renders the subject, the preheader and the content for a chosen contact, of the own company alone", async () => {
  const own = await company();
  const { id: contactId } = await own.aContact({ firstName: "Karel", city: "Brno" });
  const subject = "{{df_first_name}}: news";
  const preheader = "For {{df_town}}";
  const body = { blocks, subject, preheader, contactId };
  const preview = await own.api.ok("previewContent", { body });
  expect(preview).toMatchObject({ subject: "Karel: news", preheader: "For Brno" });
  expect(preview.html).toContain("Hello Karel");
  const { id: foreign } = await (await company()).aContact();
  for (const unknown of [foreign, "999999"])
    expect(await own.api.refused("previewContent", { body: { ...body, contactId: unknown } })).toEqual({
      status: 400,
      code: "validation",
      message: "contactId",
      params: { reason: "unknown", kind: "contact" },
    });
});

it("stores no mark", async () => {
  const { api } = await company();
  const template = await api.ok("createTemplate", { body: { name: "Marked", blocks } });
  expect(template.content.html).not.toContain("block-text1");
});

it("renders HTML without active content, with the footer", async () => {
  const own = await company();
  const footer = await aFooter(own, { html: "<p>Our footer <a href='{{df_unsubscribe_url}}'>Leave</a></p>" });
  const { html, issues } = await own.api.ok("previewContent", {
    body: {
      html: `<p onclick="steal()">Hi {{df_first_name}}</p><script>steal()</script>`,
      subject: "A",
      footerId: footer.id,
    },
  });
  expect(html).toContain("Hi Jana");
  expect(html).toContain("Our footer");
  expect(html).not.toContain("steal");
  expect(issues.map(({ code }) => code)).not.toContain("unsubscribe_missing");
});

it("refuses what does not compile and a shop of another company", async () => {
  const { api } = await company();
  const other = await company();
  const refused = (body: object) => api.refused("previewContent", { body });
  expect(await refused({ mjml: "<mjml><mj-body><mj-text>open</mj-body></mjml>" })).toMatchObject({
    status: 400,
    message: "mjml",
    params: { issues: [{ code: "mjml_not_closed" }] },
  });
  expect(await refused({})).toMatchObject({ status: 400, message: "html" });
  expect(await refused({ html: "a", mjml: "b" })).toMatchObject({ status: 400, message: "kind" });
  expect(await refused({ html: "a", subject: "a\nb" })).toMatchObject({ status: 400, message: "subject" });
  expect(await refused({ html: "a", preheader: "a\nb" })).toMatchObject({ status: 400, message: "preheader" });
  expect(await refused({ html: "a", shopId: other.shopId })).toMatchObject({ status: 400, message: "shopId" });
  expect(await refused({ html: "{% if %}" })).toMatchObject({ status: 400, message: "html" });
});
