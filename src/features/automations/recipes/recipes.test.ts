import { describe, expect, it } from "vitest";
import { aPlan } from "../../../../tests/harness/factories/compiled-plans.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aVerifiedSender } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { aCompanySandbox } from "../../../../tests/harness/servers/sandbox.ts";
import { toHtml } from "../../../mail/render/content.ts";
import { lintEmail } from "../../../mail/render/lint.ts";
import { renderPlan } from "../../../mail/render/plan.ts";
import { mergeValues, sampleContact } from "../../../mail/render/values.ts";
import { brandedEmail, emptyBrand } from "../../content/brand/branded-email.ts";
import { starterLanguages } from "../../starters/catalogue.ts";
import { recipeKeys } from "./catalogue.ts";
import { recipeGraphs } from "./graphs.ts";
import { recipeTexts } from "./texts.ts";

const sandbox = aCompanySandbox();

const { cs: czechRecipes, en: englishRecipes } = recipeTexts;
const all = starterLanguages.flatMap((language) => recipeKeys.map((key) => [key, language] as const));

describe("recipes", () => {
  it("are listed in the language of the shop, otherwise of the company", async () => {
    const { api, shopId } = await company();
    const { items } = await api.ok("listRecipes", { query: { shop: shopId } });
    expect(items.map(({ key, language, name }) => [key, language, name])).toEqual(
      recipeKeys.map((key) => [key, "cs", czechRecipes[key].name]),
    );
    const body = { name: "English", language: "en", country: "GB", currencies: ["GBP"] };
    const { id: shop } = await api.ok("createShop", { body });
    const english = await api.ok("listRecipes", { query: { shop } });
    expect(english.items.map(({ name }) => name)).toEqual(recipeKeys.map((key) => englishRecipes[key].name));
    expect(await api.ok("listRecipes")).toEqual({ items });
    const refused = await api.refused("listRecipes", { query: { shop: "999999" } });
    expect(refused).toMatchObject({ status: 400, message: "shop" });
  });

  it.each(recipeKeys)("%s becomes a draft that can be activated", async (recipe) => {
    const test = await company();
    const senderId = await aVerifiedSender(test);
    const body = { name: "Mine", shopId: test.shopId, recipe };
    const automation = await test.api.ok("createAutomation", { body });
    expect(automation).toMatchObject({ status: "draft", description: czechRecipes[recipe].description, issues: [] });
    const { items } = await test.api.ok("listTemplates");
    const emails = Object.values(czechRecipes[recipe].emails);
    expect(new Set(items.map(({ name }) => name))).toEqual(new Set(emails.map(({ name }) => name)));
    expect(JSON.stringify(automation.graph)).toContain(`"senderId":"${senderId}"`);
    const params = { automation_id: automation.id };
    expect(await test.api.ok("activateAutomation", { params })).toMatchObject({ status: "active" });
  });

  it("make templates of blocks in the brand and the language of the shop", async () => {
    const { api } = await company();
    const shop = { name: "Dvor", language: "sk", country: "SK", currencies: ["EUR"] };
    const { id: shopId } = await api.ok("createShop", { body: shop });
    const brand = { primaryColor: "#ffd000", secondaryColor: "#5a3d1b", backgroundColor: "#fbf5e6", font: "georgia" };
    const logoUrl = "https://dvor.example/logo.png";
    await api.ok("replaceShopBrand", { params: { shop_id: shopId }, body: { ...brand, logoUrl } });
    await api.ok("createAutomation", { body: { name: "Narodeniny", shopId, recipe: "birthday" } });
    const [row] = (await api.ok("listTemplates")).items;
    expect(row).toMatchObject({ name: recipeTexts.sk.birthday.emails["wish"]?.name, kind: "blocks", shopId });
    const { content } = await api.ok("getTemplate", { params: { template_id: row?.id ?? "" } });
    expect(content.blocks).toMatchObject({
      settings: { language: "sk", backgroundColor: "#fbf5e6", buttonColor: "#ffd000", font: "georgia" },
    });
    // White cannot be read on yellow.
    expect(content.blocks).toMatchObject({ settings: { buttonTextColor: "#222222" } });
    expect(JSON.stringify(content.blocks)).toContain('"src":"{{df_shop_logo}}"');
    const { issues } = await api.ok("lintContent", {
      body: { html: content.html, subject: row?.subject ?? "", preheader: "x" },
    });
    expect(issues).toEqual([]);
  });

  it("leave out the sender while the shop has none, and find free names for templates", async () => {
    const test = await company();
    const body = { name: "Birthday", shopId: test.shopId, recipe: "birthday" };
    const { issues } = await test.api.ok("createAutomation", { body });
    expect(issues).toMatchObject([{ node: "wish", field: "senderId", code: "missing", params: {} }]);
    await test.api.ok("createAutomation", { body: { ...body, name: "Again", description: "Own" } });
    const { items } = await test.api.ok("listTemplates", { query: { sort: "name" } });
    expect(items.map(({ name }) => name)).toEqual(["Přání k narozeninám", "Přání k narozeninám 2"]);
  });

  it("leave nothing behind when they are refused", async () => {
    const { api, shopId } = await company();
    const body = { name: "Birthday", shopId, recipe: "birthday" };
    await api.ok("createAutomation", { body });
    const refused = (wrong: object) => api.refused("createAutomation", { body: { ...body, ...wrong } });
    expect(await refused({})).toMatchObject({ status: 409, message: "name" });
    expect(await refused({ name: "X", recipe: "unknown" })).toMatchObject({ status: 400, message: "recipe" });
    expect(await refused({ name: "X", graph: { nodes: [], edges: [] } })).toMatchObject({
      status: 400,
      message: "recipe",
    });
    expect(await refused({ name: "X", transactional: true })).toMatchObject({ status: 400, message: "transactional" });
    expect((await api.ok("listTemplates")).total).toBe(1);
  });
});

describe.each(all)("the recipe %s in %s", (key, language) => {
  const emails = Object.entries(recipeTexts[language][key].emails);

  it("has a text for every e-mail of its graph", () => {
    const { nodes } = recipeGraphs[key](language);
    expect(nodes.filter(({ type }) => type === "email").map(({ id }) => id)).toEqual(emails.map(([node]) => node));
  });

  it("has e-mails that pass the checks and render without a name", async () => {
    for (const [, email] of emails) {
      const { subject, preheader } = email;
      const { html, issues } = await toHtml(sandbox, {
        kind: "blocks",
        blocks: brandedEmail(emptyBrand, language, email),
      });
      expect(issues).toEqual([]);
      expect(lintEmail({ html, subject, preheader })).toEqual([]);
      const plan = aPlan({ subject, preheader, html, text: null }, {});
      const values = mergeValues({ contact: { email: "a@example.com", language }, company: { name: "Firma s.r.o." } });
      for (const contact of [values.contact, sampleContact(language)]) {
        expect(renderPlan(plan, { ...values, contact }).text).not.toMatch(/[{}]|undefined|null|\.\.|^\s*,/m);
      }
    }
  });
});
