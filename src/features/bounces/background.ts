import { type BackgroundParts } from "../../feature.ts";
import { recordRelayBounce, resetSoftBounceStreaks } from "./service.ts";
import { takeBackBounces } from "./undo.ts";

export const background: BackgroundParts = {
  nightly: [{ name: "soft bounces", run: resetSoftBounceStreaks }],
  relayBounceHooks: [
    {
      record: (ctx, { sourceId, contactId }, refusal) =>
        recordRelayBounce(ctx, { campaignId: sourceId, contactId }, refusal),
      takeBack: takeBackBounces,
    },
  ],
};
