import { type BackgroundParts } from "../../feature.ts";
import { recordRefusal, resetSoftBounceStreaks } from "./service.ts";
import { takeBackRefusals } from "./undo.ts";

export const background: BackgroundParts = {
  nightly: [{ name: "soft bounces", run: resetSoftBounceStreaks }],
  relayRefusalHooks: [
    {
      record: (ctx, { sourceId, contactId }, refusal) =>
        recordRefusal(ctx, { campaignId: sourceId, contactId }, refusal),
      takeBack: takeBackRefusals,
    },
  ],
};
