import { hkdfSync, timingSafeEqual } from "node:crypto";
import { readVarints, writeVarint } from "../kernel/varint.ts";
import { returnPathFor } from "./return-path.ts";
import { macKey, computeMac, type MacKey } from "../kernel/mac.ts";

/**
 * The id of one message in bounces: the local part of its return path (VERP) and of its Message-ID. Signed with the
 * company's own key, so that others cannot forge a bounce of another contact. Relays change the case of addresses, and
 * people read them aloud: only letters and digits of one case, without similar ones.
 */
export type MessageIds = {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly contactId: string;
};

/** Parsed but not verified: the company in it determines the key that must have signed it. */
export type UnverifiedMessageIds = { readonly ids: MessageIds; readonly bytes: Buffer };

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const letterValues = new Map(alphabet.split("").map((letter, value) => [letter, value]));
/**
 * The kinds of addresses: their first letter and their format byte, which is signed. The one of a message receives its
 * bounces; mail to its unsubscribe address unsubscribes its recipient, so that neither can be used as the other.
 */
const kinds = { message: { letter: "b", version: 1 }, unsubscribe: { letter: "u", version: 2 } } as const;
type AddressKind = keyof typeof kinds;
const macBytes = 10;
/** 53 bits in groups of seven: at most 8 bytes per id, and so 57 characters. */
const encodedPattern = /^[0-9a-hjkmnp-tv-z]{23,56}$/;

/** A key separate from those of fingerprints and links, so that one signature cannot be used as another. */
export const returnPathKey = (fingerprintKey: Uint8Array): MacKey =>
  macKey(new Uint8Array(hkdfSync("sha256", fingerprintKey, "", "postrider return paths", 32)));

/** Return path of test e-mails at a host or mailbox: mail to it is accepted without effect. */
export const testReturnPath = (target: string): string => returnPathFor(target, "test");

/** Parses a return path without verifying it, whatever its host and its mailbox; undefined when it is not one. */
export const parseReturnPath = (address: string): UnverifiedMessageIds | undefined =>
  parseLocalPart("message", toName(address));

/** Parses an address of `unsubscribeLocalPart` without verifying it, whatever its host and its mailbox. */
export const parseUnsubscribeAddress = (address: string): UnverifiedMessageIds | undefined =>
  parseLocalPart("unsubscribe", toName(address));

/** What stands for the message in an address: the local part, or the subaddress of a mailbox. */
function toName(address: string): string {
  const local = localPart(address);
  return local.slice(local.lastIndexOf("+") + 1);
}

/** Parses a Message-ID from a header or a provider's event, with or without brackets or host. */
export const parseMessageId = (text: string): UnverifiedMessageIds | undefined =>
  parseLocalPart("message", localPart(text.trim().replace(/^<|>$/g, "")));

const namePattern = /(?<![\w.-])b[0-9a-hjkmnp-tv-z]{23,56}(?=@)/gi;
const maxNames = 20;

/** Names of messages anywhere in a text, such as the copy of a message in a bounce without structure. */
export const messageIdsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(namePattern)].slice(0, 200).map(([name]) => name))].slice(0, maxNames);

/** Compares in constant time. */
export function isMessageSignatureValid(key: MacKey, { bytes }: UnverifiedMessageIds): boolean {
  const mac = Buffer.from(computeMac(key, bytes.subarray(0, -macBytes)), "latin1");
  return timingSafeEqual(bytes.subarray(-macBytes), mac.subarray(0, macBytes));
}

/** Scratch buffer, used for one id at a time: the version, three ids of at most 8 bytes and the signature. */
const scratch = Buffer.alloc(1 + 3 * 8 + macBytes);

/** The id itself: the local part of both. */
export const signedLocalPart = (key: MacKey, ids: MessageIds): string => signLocalPart(key, "message", ids);

/** The local part of the address in List-Unsubscribe: mail to it unsubscribes the recipient of the message. */
export const unsubscribeLocalPart = (key: MacKey, ids: MessageIds): string => signLocalPart(key, "unsubscribe", ids);

function signLocalPart(key: MacKey, kind: AddressKind, ids: MessageIds): string {
  const { letter, version } = kinds[kind];
  scratch[0] = version;
  let end = 1;
  for (const id of [ids.tenantId, ids.campaignId, ids.contactId]) {
    if (id === "0") throw new Error("an id is a whole number above 0");
    end = writeVarint(scratch, end, id);
  }
  scratch.write(computeMac(key, scratch.subarray(0, end)), end, macBytes, "latin1");
  return `${letter}${encode(scratch.subarray(0, end + macBytes))}`;
}

function parseLocalPart(kind: AddressKind, text: string): UnverifiedMessageIds | undefined {
  const { letter, version } = kinds[kind];
  if (text.length > 64) return undefined;
  const name = text.toLowerCase();
  if (!name.startsWith(letter) || !encodedPattern.test(name.slice(1))) return undefined;
  const bytes = decode(name.slice(1));
  if (bytes === undefined || bytes[0] !== version) return undefined;
  const named = readVarints(bytes.subarray(1, -macBytes)) ?? [];
  const [tenantId, campaignId, contactId] = named;
  const isWhole = named.length === 3 && !named.includes("0");
  if (!isWhole || tenantId === undefined || campaignId === undefined || contactId === undefined) return undefined;
  return { ids: { tenantId, campaignId, contactId }, bytes };
}

const localPart = (address: string): string => {
  const at = address.lastIndexOf("@");
  return at === -1 ? address : address.slice(0, at);
};

function encode(bytes: Uint8Array): string {
  let text = "";
  let rest = 0;
  let bits = 0;
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(rest >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + alphabet[(rest << (5 - bits)) & 31];
}

/** Each id has exactly one spelling: the remaining bits must be zero. */
function decode(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let rest = 0;
  let bits = 0;
  for (const letter of text) {
    rest = ((rest << 5) | (letterValues.get(letter) ?? 0)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((rest >> bits) & 255);
  }
  return bits < 5 && (rest & ((1 << bits) - 1)) === 0 ? Buffer.from(bytes) : undefined;
}
