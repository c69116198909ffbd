import type { MacKey } from "../../../src/kernel/mac.ts";
import { signedLocalPart, type MessageIds } from "../../../src/mail/verp.ts";

/** Where the bounces of one message go: `b…@host`. */
export const returnPath = (key: MacKey, ids: MessageIds, host: string): string =>
  `${signedLocalPart(key, ids)}@${host}`;

/** The same name as in the return path, with the pointed brackets of the header. */
export const messageIdOf = (key: MacKey, ids: MessageIds, domain: string): string =>
  `<${signedLocalPart(key, ids)}@${domain}>`;
