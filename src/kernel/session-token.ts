import { sha256 } from "./crypto.ts";

/** Bound to the session, so that it needs no place of its own. */
export const csrfTokenOf = (sessionToken: string): string => sha256(`csrf ${sessionToken}`).toString("base64url");
