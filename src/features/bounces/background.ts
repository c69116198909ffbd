import { type BackgroundParts } from "../../feature.ts";
import { recordRefusal, resetSoftBounceStreaks } from "./service.ts";

export const background: BackgroundParts = {
  nightly: [{ name: "soft bounces", run: resetSoftBounceStreaks }],
  relayRefusalHooks: [
    (ctx, { sourceId, contactId }, reply) => recordRefusal(ctx, { campaignId: sourceId, contactId }, reply),
  ],
};
