import type { OutputOf } from "../../../../api/operations.ts";
import type { Campaign } from "../../appearance.ts";

export type Report = OutputOf<"GET /stats/campaigns/{campaign_id}/report">;

export type TabProps = { readonly campaign: Campaign; readonly report: Report };
