import { describe, expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { toHtml } from "../../mail/render/content.ts";
import { lintEmail } from "../../mail/render/lint.ts";
import { renderPlan } from "../../mail/render/plan.ts";
import { mergeValues, sampleContact } from "../../mail/render/values.ts";
import { starterKeys, starterLanguages } from "./catalogue.ts";
import { starters } from "./starters.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";
import { aCompanySandbox } from "../../../tests/harness/servers/sandbox.ts";

const sandbox = aCompanySandbox();

const maxHtmlBytes = 102_000;

it("exist in eight kinds and three languages", () => {
  expect(starters.map(({ key, language }) => `${key} ${language}`)).toEqual(
    starterKeys.flatMap((key) => starterLanguages.map((language) => `${key} ${language}`)),
  );
});

describe.each(starters.map((starter) => [`${starter.key} ${starter.language}`, starter] as const))(
  "%s",
  (_name, { key, language, subject, preheader, source }) => {
    let compiled: ReturnType<typeof toHtml> | undefined;
    const compile = () => (compiled ??= toHtml(sandbox, source));

    it("compiles without issues, is small and has an unsubscribe link", async () => {
      const { html, issues } = await compile();
      expect(issues).toEqual([]);
      expect(lintEmail({ html, subject, preheader })).toEqual([]);
      expect(Buffer.byteLength(html)).toBeLessThan(maxHtmlBytes / 2);
      expect(html).toContain(`lang="${language}"`);
      expect(html).toContain(key === "double-opt-in" ? "{{df_confirmation_url}}" : "{{df_unsubscribe_url}}");
      expect(html).not.toMatch(/<img|https?:\/\/(?!www\.w3\.org)/);
      expect(`${subject}${preheader}`).not.toMatch(/[\r\n]/);
    });

    it("renders well without a name", async () => {
      const { html } = await compile();
      const plan = aPlan({ subject, preheader, html, text: null }, {});
      const values = mergeValues({ contact: { email: "a@example.com", language }, company: { name: "Firma s.r.o." } });
      for (const contact of [values.contact, sampleContact(language)]) {
        const text = renderPlan(plan, { ...values, contact }).text;
        expect(text).not.toMatch(/[{}]|undefined|null|\.\.|^\s*,/m);
      }
    });
  },
);

it("can be used for new templates", async () => {
  const { api } = await company();
  for (const starter of starterKeys) {
    const { subject } = await api.ok("createTemplate", { body: { name: starter, starter, language: "sk" } });
    expect(subject).toBe(starters.find((item) => item.key === starter && item.language === "sk")?.subject);
  }
});
