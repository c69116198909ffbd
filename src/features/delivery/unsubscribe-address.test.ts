import { expect, it } from "vitest";
import { anEmail, company } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { isMessageSignatureValid, parseUnsubscribeAddress, returnPathKey } from "../../mail/verp.ts";

async function sendOne(env: Record<string, string>) {
  const test = await company(env);
  const { id: listId } = await test.aList();
  const email = anEmail();
  const contact = await test.aContact({ email, listIds: [listId] });
  const campaignId = await aSendingCampaign(test, { listIds: [listId] });
  const { run, rawTo } = anEngine(test);
  await run();
  return {
    test,
    contact,
    campaignId,
    raw: rawTo(email)
      .toString("latin1")
      .replaceAll(/\r\n[ \t]/g, " "),
  };
}

it("names a signed address beside the link when the service receives mail", async () => {
  const { test, contact, campaignId, raw } = await sendOne({ INBOUND_SMTP_PORT: "2525" });
  const [, address = ""] =
    /^List-Unsubscribe: <http[^>]+\/u\/[\w-]+>, <mailto:([^?>]+)\?subject=unsubscribe>\r$/m.exec(raw) ?? [];
  const named = parseUnsubscribeAddress(address);
  expect(named?.ids).toEqual({ tenantId: test.tenantId, campaignId, contactId: contact.id });
  const key = returnPathKey(test.ctx.company.fingerprintKey);
  expect(named !== undefined && isMessageSignatureValid(key, named)).toBe(true);
  expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
});

it("names the link alone when it does not", async () => {
  const { raw } = await sendOne({});
  expect(raw).toMatch(/^List-Unsubscribe: <http[^>]+>\r$/m);
});
