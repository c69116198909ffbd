import { hkdfSync, timingSafeEqual } from "node:crypto";
import { readVarints, writeVarint } from "./varint.ts";
import { macKey, macOf, type MacKey } from "./mac.ts";

/**
 * What stands behind links that people get by e-mail: which company, for what, and whose. Signed by the company's own
 * key, so that nobody can make one up. It holds ids only, never an address, and works for as long as what it names is
 * there.
 */
export const tokenPurposes = [
  "unsubscribe",
  "preferences",
  "browser",
  "confirmation",
  "open",
  "click",
  "survey",
] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

export type PublicToken = {
  readonly purpose: TokenPurpose;
  readonly tenantId: string;
  readonly contactId: string;
  readonly listId: string | null;
  readonly campaignId: string | null;
  readonly messageId: string | null;
};

/** Read, but not yet known to be genuine: its company says which key has to have signed it. */
export type UnverifiedToken = { readonly claims: PublicToken; readonly bytes: Buffer };

type TokenClaims = Pick<PublicToken, "purpose" | "tenantId" | "contactId"> & Partial<PublicToken>;

const version = 1;
const macBytes = 16;
const maxTokenBytes = 80;

/** Apart from the key of fingerprints, so that neither use can speak for the other. */
export const publicTokenKey = (fingerprintKey: Uint8Array): MacKey =>
  macKey(new Uint8Array(hkdfSync("sha256", fingerprintKey, "", "postrider public tokens", 32)));

/** Where tokens are put together, one at a time. */
const scratch = Buffer.alloc(maxTokenBytes);

export function signToken(key: MacKey, claims: TokenClaims): string {
  scratch[0] = version * 16 + tokenPurposes.indexOf(claims.purpose);
  let end = 1;
  for (const id of [claims.tenantId, claims.contactId, claims.listId, claims.campaignId, claims.messageId])
    end = writeVarint(scratch, end, id ?? "0");
  scratch.write(macOf(key, scratch.subarray(0, end)), end, macBytes, "latin1");
  return scratch.toString("base64url", 0, end + macBytes);
}

/** What a token says of itself; undefined for what no token looks like. */
export function parseToken(text: string): UnverifiedToken | undefined {
  if (!/^[\w-]{24,110}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  // One token has one spelling.
  if (bytes.length > maxTokenBytes || bytes.toString("base64url") !== text) return undefined;
  const payload = bytes.subarray(0, -macBytes);
  const purpose = tokenPurposes[(payload[0] ?? 0) % 16];
  const ids = readVarints(payload.subarray(1));
  if (purpose === undefined || Math.floor((payload[0] ?? 0) / 16) !== version || ids?.length !== 5) return undefined;
  const [tenantId = "0", contactId = "0", listId = "0", campaignId = "0", messageId = "0"] = ids;
  if (tenantId === "0" || contactId === "0") return undefined;
  const optional = (id: string) => (id === "0" ? null : id);
  return {
    claims: {
      purpose,
      tenantId,
      contactId,
      listId: optional(listId),
      campaignId: optional(campaignId),
      messageId: optional(messageId),
    },
    bytes,
  };
}

/** Takes as long for a wrong signature as for a right one. */
export function isTokenSignatureValid(key: MacKey, { bytes }: UnverifiedToken): boolean {
  const mac = Buffer.from(macOf(key, bytes.subarray(0, -macBytes)), "latin1");
  return timingSafeEqual(bytes.subarray(-macBytes), mac.subarray(0, macBytes));
}
