import type { BackgroundParts } from "../../feature.ts";
import { createDeliverer } from "./deliverer.ts";
import { areRepliesRead } from "./queries.ts";
import { webhookCredentials } from "./secrets.ts";

export const background: BackgroundParts = {
  encryptedColumns: [webhookCredentials],
  loops: [createDeliverer],
  replyReaders: [areRepliesRead],
};
