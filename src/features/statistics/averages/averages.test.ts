import { expect, it } from "vitest";
import { aCampaign, appendEmailEvents } from "../../../../tests/harness/factories/campaign-events.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";

type Sent = { readonly day: number; readonly opened: boolean; readonly status?: string };

async function aSentCampaign(own: TestCompany, contactIds: readonly string[], { day, opened, status }: Sent) {
  const at = new Date(Date.UTC(2026, 2, day, 12));
  const campaignId = await aCampaign(own, { startedAt: at, status: status ?? "completed" });
  await appendEmailEvents(own, { campaignId }, [
    ...contactIds.map((contactId) => ({ type: "email_sent", contactId, at }) as const),
    ...(opened
      ? contactIds.map((contactId) => ({ type: "email_opened", contactId, at, verdict: "human", first: true }) as const)
      : []),
  ]);
  return campaignId;
}

const getAverage = (own: TestCompany, id: string) => own.api.ok("getCampaignAverage", { params: { campaign_id: id } });

it("is the mean of the shop's campaigns sent before, each counting the same", async () => {
  const own = await company();
  const [one, other] = [(await own.aContact()).id, (await own.aContact()).id];
  await aSentCampaign(own, [one], { day: 1, opened: true });
  await aSentCampaign(own, [one, other], { day: 2, opened: false });
  await aSentCampaign(own, [one], { day: 3, opened: true, status: "cancelled" });
  const id = await aSentCampaign(own, [one], { day: 4, opened: false });
  await aSentCampaign(own, [one], { day: 5, opened: true });
  await own.runListeners();
  expect(await getAverage(own, id)).toEqual({
    campaigns: 2,
    from: "2026-03-01T12:00:00.000Z",
    to: "2026-03-02T12:00:00.000Z",
    rates: {
      delivered: 1,
      bounced: 0,
      opened: 0.5,
      clicked: 0,
      clickedOfOpened: 0,
      unsubscribed: 0,
      complained: 0,
    },
  });
});

it("is of no campaign before the first one, and is not shown to another company", async () => {
  const own = await company();
  const id = await aSentCampaign(own, [(await own.aContact()).id], { day: 1, opened: true });
  await own.runListeners();
  expect(await getAverage(own, id)).toMatchObject({ campaigns: 0, from: null, to: null, rates: { opened: 0 } });
  const stranger = await company();
  expect(await stranger.api.refused("getCampaignAverage", { params: { campaign_id: id } })).toMatchObject({
    status: 404,
    message: "campaign",
  });
});
