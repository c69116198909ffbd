import { expect, it } from "vitest";
import { company } from "../harness/factories/company.ts";
import { aConnectedApp } from "../harness/factories/oauth.ts";
import { anEngine, aVerifiedSender } from "../harness/factories/sending-campaigns.ts";
import { anAssistant } from "../harness/servers/assistant.ts";
import { assistantDay, prepareDay } from "./assistant-day.ts";

it("an assistant finds why an audience is small, fixes it, sends the campaign and reads its report, with tools alone", async () => {
  const own = await company();
  const senderId = await aVerifiedSender(own);
  const { shopId, purposeId } = own;
  await prepareDay(anAssistant(own.server, own.apiKey).ok, { shopId, purposeId, senderId, people: 4 });
  const { access_token: token } = await aConnectedApp(own, { scope: "full" });
  const assistant = anAssistant(own.server, token);
  const relay = anEngine(own);
  const day = await assistantDay(assistant.ok, async () => {
    await relay.run();
    await own.runListeners();
  });
  expect(day).toEqual({
    before: 0,
    after: 4,
    errors: [1, 0],
    preview: expect.objectContaining({ recipients: 4, ready: true }),
    totals: expect.objectContaining({ sent: 4 }),
  });
  expect(relay.taken.filter(({ envelope }) => envelope.to.startsWith("customer"))).toHaveLength(4);
});
