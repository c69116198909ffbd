import { afterAll, beforeAll, expect, it } from "vitest";
import { aForm } from "../harness/factories/forms.ts";
import { visit } from "../harness/servers/public-pages.ts";
import { checkPage, startWebApp, words, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

it("draws what stands above the questions of a survey, and takes it back", async () => {
  const question = { key: "how", type: "text", label: "Jak se máte?" };
  const body = {
    name: "Po nákupu",
    title: "Povězte nám",
    text: "<p>Jedna otázka.</p>",
    questions: [question],
    active: true,
  };
  const survey = await app.own.api.ok("createSurvey", { body });
  const shown = async () => (await visit(app.own, `/s/${survey.key}`)).html;
  const opened = await app.openSignedIn(`/content/surveys/${survey.id}`);
  const { page } = opened;
  await page.getByRole("link", { name: words("Upravit vzhled") }).click();
  const frame = page.frameLocator("iframe[title^='Náhled']");
  await frame.getByRole("heading", { name: "Povězte nám" }).waitFor();
  await frame.getByText("Jak se máte?").waitFor();
  await page.getByRole("button", { name: "Tlačítko", exact: true }).click();
  await frame.locator("a.pg-button").waitFor();
  await page.getByText(words("Uloženo")).first().waitFor();
  await checkPage(opened);
  expect(await shown()).not.toContain("pg-button");

  await page.getByRole("button", { name: "Zveřejnit", exact: true }).click();
  await page.getByText("Zveřejněno.").waitFor();
  expect(await shown()).toMatch(/Povězte nám.*pg-button.*Jak se máte\?/s);

  await app.follow(page, `/content/surveys/${survey.id}`);
  await page.getByText(words("Úvodní text a obrázek jsou ve vzhledu stránky")).waitFor();
  await opened.settle();
  await checkPage(opened);
  await page.getByRole("button", { name: words("Další akce") }).click();
  await page.getByRole("menuitem", { name: words("Vrátit jednoduchý vzhled") }).click();
  await page.getByText(words("Stránka má zase jednoduchý vzhled.")).waitFor();
  expect(await shown()).not.toContain("pg-button");
});

it("builds a page of blocks with a form, keeps it as a draft and publishes it", async () => {
  const form = await aForm(app.own, { title: "Novinky e-mailem" });
  const opened = await app.openSignedIn("/content/landing-pages");
  const { page } = opened;
  await page
    .getByRole("button", { name: words("Nová vstupní stránka") })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Název" }).fill("Jarní čaje");
  await page.getByRole("button", { name: "Vytvořit", exact: true }).click();
  const frame = page.frameLocator("iframe[title^='Náhled']");
  await frame.getByRole("heading", { name: "Jarní čaje" }).waitFor();

  await page.getByRole("button", { name: "Formulář", exact: true }).click();
  await frame.getByRole("heading", { name: "Novinky e-mailem" }).waitFor();
  expect(await frame.locator(`form[action="${form.url}"]`).count()).toBe(1);
  // What depends on a contact is not offered.
  expect(await page.getByRole("button", { name: "Kupón", exact: true }).count()).toBe(0);
  await page.getByText(words("Uloženo")).first().waitFor();
  await checkPage(opened);
  const id = /landing-pages\/(\d+)/.exec(page.url())?.[1] ?? "";
  const drafted = await app.own.api.ok("getLandingPage", { params: { id } });
  expect(drafted).toMatchObject({ published: false, html: "", blocks: null });
  expect((await visit(app.own, `/l/${drafted.slug}`)).status).toBe(404);

  await page.getByRole("button", { name: "Zveřejnit", exact: true }).click();
  await page.getByText("Zveřejněno.").waitFor();
  const { html } = await visit(app.own, `/l/${drafted.slug}`);
  expect(html).toContain("<h1>Jarní čaje</h1>");
  expect(html).toContain(`<form method="post" action="${form.url}"`);
});
