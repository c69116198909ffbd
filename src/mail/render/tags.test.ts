import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderMergeTags } from "./fill.ts";
import { renderPlan } from "./plan.ts";
import { findTag, mergeTags, tagFamilies } from "./tags.ts";
import { formatDay, mergeValues, type MergeValues } from "./values.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";

const values = mergeValues({
  contact: {
    id: "7",
    email: "jana@example.com",
    firstName: "Jana",
    lastName: "Nováková",
    titleBefore: "Ing.",
    titleAfter: "Ph.D.",
    salutation: "Milá Jano",
    salutationFormal: "Vážená paní Nováková",
    vocativeFirstName: "Jano",
    vocativeLastName: "Nováková",
    gender: "f",
    language: "cs",
    company: "Novák & syn",
    companyId: "12345678",
    phone: "+420222333444",
    mobile: "+420777888999",
    street: "Dlouhá 1",
    city: "Praha",
    postalCode: "110 00",
    country: "CZ",
    birthday: "1980-05-01",
    nameDay: "05-24",
    note: "první\ndruhý",
    affiliateId: "A1",
    customFields: { 1: "text", 2: true, 3: "31", 4: ["41", "42"], 5: "2026-12-24", 6: 1.5, 7: "https://x.cz/?a=1&b=2" },
  },
  fields: [
    { id: "3", type: "select", options: [{ id: "31", name: "Malá" }] },
    {
      id: "4",
      type: "multiselect",
      options: [
        { id: "41", name: "Červená" },
        { id: "42", name: "Modrá" },
      ],
    },
    { id: "5", type: "date", options: [] },
  ],
  shop: {
    name: "Obchod",
    url: "https://obchod.cz",
    senderName: "Jan z Obchodu",
    replyTo: "shop@obchod.cz",
    logoUrl: "https://obchod.cz/l.png",
  },
  company: {
    name: "Firma s.r.o.",
    email: "firma@example.com",
    phone: "+420111",
    street: "Krátká 2",
    city: "Brno",
    postalCode: "602 00",
    country: "CZ",
    companyId: "87654321",
    vatId: "CZ87654321",
    web: "https://firma.cz",
  },
  links: {
    unsubscribe: "https://m.cz/u/1",
    preferences: "https://m.cz/u/1?p",
    confirmation: "https://m.cz/c/1",
    browser: "https://m.cz/v/1",
  },
  coupons: { leto: "LETO-1" },
  blocks: {
    "products:top": { html: "<b>P</b>", text: "P", items: [{ name: "P" }], links: new Map() },
    "articles:blog": { html: "<i>A</i>", text: "A", items: [], links: new Map() },
  },
  today: "2026-11-15",
});

/** A text part escapes nothing. */
const show = (text: string, from: MergeValues = values) =>
  renderPlan(aPlan({ subject: "", preheader: "", html: "", text }), from).text;

it.each([
  ["df_emailaddress", "jana@example.com"],
  ["df_email", "jana@example.com"],
  ["df_name", "Jano"],
  ["df_first_name", "Jana"],
  ["df_surname", "Nováková"],
  ["df_last_name", "Nováková"],
  ["df_surname_vocative", "Nováková"],
  ["df_vocative", "Jano"],
  ["df_realname", "Jana Nováková"],
  ["df_titlesbefore", "Ing."],
  ["df_titlesafter", "Ph.D."],
  ["df_salution", "Milá Jano"],
  ["df_salutation", "Milá Jano"],
  ["df_salutation_formal", "Vážená paní Nováková"],
  ["df_company", "Novák & syn"],
  ["df_company_id", "12345678"],
  ["df_street", "Dlouhá 1"],
  ["df_town", "Praha"],
  ["df_city", "Praha"],
  ["df_postalcode", "110 00"],
  ["df_country", "CZ"],
  ["df_cellphone", "+420777888999"],
  ["df_phone", "+420222333444"],
  ["df_language", "cs"],
  ["df_birthday", "1. 5. 1980"],
  ["df_nameday", "24. 5."],
  ["df_gender", "f"],
  ["df_notes", "první\ndruhý"],
  ["df_affiliate_id", "A1"],
  ["df_id", "7"],
  ["df_shop_name", "Obchod"],
  ["shop_name", "Obchod"],
  ["df_shop_url", "https://obchod.cz"],
  ["df_shop_sender", "Jan z Obchodu"],
  ["df_shop_email", "shop@obchod.cz"],
  ["df_shop_logo", "https://obchod.cz/l.png"],
  ["df_account_name", "Firma s.r.o."],
  ["company_name", "Firma s.r.o."],
  ["company_email", "firma@example.com"],
  ["company_phone", "+420111"],
  ["company_street", "Krátká 2"],
  ["company_city", "Brno"],
  ["company_postal_code", "602 00"],
  ["company_country", "CZ"],
  ["company_id", "87654321"],
  ["company_vat_id", "CZ87654321"],
  ["company_address", "Krátká 2, 602 00 Brno"],
  ["company_web", "https://firma.cz"],
  ["df_unsubscribe_url", "https://m.cz/u/1"],
  ["unsubscribe", "https://m.cz/u/1"],
  ["df_preferences_url", "https://m.cz/u/1?p"],
  ["df_confirmation_url", "https://m.cz/c/1"],
  ["df_browser_url", "https://m.cz/v/1"],
  ["view_in_browser", "https://m.cz/v/1"],
  ["df_today", "15. 11. 2026"],
  ["df_year", "2026"],
  ["df_custom_1", "text"],
  ["df_custom_2", "ano"],
  ["df_custom_3", "Malá"],
  ["df_custom_4", "Červená, Modrá"],
  ["df_custom_5", "24. 12. 2026"],
  ["df_custom_6", "1.5"],
  ["df_custom_9", ""],
  ["coupon:leto", "LETO-1"],
  ["coupon:zima", ""],
  ["products:top", "P"],
  ["articles:blog", "A"],
  ["DF_Name", "Jano"],
])("%s is %j", (tag, expected) => {
  expect(show(`{{${tag}}}`)).toBe(expected);
});

