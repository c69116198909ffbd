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
/** Format byte of campaign messages; other kinds of messages get other numbers. */
const version = 1;
const macBytes = 10;
/** 53 bits in groups of seven: at most 8 bytes per id, and so 57 characters. */
const localPartPattern = /^b[0-9a-hjkmnp-tv-z]{23,56}$/;

/** A key separate from those of fingerprints and links, so that one signature cannot be used as another. */
export const returnPathKey = (fingerprintKey: Uint8Array): MacKey =>
  macKey(new Uint8Array(hkdfSync("sha256", fingerprintKey, "", "postrider return paths", 32)));

/** Return path of test e-mails at a host or mailbox: mail to it is accepted without effect. */
export const testReturnPath = (target: string): string => returnPathFor(target, "test");

/** Parses a return path without verifying it, whatever its host and its mailbox; undefined when it is not one. */
export function parseReturnPath(address: string): UnverifiedMessageIds | undefined {
  const local = localPart(address);
  return parseLocalPart(local.slice(local.lastIndexOf("+") + 1));
}

/** Parses a Message-ID from a header or a provider's event, with or without brackets or host. */
export const parseMessageId = (text: string): UnverifiedMessageIds | undefined =>
  parseLocalPart(localPart(text.trim().replace(/^<|>$/g, "")));

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
export function signedLocalPart(key: MacKey, ids: MessageIds): string {
  scratch[0] = version;
  let end = 1;
  for (const id of [ids.tenantId, ids.campaignId, ids.contactId]) {
    if (id === "0") throw new Error("an id is a whole number above 0");
    end = writeVarint(scratch, end, id);
  }
  scratch.write(computeMac(key, scratch.subarray(0, end)), end, macBytes, "latin1");
  return `b${encode(scratch.subarray(0, end + macBytes))}`;
}

function parseLocalPart(text: string): UnverifiedMessageIds | undefined {
  if (text.length > 64) return undefined;
  const name = text.toLowerCase();
  if (!localPartPattern.test(name)) return undefined;
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
