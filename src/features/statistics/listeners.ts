import { defineRangeListener } from "../../journal/listener.ts";
import { rollUp } from "./rollup.queries.ts";

export const campaignStatReader = "statistics.campaigns";

/** Adds e-mail events to the campaign statistics. */
export const campaignStatListener = defineRangeListener<unknown>({ reader: campaignStatReader, handle: rollUp });
