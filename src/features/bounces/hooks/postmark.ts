import { policyBounce, statusIn, type BounceClass } from "../../../mail/inbound/reply-class.ts";
import { valueAt, permanentBounce, transientBounce, textAt, type ProviderEvent } from "./provider-event.ts";

const permanentTypes = ["HardBounce", "BadEmailAddress", "ManuallyDeactivated"];
const transientTypes = ["SoftBounce", "AddressChange", "DnsError", "Unknown", "Undeterminable"];
const policyTypes = ["SpamNotification", "VirusNotification", "Blocked", "DMARCPolicy", "ISPBlock"];

/** Undefined for events that do not end a message: delays (`Transient`), automatic replies, tests. */
export function readPostmarkEvent(body: unknown): ProviderEvent | undefined {
  const type = textAt(body, "RecordType");
  const named = identifiersIn(body);
  if (type === "Delivery") return { named, event: { kind: "delivery" } };
  if (type === "SpamComplaint" || (type === "Bounce" && textAt(body, "Type") === "SpamComplaint")) {
    return { named, event: { kind: "complaint" } };
  }
  if (type !== "Bounce") return undefined;
  const response = (textAt(body, "Details") || textAt(body, "Description")).replace(/^[\w-]+\s*;\s*/, "");
  const bounce = classifyBounce(textAt(body, "Type"), response);
  return bounce === undefined ? undefined : { named, event: { kind: "bounce", bounce, response } };
}

function classifyBounce(type: string, text: string): BounceClass | undefined {
  if (policyTypes.includes(type)) return policyBounce;
  if (transientTypes.includes(type)) return transientBounce({ text });
  if (!permanentTypes.includes(type)) return undefined;
  const said = permanentBounce({ status: statusIn(text), text });
  return said.code === "5.0.0" ? { kind: "hard", code: "5.1.1" } : said;
}

const ownIdPattern = /(?<![0-9a-z])b[0-9a-hjkmnp-tv-z]{23,56}(?=@)/gi;

/** Postmark has its own message ids; ours are in the metadata of the message, or in the copy of the bounce. */
function identifiersIn(body: unknown): ProviderEvent["named"] {
  const metadata = Object.values(Object(valueAt(body, "Metadata"))).filter((value) => typeof value === "string");
  const quoted = textAt(body, "Content").slice(0, 200_000).match(ownIdPattern) ?? [];
  return {
    messageIds: [...metadata, textAt(body, "MessageID"), textAt(body, "Tag"), ...quoted].slice(0, 20),
    links: [],
  };
}
