import { policy, statusIn, type BounceClass } from "../../../mail/inbound/reply-class.ts";
import { inside, lasting, passing, textIn, type ProviderEvent } from "./event.ts";

const lastingTypes = ["HardBounce", "BadEmailAddress", "ManuallyDeactivated"];
const passingTypes = ["SoftBounce", "AddressChange", "DnsError", "Unknown", "Undeterminable"];
const policyTypes = ["SpamNotification", "VirusNotification", "Blocked", "DMARCPolicy", "ISPBlock"];

/** Undefined for what says nothing of a message's end: delays (`Transient`), answers of programs, tests. */
export function readPostmarkEvent(body: unknown): ProviderEvent | undefined {
  const type = textIn(body, "RecordType");
  const named = namedIn(body);
  if (type === "Delivery") return { named, event: { kind: "delivery" } };
  if (type === "SpamComplaint" || (type === "Bounce" && textIn(body, "Type") === "SpamComplaint")) {
    return { named, event: { kind: "complaint" } };
  }
  if (type !== "Bounce") return undefined;
  const response = (textIn(body, "Details") || textIn(body, "Description")).replace(/^[\w-]+\s*;\s*/, "");
  const bounce = bounceOf(textIn(body, "Type"), response);
  return bounce === undefined ? undefined : { named, event: { kind: "bounce", bounce, response } };
}

function bounceOf(type: string, text: string): BounceClass | undefined {
  if (policyTypes.includes(type)) return policy;
  if (passingTypes.includes(type)) return passing({ text });
  if (!lastingTypes.includes(type)) return undefined;
  const said = lasting({ status: statusIn(text), text });
  return said.code === "5.0.0" ? { kind: "hard", code: "5.1.1" } : said;
}

const ours = /(?<![0-9a-z])b[0-9a-hjkmnp-tv-z]{23,56}(?=@)/gi;

/** Postmark gives ids of its own; ours are in the metadata that we sent along, or in the copy of the bounce. */
function namedIn(body: unknown): ProviderEvent["named"] {
  const metadata = Object.values(Object(inside(body, "Metadata"))).filter((value) => typeof value === "string");
  const quoted = textIn(body, "Content").slice(0, 200_000).match(ours) ?? [];
  return {
    messageIds: [...metadata, textIn(body, "MessageID"), textIn(body, "Tag"), ...quoted].slice(0, 20),
    links: [],
  };
}