it("has no name twice, and a description for each", () => {
  const names = mergeTags.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect([...mergeTags, ...tagFamilies].filter(({ description }) => description === "")).toEqual([]);
  expect(findTag("df_nothing")).toBeUndefined();
});

it("is in the reference, tag by tag", () => {
  const reference = readFileSync(new URL("../../../docs/CONTENT.md", import.meta.url), "utf8");
  const rows = [
    ...mergeTags.map(({ name, description }) => `| \`{{${name}}}\` | ${description} |`),
    ...tagFamilies.map(({ form, description }) => `| \`{{${form}}}\` | ${description} |`),
  ];
  expect(rows.filter((row) => !reference.includes(row))).toEqual([]);
});

it.each([
  ["{{df_name|default:'friend'}}", "friend"],
  ['{{ df_name | default: "friend" }}', "friend"],
  ["{{df_name|default('friend')}}", "friend"],
  ["{{df_name|default:friend}}", "friend"],
  ["{{df_name|default:&#39;friend&#39;}}", "friend"],
  ["{{df_name|default:&quot;friend&quot;}}", "friend"],
  ["{{\u00a0df_name&nbsp;}}", ""],
  ["{{df_nothing|default:'x'}}", ""],
  ["{{df_name|upper}}", ""],
  ["{{df_name", "{{df_name"],
  ["{{df_{{df_name}}", "{{df_"],
  ["{{{df_name|default:'x'}}}", "{x}"],
  ["{ {df_name} }", "{ {df_name} }"],
])("parses %s", (text, expected) => {
  expect(show(text, mergeValues({ contact: { email: "a@b.cz" }, company: { name: "F" } }))).toBe(expected);
});

it("falls back from the vocative to the name", () => {
  const person = (contact: Partial<MergeValues["contact"]>) =>
    mergeValues({ contact: { email: "a@b.cz", ...contact }, company: { name: "F" } });
  expect(show("{{df_name}}", person({ firstName: "Petr" }))).toBe("Petr");
  expect(show("{{df_name}}", person({ firstName: "Petr", vocativeFirstName: "" }))).toBe("Petr");
  expect(show("{{df_birthday}} {{df_custom_1}}", person({ birthday: "1980-05-01", customFields: { 1: false } }))).toBe(
    "01/05/1980 no",
  );
});

it.each([
  ["1980-05-01", "sk", "1. 5. 1980"],
  ["05-24", "en", "24/05"],
  ["1980-05-01", "de", "1980-05-01"],
  ["", "cs", ""],
])("writes the day %s in %s", (day, language, expected) => {
  expect(formatDay(day, language)).toBe(expected);
});

it.each([
  ["https://x.cz/?e={{df_emailaddress}}&n={{df_nothing}}", "plainUrl", "https://x.cz/?e=jana%40example.com&n="],
  ['{"name":"{{df_notes}}"}', "json", '{"name":"první\\ndruhý"}'],
  ["A {{df_notes}}", "line", "A první druhý"],
  ["{{df_name|default:'x'}}, kód {{coupon:leto}}", "plain", "Jano, kód LETO-1"],
] as const)("fills %s outside e-mails", (text, place, expected) => {
  expect(renderMergeTags(text, values, place)).toBe(expected);
});

it.each(["", "x"])("read only the contact fields that they declare (values %j)", (filled) => {
  const families = ["df_custom_5", "coupon:a", "products:a", "articles:a"].map((name) => findTag(name));
  for (const tag of [...mergeTags, ...families]) {
    const read = new Set<string>();
    const customFields = { 5: filled === "" ? null : true };
    const contact = new Proxy(values.contact, {
      get: (_, key) => {
        read.add(String(key));
        return key === "customFields" ? customFields : filled;
      },
    });
    tag?.read({ ...values, contact });
    const undeclared = [...read].filter((key) => !tag?.needs.some((needed) => needed === key));
    expect({ name: tag?.name, undeclared }).toEqual({ name: tag?.name, undeclared: [] });
  }
});
