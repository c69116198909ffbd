import { array, assert, asyncProperty, nat } from "fast-check";
import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aSentCampaign } from "../../../tests/harness/factories/sent-campaigns.ts";
import { addMs, hours } from "../../kernel/local-time.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { recordBounce, recordComplaint, recordDelivery, type Bounce } from "./service.ts";
import { runs } from "../../../tests/harness/scope.ts";

/** Bounce reports and opt-outs in any order: a bounced or opted-out contact is never mailed again. */
type Scenario = { own: TestCompany; contactId: string; email: string; campaignIds: readonly string[] };
type Step = (world: Scenario, campaignId: string) => Promise<unknown>;

const bounce =
  (kind: "hard" | "soft", code: string): Step =>
  ({ own, contactId }, campaignId) => {
    const told: Bounce = { kind, code, response: "", at: "later" };
    return recordBounce(own.ctx, { campaignId, contactId }, told);
  };

/** A bounce is no opt-out: the company may undo it. */
const unsuppress: Step = ({ own, email }) => own.api.call("deleteSuppression", { params: { email } });

const undo: Step = ({ own }, campaignId) =>
  own.api.ok("undoBounces", { params: { campaign_id: campaignId }, body: {} });

const undoTime: Step = ({ own }) =>
  own.api.ok("undoCompanyBounces", { body: { from: addMs(own.clock.now(), -hours(6)).toISOString() } });

const steps: readonly Step[] = [
  bounce("hard", "5.1.1"),
  bounce("soft", "4.2.2"),
  bounce("soft", "policy"),
  ({ own, contactId }, campaignId) => recordComplaint(own.ctx, { campaignId, contactId }),
  ({ own, contactId }, campaignId) => recordDelivery(own.ctx, { campaignId, contactId }),
  ({ own, contactId }) => own.api.ok("unsubscribeContact", { params: { id: contactId } }),
  ({ own, contactId }) => own.api.call("blacklistContact", { params: { id: contactId } }),
  ({ own, contactId }) => own.api.call("unblacklistContact", { params: { id: contactId } }),
  unsuppress,
  undo,
  undoTime,
  ({ own, contactId }) =>
    own.api.call("addContactPurpose", {
      params: { id: contactId },
      body: { purposeId: own.purposeId, consentConfirmed: true },
    }),
];

const refusals = ["bounced", "unsubscribed", "complained"];
/** A later word never weakens an earlier one, except that the person unsubscribes or a bounce is undone. */
const strength = (status: string) => ["subscribed", "bounced", "unsubscribed", "complained"].indexOf(status);

it("nobody who opted out comes back, and every number stays exact", async () => {
  const own = await company();
  await assert(
    asyncProperty(array(nat({ max: steps.length * 4 - 1 }), { maxLength: 8 }), async (choices) => {
      const { id: contactId, email } = await own.aContact();
      const campaignIds: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        own.clock.advance(hours(1));
        campaignIds.push(await aSentCampaign(own, { contactIds: [contactId], status: "completed" }));
      }
      const world = { own, contactId, email, campaignIds };
      let before = "subscribed";
      for (const choice of choices) {
        const step = steps[choice % steps.length];
        await step?.(world, campaignIds[Math.floor(choice / steps.length)] ?? "");
        const { status, suppressionReason } = await own.api.ok("getContact", { params: { id: contactId } });
        const mailable = await own.ctx.db.sql`
          select from contact c where c.tenant_id = ${own.tenantId} and c.id = ${contactId}
            and ${isMailable(own.ctx.db)}`;
        if (refusals.includes(status) || suppressionReason !== null) expect(mailable).toHaveLength(0);
        const isUndone = before === "bounced" && (step === unsuppress || step === undo || step === undoTime);
        if (status !== "unsubscribed" && !isUndone) expect(strength(status)).toBeGreaterThanOrEqual(strength(before));
        if (refusals.includes(status)) expect(suppressionReason).toBe(status);
        before = status;
      }
    }),
    { numRuns: runs(40) },
  );
  expect(await findContactCountDifferences(own.ctx.db)).toEqual([]);
  const differences = await own.ctx.db.sql`
    select from (
      select source_id, state, count(*) as n from message where tenant_id = ${own.tenantId} group by 1, 2
    ) m full join (
      select source_id, state, n from message_state_count where tenant_id = ${own.tenantId} and n <> 0
    ) c using (source_id, state) where m.n is distinct from c.n`;
  expect(differences).toHaveLength(0);
}, 60_000);
