import type { TenantDb } from "../db/tenant.ts";
import { insertSegment } from "../features/segments/queries.ts";
import { joinSearchText } from "../kernel/text.ts";
import type { Calendar } from "./calendar.ts";
import { segmentWords } from "./words/campaigns.ts";

const createdDaysAgo = 90;
const orderedWithinDays = "180";

/** Buyers of the last half year. Its sizes are counted when it is first shown. */
export async function writeSegment(db: TenantDb, calendar: Calendar, shopId: string): Promise<void> {
  const at = calendar.at(createdDaysAgo, 9 * 60);
  const rule = { type: "last_order", operator: "in_last_days", days: orderedWithinDays };
  await insertSegment(db, {
    ...segmentWords,
    shopId,
    refresh: "daily",
    definition: JSON.stringify({ type: "group", match: "all", rules: [rule] }),
    ruleCount: 1,
    signatureHtml: "",
    search: joinSearchText(segmentWords.name, segmentWords.publicName),
    createdAt: at,
    updatedAt: at,
  });
}
