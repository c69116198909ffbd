import type { Context } from "../../../context.ts";
import { dayAt, startOfDay, startOfNextDay } from "../../../kernel/local-time.ts";
import {
  checkBulkRecords,
  requireBulkRecords,
  type BulkRecordCheck,
  type DomainCount,
  type PlannedDay,
} from "../../sending/bulk-records/service.ts";
import { compileAudience } from "../audience/compile.ts";
import { countRecipientsByDomain } from "../audience/queries.ts";
import type { CampaignSettings } from "../queries.ts";
import { emptyAudience } from "../audience/shapes.ts";
import type { SenderLoad } from "../sending-plan.ts";
import { listApprovedAudiences } from "./queries.ts";

type PlannedCampaign = {
  readonly id: string;
  readonly settings: Pick<CampaignSettings, "audience" | "shopId">;
  readonly loads: readonly SenderLoad[];
  readonly sendAt: Date;
};

/** Refuses a campaign of a bulk sender whose domain lacks a record that mailbox providers require. */
export const requireCampaignRecords = async (ctx: Context, campaign: PlannedCampaign): Promise<void> =>
  requireBulkRecords(ctx, listSenderIds(campaign), await planDay(ctx, campaign));

export const checkCampaignRecords = async (ctx: Context, campaign: PlannedCampaign): Promise<BulkRecordCheck[]> =>
  checkBulkRecords(ctx, listSenderIds(campaign), await planDay(ctx, campaign));

const listSenderIds = ({ loads }: PlannedCampaign): string[] => [
  ...new Set(loads.flatMap(({ senderId }) => senderId ?? [])),
];

/** The campaign with those that were approved for its day. */
async function planDay(ctx: Context, { id, settings, loads, sendAt }: PlannedCampaign): Promise<PlannedDay> {
  const { timeZone } = ctx.company;
  const day = dayAt(sendAt, timeZone);
  const range = { from: startOfDay(day, timeZone), before: startOfNextDay(day, timeZone) };
  const others = (await listApprovedAudiences(ctx.db, range)).filter((other) => other.id !== id);
  const own = loads.reduce((sum, { recipients }) => sum + recipients, 0);
  return {
    total: others.reduce((sum, { recipients }) => sum + recipients, own),
    countByDomain: async () => {
      const counts: DomainCount[] = [];
      for (const { audience, shopId } of [settings, ...others]) {
        const compiled = await compileAudience(ctx, { ...emptyAudience, ...audience }, { shopId });
        counts.push(...(await countRecipientsByDomain(ctx.db, compiled)));
      }
      return counts;
    },
  };
}
