import { type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { runBounceUndoing } from "./jobs.ts";
import { recordRelayBounce, resetSoftBounceStreaks } from "./service.ts";
import { takeBackBounces } from "./undo.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runBounceUndoing)],
  nightly: [{ name: "soft bounces", run: resetSoftBounceStreaks }],
  relayBounceHooks: [
    {
      record: (ctx, { sourceId, contactId }, refusal) =>
        recordRelayBounce(ctx, { campaignId: sourceId, contactId }, refusal),
      takeBack: takeBackBounces,
    },
  ],
};
