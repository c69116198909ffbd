import { Type } from "typebox";
import { AnyObject, Count, Flag, OneOf, NamedObject } from "../../../kernel/schema.ts";
import { SendingDomain } from "../domains/shapes.ts";
import { Sender } from "../senders/shapes.ts";

export const SendingMode = NamedObject("SendingMode", {
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

export const SendingSetup = NamedObject("SendingSetup", {
  items: Type.Array(
    Type.Object({
      key: OneOf(setupKeys),
      done: Flag,
      required: Type.Boolean({ description: "Nothing can be sent without it" }),
      params: AnyObject,
    }),
  ),
  ready: Type.Boolean({ description: "All required items are done" }),
  senders: Type.Array(Sender),
  domains: Type.Array(SendingDomain),
  reportAddress: Type.String({ description: "The address for DMARC reports about the company's domains" }),
  publicHost: Type.Unsafe<string | null>({
    type: ["string", "null"],
    description:
      "The name that records of domains refer to; null while the service has no public address, so they cannot be set",
  }),
});
