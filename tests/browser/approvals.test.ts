import { describe, expect, it, onTestFinished } from "vitest";
import { addMember } from "../../src/features/members/members.ts";
import { aReadyCampaign } from "../harness/factories/campaign-drafts.ts";
import { anEmail } from "../harness/factories/company.ts";
import { password } from "../harness/servers/sign-in.ts";
import { checkPage, journeyWidths, signIn, startWebApp, words } from "./app-harness.ts";

const czech = {
  locale: "cs-CZ",
  typed: "Pro potvrzení napište počet příjemců",
  comment: "Vzkaz schvalujícímu",
  request: "Požádat o schválení",
  requested: "Až kampaň někdo schválí, půjde odeslat.",
  waiting: "1 kampaň čeká na schválení.",
  look: "Podívat se",
  decision: "Vzkaz pro toho, kdo žádá",
  giveBack: "Vrátit k úpravě",
  returned: "vám kampaň vrací k úpravě",
  approve: "Schválit",
  approved: "Schválil",
  send: "Odeslat 3 kontaktům",
};

const english: typeof czech = {
  locale: "en-GB",
  typed: "To confirm, type the number of recipients",
  comment: "Comment for the approver",
  request: "Ask for an approval",
  requested: "The campaign can be sent once somebody approves it.",
  waiting: "1 campaign waits for approval.",
  look: "Have a look",
  decision: "Comment for who asks",
  giveBack: "Return for changes",
  returned: "returned the campaign for changes",
  approve: "Approve",
  approved: "Approved by",
  send: "Send to 3 contacts",
};

const runs = { wide: czech, phone: english } as const;

describe.each(journeyWidths("wide"))("approval by a second person, %s", (name, viewport) => {
  const t = runs[name];

  it("is requested in the review, returned once, given, and lets the campaign out", async () => {
    const app = await startWebApp();
    onTestFinished(() => app.close());
    const { own } = app;
    const email = anEmail();
    await addMember(own.app.db, own.tenantId, { email, password, roles: ["marketing_manager"], at: own.clock.now() });
    await own.api.ok("updateCompany", { body: { requireCampaignApproval: true } });
    const campaign = await aReadyCampaign(own, { subject: "Autumn teas" });
    const edited = `/campaigns/${campaign.id}/edit?step=review`;
    const asking = await app.openSignedIn(edited, { viewport, locale: t.locale });
    const ask = async (comment: string) => {
      await asking.page.getByLabel(t.comment).fill(comment);
      await asking.page.getByRole("button", { name: words(t.request) }).click();
      await asking.page.getByText(words(t.requested)).waitFor();
    };
    await asking.page.getByRole("button", { name: words(t.request) }).waitFor();
    expect(await asking.page.getByLabel(words(t.typed)).count()).toBe(0);
    await ask("Is the price right?");
    await checkPage(asking);

    const colleague = await app.open(`/app/${own.tenant}/campaigns`, { viewport, locale: t.locale });
    const { page } = colleague;
    await signIn(page, email);
    await page.getByText(words(t.waiting)).waitFor();
    // The browser reports the request without a session.
    expect(colleague.pageErrors.splice(0)).toEqual([expect.stringContaining("401")]);
    await checkPage(colleague);
    await page.getByRole("link", { name: words(t.look) }).click();
    await page.getByText("Is the price right?").waitFor();
    await page.frameLocator("iframe").getByText("Hello").waitFor();
    expect(await page.getByText("Autumn teas").count()).toBeGreaterThan(0);
    await colleague.settle();
    await checkPage(colleague);
    expect(await page.getByRole("button", { name: words(t.giveBack) }).isDisabled()).toBe(true);
    await page.getByLabel(words(t.decision)).fill("No, it is 20");
    await page.getByRole("button", { name: words(t.giveBack) }).click();
    await page.getByRole("button", { name: words(t.giveBack) }).waitFor({ state: "hidden" });

    await asking.page.reload();
    await asking.page.getByText(words(t.returned)).waitFor();
    await asking.page.getByText("No, it is 20").waitFor();
    await ask("Now it is 20");

    await page.reload();
    await page.getByText("Now it is 20").first().waitFor();
    await page.getByRole("button", { name: t.approve, exact: true }).click();
    await page.getByRole("button", { name: t.approve, exact: true }).waitFor({ state: "hidden" });

    await asking.page.reload();
    await asking.page.getByText(words(t.approved)).waitFor();
    await asking.page.getByLabel(words(t.typed)).fill("3");
    await checkPage(asking);
    await asking.page.getByRole("button", { name: words(t.send) }).click();
    await asking.page.waitForURL(/\/campaigns\/\d+$/);
    expect((await own.api.ok("getCampaign", { params: { campaign_id: campaign.id } })).status).toBe("sending");
  }, 120_000);
});
