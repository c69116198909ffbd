import type { JournalListener } from "../../journal/poller.ts";
import { rollUp } from "./rollup.queries.ts";

export const campaignStatReader = "statistics.campaigns";

/** Rollups of campaigns follow what the journal tells of e-mails. */
export const campaignStatListener: JournalListener<unknown> = { reader: campaignStatReader, handleRange: rollUp };
