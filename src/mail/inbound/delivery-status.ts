import { parseHeaders, decodedText, type MailHeaders, type MimePart } from "./mime-part.ts";

/** The fields of a delivery report (RFC 3464) for one recipient. */
export type RecipientStatus = {
  readonly action: string;
  readonly status: string | undefined;
  readonly diagnostic: string;
  /** The server that answered. */
  readonly remote: string;
};

export const isDeliveryStatus = ({ type }: MimePart): boolean =>
  type === "message/delivery-status" || type === "message/global-delivery-status";

/** The first group describes the whole message; each further one describes a recipient. */
export function parseDeliveryStatus(part: MimePart): RecipientStatus[] {
  const groups = decodedText(part)
    .split(/\r?\n[ \t]*\r?\n/)
    .map(parseHeaders);
  return groups
    .filter((fields) => has(fields, "final-recipient") || has(fields, "action") || has(fields, "status"))
    .map(parseRecipientStatus);
}

const has = (fields: MailHeaders, name: string) => fields.some((field) => field.name === name);

function parseRecipientStatus(fields: MailHeaders): RecipientStatus {
  const findValue = (name: string) => fields.find((field) => field.name === name)?.value ?? "";
  const [status] = /[245]\.\d{1,3}\.\d{1,3}/.exec(findValue("status")) ?? [];
  const [action = ""] = /^[a-z]+/.exec(findValue("action").toLowerCase()) ?? [];
  const valueOf = (name: string) => findValue(name).replace(/^[\w-]+\s*;\s*/, "");
  return { action, status, diagnostic: valueOf("diagnostic-code"), remote: valueOf("remote-mta").toLowerCase() };
}
