import type { Listener } from "../../journal/follower.ts";
import { rollUp } from "./rollup.ts";

export const campaignStatReader = "statistics.campaigns";

/** Rollups of campaigns follow what the journal tells of e-mails. */
export const campaignStatListener: Listener<unknown> = { reader: campaignStatReader, handleRange: rollUp };
