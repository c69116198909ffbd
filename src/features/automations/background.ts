import type { BackgroundParts } from "../../feature.ts";
import { webhookPasswords } from "./secrets.ts";

export const background: BackgroundParts = { encryptedColumns: [webhookPasswords] };
