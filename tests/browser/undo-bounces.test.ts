import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordBounce } from "../../src/features/bounces/service.ts";
import { anEmail } from "../harness/factories/company.ts";
import { aSentCampaign } from "../harness/factories/sent-campaigns.ts";
import { checkPage, journeyWidths, startWebApp, words, type OpenedPage, type WebApp } from "./app-harness.ts";

let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

const texts = {
  wide: {
    locale: "cs-CZ",
    open: "Vzít zpět nedoručení",
    reply: "Text v odpovědi serveru",
    count: "Spočítat",
    found: "Vezmou se zpět 2 nedoručení.",
    back: "Upravit výběr",
    doing: "Vzít zpět 2 nedoručení",
    done: "2 kontakty mají zpět svůj stav",
    none: "Takové nedoručení tu není",
  },
  phone: {
    locale: "en-GB",
    open: "Undo bounces",
    reply: "Text in the server's reply",
    count: "Count them",
    found: "2 bounces will be undone.",
    back: "Change the choice",
    doing: "Undo 2 bounces",
    done: "2 contacts have their state back",
    none: "There is no such bounce",
  },
} as const;

const rate = "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery";

describe.each(journeyWidths("wide"))("undoing bounces of a day, %s", (name, viewport) => {
  const t = texts[name];
  let opened: OpenedPage;
  const ids: string[] = [];

  beforeAll(async () => {
    const { own } = app;
    ids.length = 0;
    for (let n = 0; n < 3; n += 1) ids.push((await own.aContact({ email: anEmail() })).id);
    const campaignId = await aSentCampaign(own, { contactIds: ids, status: "completed" });
    for (const [index, contactId] of ids.entries())
      await recordBounce(
        own.ctx,
        { campaignId, contactId },
        index < 2
          ? { kind: "hard", code: "5.2.1", response: rate, at: "later" }
          : { kind: "hard", code: "5.1.1", response: "550 5.1.1 user unknown", at: "later" },
      );
    opened = await app.openSignedIn("/suppressions", { viewport, locale: t.locale });
  });

  const dialog = () => opened.page.getByRole("dialog");
  const button = (text: string) => opened.page.getByRole("button", { name: words(text), exact: true });

  it("by the keyboard: which ones, how many with their replies, then they are undone", async () => {
    const { page } = opened;
    await button(t.open).focus();
    await page.keyboard.press("Enter");
    await dialog().getByLabel(words(t.reply)).waitFor();
    await opened.settle();
    await checkPage(opened);
    await dialog().getByLabel(words(t.reply)).fill("at a RATE");
    await page.keyboard.press("Enter");
    await dialog().getByText(words(t.found)).waitFor();
    await dialog().getByText(rate).waitFor();
    expect(await dialog().getByText("user unknown").count()).toBe(0);
    await opened.settle();
    await checkPage(opened);
    // The focus is on the safe action, which leads back to the typed values.
    await page.keyboard.press("Enter");
    await expect.poll(() => dialog().getByLabel(words(t.reply)).inputValue()).toBe("at a RATE");
    await button(t.count).click();
    await button(t.doing).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(words(t.done)).waitFor();
    const statuses = [];
    for (const id of ids) statuses.push((await app.own.api.ok("getContact", { params: { id } })).status);
    expect(statuses).toEqual(["subscribed", "subscribed", "bounced"]);
  });

  it("says when there is nothing to undo", async () => {
    await button(t.open).click();
    await dialog().getByLabel(words(t.reply)).fill("at a rate");
    await button(t.count).click();
    await dialog().getByText(words(t.none)).waitFor();
    await opened.settle();
    await checkPage(opened);
  });
});
