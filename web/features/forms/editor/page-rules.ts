import { matchesAddress } from "../../../../src/kernel/address-pattern.ts";

export type Pages = { readonly include: readonly string[]; readonly exclude: readonly string[] };

export type Verdict = { readonly isShown: boolean; readonly rule: string | undefined };

/** Whether the form is shown at an address and the rule that decides; undefined where the text is no address. */
export function findVerdict({ include, exclude }: Pages, address: string): Verdict | undefined {
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (address.trim() === "" || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const excluding = exclude.find((pattern) => matchesAddress(pattern, url));
  if (excluding !== undefined) return { isShown: false, rule: excluding };
  const including = include.find((pattern) => matchesAddress(pattern, url));
  return { isShown: include.length === 0 || including !== undefined, rule: including };
}
