import { Type } from "typebox";
import { AnyObject, Count, Flag, OneOf } from "../../../kernel/schema.ts";
import { SendingDomain } from "../domains/shapes.ts";
import { Sender } from "../senders/shapes.ts";

const FrequencyCap = Type.Unsafe<{ emails: number; days: number } | null>({
  type: ["object", "null"],
  properties: {
    emails: { type: "integer", minimum: 1, maximum: 100 },
    days: { type: "integer", minimum: 1, maximum: 365 },
  },
  required: ["emails", "days"],
  description: "At most so many campaigns to a contact in so many days; null is without limit",
});

export const SendingDefaults = Type.Object({
  utmDefaultOn: Type.Boolean({ description: "New drafts start with tracking parameters on" }),
  frequencyCap: FrequencyCap,
});
export const SendingDefaultsInput = Type.Object({
  utmDefaultOn: Flag,
  frequencyCap: Type.Optional(FrequencyCap),
});

export const SendingMode = Type.Object({
  mode: OneOf(["live", "test", "folder", "off"]),
  testRecipients: Count,
  sendingEnabled: Flag,
  sendingState: OneOf(["pending", "live", "paused", "suspended"]),
  sendingHold: OneOf(["", "platform", "free_limit", "unpaid"]),
});

export const setupKeys = [
  "sender_verified",
  "company_address",
  "sending_allowed",
  "domain_verified",
  "spf",
  "dmarc",
  "return_path",
  "tracking",
  "test_recipients",
  "mail_mode",
] as const;

export const SendingSetup = Type.Object({
  items: Type.Array(
    Type.Object({
      key: OneOf(setupKeys),
      done: Flag,
      required: Type.Boolean({ description: "Nothing can be sent without it" }),
      params: AnyObject,
    }),
  ),
  ready: Type.Boolean({ description: "All that is required is done" }),
  senders: Type.Array(Sender),
  domains: Type.Array(SendingDomain),
  reportAddress: Type.String({ description: "The address for DMARC reports about the company's domains" }),
});
