import type { BackgroundParts } from "../../feature.ts";
import { emailSources } from "./messages/source.ts";
import { webhookPasswords } from "./secrets.ts";

export const background: BackgroundParts = { messageSources: emailSources, encryptedColumns: [webhookPasswords] };
