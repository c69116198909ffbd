import { afterAll, beforeAll, expect, it } from "vitest";
import { anEmailAutomation, anEmailEngine, passEmail } from "../harness/factories/automation-emails.ts";
import { anEmail, testWorker } from "../harness/factories/company.ts";
import { aForm, sendConfirmationEmails } from "../harness/factories/forms.ts";
import { submitForm } from "../harness/servers/public-pages.ts";
import { notifyOfUnknownEmails } from "../../src/features/automations/unknown/service.ts";
import type { SendOutcome } from "../../src/mail/outcome.ts";
import { checkPage, startWebApp, words, type OpenedPage, type WebApp } from "./app-harness.ts";

const lost: SendOutcome = { outcome: "unknown", response: "" };
let app: WebApp;

beforeAll(async () => {
  app = await startWebApp();
});

afterAll(() => app?.close());

/** The callout with its addresses and its decision. */
async function markAsSent(opened: OpenedPage, email: string): Promise<void> {
  const { page } = opened;
  await page.getByText(words("1 e-mail has an unknown result.")).waitFor();
  await opened.settle();
  await checkPage(opened);
  await page.getByRole("button", { name: words("Show 1 address") }).click();
  await page.getByRole("dialog").getByText(email).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Decide…" }).click();
  await page.getByRole("button", { name: words("Take them as sent") }).click();
  await page.getByText(words("Decided about 1 e-mail.")).waitFor();
  await opened.settle();
  expect(await page.getByText(words("has an unknown result")).count()).toBe(0);
}

it("a member follows the notification to the automation and decides about its unknown e-mail", async () => {
  const { own } = app;
  const automation = await anEmailAutomation(own);
  const contact = await own.aContact();
  await passEmail(own, automation, [contact.id]);
  await anEmailEngine(own, () => lost).run();
  await notifyOfUnknownEmails(testWorker(own.app));
  const opened = await app.openSignedIn("/settings/notifications", { locale: "en-GB" });
  await opened.page.getByText(words("An automation has e-mails with an unknown result")).first().click();
  await opened.page.waitForURL(`**/automations/${automation.id}`);
  await markAsSent(opened, contact.email);
  expect((await own.api.ok("listAutomationUnknown", { params: { automation_id: automation.id } })).total).toBe(0);
});

it("a member decides about the unknown letter of a form, on a phone", async () => {
  const { own } = app;
  const form = await aForm(own);
  const email = anEmail();
  await submitForm(own, `/f/${form.key}`, { email });
  await sendConfirmationEmails(own, [lost]);
  const opened = await app.openSignedIn(`/forms/${form.id}`, {
    locale: "en-GB",
    viewport: { width: 390, height: 844 },
  });
  await markAsSent(opened, email);
  expect((await own.api.ok("listFormUnknown", { params: { form_id: form.id } })).total).toBe(0);
});
