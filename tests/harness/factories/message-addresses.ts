import type { MacKey } from "../../../src/kernel/mac.ts";
import { signedLocalPart, type MessageIds } from "../../../src/mail/verp.ts";

/** The return path of one message: `b…@host`. */
export const returnPath = (key: MacKey, ids: MessageIds, host: string): string =>
  `${signedLocalPart(key, ids)}@${host}`;

/** The same id as in the return path, with the angle brackets of the header. */
export const toMessageId = (key: MacKey, ids: MessageIds, domain: string): string =>
  `<${signedLocalPart(key, ids)}@${domain}>`;
