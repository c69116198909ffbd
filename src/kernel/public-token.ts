import { hkdfSync, timingSafeEqual } from "node:crypto";
import { readVarints, writeVarint } from "./varint.ts";
import { macKey, macOf, type MacKey } from "./mac.ts";

/**
 * The token in links of e-mails: company, purpose and contact, signed with the company's key. It holds ids only,
 * never an address, and is valid as long as the things it names exist.
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

/** Parsed but not verified: the company in it determines the key that must have signed it. */
export type UnverifiedToken = { readonly claims: PublicToken; readonly bytes: Buffer };

type TokenClaims = Pick<PublicToken, "purpose" | "tenantId" | "contactId"> & Partial<PublicToken>;

const version = 1;
const macBytes = 16;
const maxTokenBytes = 80;

/** Derived separately from the fingerprint key, so that neither can be used for the other purpose. */
export const publicTokenKey = (fingerprintKey: Uint8Array): MacKey =>
  macKey(new Uint8Array(hkdfSync("sha256", fingerprintKey, "", "postrider public tokens", 32)));

/** Scratch buffer; tokens are built one at a time. */
const scratch = Buffer.alloc(maxTokenBytes);

export function signToken(key: MacKey, claims: TokenClaims): string {
  scratch[0] = version * 16 + tokenPurposes.indexOf(claims.purpose);
  let end = 1;
  for (const id of [claims.tenantId, claims.contactId, claims.listId, claims.campaignId, claims.messageId])
    end = writeVarint(scratch, end, id ?? "0");
  scratch.write(macOf(key, scratch.subarray(0, end)), end, macBytes, "latin1");
  return scratch.toString("base64url", 0, end + macBytes);
}

/** Parses a token without verifying it; undefined when the text is not a token. */
export function parseToken(text: string): UnverifiedToken | undefined {
  if (!/^[\w-]{24,110}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  // Reject non-canonical encodings: a token has exactly one spelling.
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

/** Compares in constant time. */
export function isTokenSignatureValid(key: MacKey, { bytes }: UnverifiedToken): boolean {
  const mac = Buffer.from(macOf(key, bytes.subarray(0, -macBytes)), "latin1");
  return timingSafeEqual(bytes.subarray(-macBytes), mac.subarray(0, macBytes));
}
