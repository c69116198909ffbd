import type { BackgroundParts } from "../../feature.ts";
import { deleteOldDeliveries } from "./deliveries/service.ts";
import { areRepliesRead } from "./queries.ts";
import { createEndpointLoop } from "./sending/loop.ts";
import { previousSecrets, secrets } from "./secrets.ts";

export const background: BackgroundParts = {
  encryptedColumns: [secrets, previousSecrets],
  loops: [createEndpointLoop],
  nightly: [{ name: "webhook deliveries", run: deleteOldDeliveries }],
  replyReaders: [areRepliesRead],
};
