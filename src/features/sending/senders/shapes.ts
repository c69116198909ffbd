import { Type } from "typebox";
import {
  Count,
  Email,
  Flag,
  Id,
  Name,
  NullableEmail,
  NullableId,
  NullableTime,
  OneOf,
  Time,
} from "../../../kernel/schema.ts";
import { DnsRecord } from "../shapes.ts";

export const maxSenders = 100;

const input = { email: Email, name: Name, replyTo: NullableEmail, shopId: NullableId };

export const SenderInput = Type.Object({
  ...input,
  replyTo: Type.Optional(NullableEmail),
  shopId: Type.Optional(
    Type.Unsafe<string | null>({
      ...NullableId,
      description: "Whose shop it sends for; null or left out is every shop's",
    }),
  ),
});
export const SenderChange = Type.Partial(Type.Object(input));

export const Sender = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  replyTo: NullableEmail,
  shopId: NullableId,
  domain: Type.String(),
  verified: Flag,
  verifiedAt: NullableTime,
  createdAt: Time,
  updatedAt: NullableTime,
});

export const SenderCheck = Type.Object({
  ...Sender.properties,
  sendingDomainId: NullableId,
  domainVerified: Type.Boolean({ description: "The company's own key signs what this sender sends" }),
  records: Type.Array(DnsRecord),
});

const statuses = ["draft", "scheduled", "sending", "paused", "completed", "cancelled"] as const;

export const SenderUsage = Type.Object({
  total: Count,
  byStatus: Type.Object({
    draft: Count,
    scheduled: Count,
    sending: Count,
    paused: Count,
    completed: Count,
    cancelled: Count,
  }),
  locked: Type.Boolean({ description: "A campaign that is on its way names it: it stays, with its address" }),
  campaigns: Type.Array(Type.Object({ id: Id, name: Type.String(), status: OneOf(statuses), createdAt: Time }), {
    description: "The newest hundred",
  }),
});
