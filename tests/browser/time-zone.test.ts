import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, dayAt, instantAt, localMinuteAt, startOfDay } from "../../src/kernel/local-time.ts";
import { createFormats } from "../../web/i18n/format.ts";
import { aReadyCampaign } from "../harness/factories/campaign-drafts.ts";
import { aCampaign, addCampaignMessages, appendEmailEvents } from "../harness/factories/campaign-events.ts";
import { checkPage, startWebApp, words, type OpenedPage, type WebApp } from "./app-harness.ts";

const prague = "Europe/Prague";
const tokyo = "Asia/Tokyo";
const { date, shortDate } = createFormats("cs", prague);

let app: WebApp;
/** The company is in Prague, the browser nine hours behind it. */
let far: OpenedPage;

beforeAll(async () => {
  app = await startWebApp();
  far = await app.openSignedIn("/campaigns", { timezoneId: "America/Los_Angeles" });
});

afterAll(() => app?.close());

const goTo = (page: Page, path: string) => page.goto(`${app.origin}/app/${app.own.tenant}${path}`);
const dayInCalendar = (page: Page, day: string) => page.locator(`li[aria-label="${date(day)}"]`);
/** Half past midnight in Prague is the day before in Los Angeles. */
const day = addDays(dayAt(new Date(), prague), 9);

describe("times of a company in a browser elsewhere", () => {
  it("plans a campaign by the company's clock and shows it on the company's day", async () => {
    const { own } = app;
    const { page } = far;
    const { id } = await aReadyCampaign(own, { name: "Night teas" });
    await goTo(page, `/campaigns/${id}/edit?step=review`);
    await page.getByText("Naplánovat", { exact: true }).click();
    const input = page.getByLabel("Datum a čas");
    expect(await input.inputValue()).toBe(`${addDays(dayAt(new Date(), prague), 1)}T08:00`);
    await page.getByText(words("Čas společnosti (Europe/Prague).")).waitFor();
    await input.fill(`${day}T00:30`);
    await page.getByLabel(words("Pro potvrzení napište počet příjemců")).fill("3");
    const [, month, number] = day.split("-").map(Number);
    await page.getByRole("button", { name: words(`${number}. ${month}. v 0:30`) }).click();
    await page.waitForURL(/\/campaigns\/\d+$/);
    await page
      .getByText(words(`${date(day)} 0:30`))
      .first()
      .waitFor();
    const { plannedAt } = await own.api.ok("getCampaign", { params: { campaign_id: id } });
    expect(plannedAt).toBe(instantAt(day, "00:30", prague).toISOString());

    await goTo(page, `/campaigns?view=calendar&month=${day.slice(0, 7)}`);
    await dayInCalendar(page, day).getByText("Night teas").waitFor();
    expect(await dayInCalendar(page, day).innerText()).toContain("0:30");
    await checkPage(far);
  });

  it("starts the chart of a report on the company's first day", async () => {
    const { own } = app;
    const { page } = far;
    const contact = await own.aContact();
    const first = addDays(dayAt(new Date(), prague), -6);
    const at = new Date(startOfDay(first, prague).getTime() + 60_000);
    const later = new Date(startOfDay(addDays(first, 4), prague).getTime() + 60_000);
    const id = await aCampaign(own, {
      name: "Sent teas",
      status: "completed",
      recipients: 1,
      startedAt: at,
      html: "<p>Teas</p>",
    });
    await addCampaignMessages(own, id, [{ contactId: contact.id, sentAt: at }]);
    await appendEmailEvents(own, { campaignId: id }, [
      { type: "email_sent", contactId: contact.id, at },
      ...[at, later].map((each) => ({
        type: "email_opened" as const,
        contactId: contact.id,
        at: each,
        verdict: "human",
      })),
    ]);
    await own.runListeners();
    await goTo(page, `/campaigns/${id}`);
    const chart = page.getByRole("figure", { name: words("Otevření a kliknutí po dnech") });
    await chart.getByText(shortDate(first)).first().waitFor();
    await chart.getByRole("button", { name: "Zobrazit jako tabulku" }).click();
    expect(await chart.getByRole("rowheader").allInnerTexts()).toEqual(
      [0, 1, 2, 3, 4].map((count) => shortDate(addDays(first, count))),
    );
    await checkPage(far);
  });

  it("uses a changed time zone at once", async () => {
    const { page } = far;
    await goTo(page, "/settings/company");
    await page.getByLabel("Časové pásmo").first().click();
    await page.getByLabel("Časové pásmo").first().fill("Tokyo");
    await page.getByRole("option", { name: tokyo }).click();
    await page.getByRole("button", { name: words("Uložit údaje") }).click();
    await page.getByText(words("Údaje jsou uložené")).first().waitFor();
    await page.getByRole("link", { name: "Kampaně", exact: true }).first().click();
    const planned = localMinuteAt(instantAt(day, "00:30", prague), tokyo)
      .slice(11)
      .replace(/^0/, "");
    await page
      .getByText(words(`${date(day)} ${planned}`))
      .first()
      .waitFor();
    await checkPage(far);
  });
});
