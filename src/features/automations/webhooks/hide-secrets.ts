import { escaperFor } from "../../../mail/render/escape.ts";
import type { OutboundRequest } from "../../../net/outbound.ts";
import { headerSecretKey } from "../graph/webhook-secrets.ts";

const hidden = "•••";
/** A part of a header that is this long is hidden by itself too, such as a token behind its scheme. */
const minPartLength = 4;

/** What must not be shown of a call: the secrets of the node and the headers that were made from them. */
export function listShownSecrets({ headers = {} }: OutboundRequest, secrets: ReadonlyMap<string, string>): string[] {
  const sent = Object.entries(headers)
    .filter(([name]) => secrets.has(headerSecretKey(name)) || name.toLowerCase() === "authorization")
    .map(([, value]) => Buffer.from(value, "latin1").toString());
  const parts = sent.flatMap((value) => value.split(/\s+/)).filter((part) => part.length >= minPartLength);
  return [...secrets.values(), ...sent, ...parts].filter((secret) => secret !== "");
}

const escapeJson = escaperFor("json");

/** The same value as receivers write it back: plain, in a URL, in JSON and JSON within it, in HTML, and as credentials are encoded. */
const listForms = (secret: string): string[] => [
  secret,
  escaperFor("plainUrl")(secret),
  escapeJson(secret),
  escapeJson(escapeJson(secret)),
  escaperFor("attribute")(secret),
  Buffer.from(secret).toString("base64"),
];

/** The text with every secret hidden. The end of a text that was cut may be the beginning of one, and is left out then. */
export function withoutSecrets(
  text: string,
  { secrets, isCut }: { readonly secrets: readonly string[]; readonly isCut: boolean },
): string {
  const forms = [...new Set(secrets.flatMap(listForms))].toSorted((one, other) => other.length - one.length);
  const shown = forms.reduce((left, form) => left.replaceAll(form, hidden), text);
  if (!isCut) return shown;
  // A character of several bytes may be cut too.
  const whole = shown.replace(/\ufffd+$/, "");
  const begun = Math.max(0, ...forms.map((form) => lengthOfBeginning(whole, form)));
  return whole.slice(0, whole.length - begun);
}

/** How many characters at the end of the text are the first ones of the secret. */
function lengthOfBeginning(text: string, secret: string): number {
  for (let length = secret.length - 1; length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
