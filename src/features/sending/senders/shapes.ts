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
  NamedObject,
  named,
} from "../../../kernel/schema.ts";
import { DnsRecord } from "../shapes.ts";

export const maxSenders = 100;

const ConnectionId = Type.Unsafe<string | null>({
  ...NullableId,
  description: "The connection that its messages leave over; null means that of its domain, or the default",
});

const input = { email: Email, name: Name, replyTo: NullableEmail, shopId: NullableId, connectionId: ConnectionId };

export const SenderInput = NamedObject("SenderInput", {
  ...input,
  replyTo: Type.Optional(NullableEmail),
  shopId: Type.Optional(
    Type.Unsafe<string | null>({
      ...NullableId,
      description: "The shop of the sender; null or omitted means every shop",
    }),
  ),
  connectionId: Type.Optional(ConnectionId),
});
export const SenderChange = named("SenderChange", Type.Partial(Type.Object(input)));

export const Sender = NamedObject("Sender", {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  replyTo: NullableEmail,
  shopId: NullableId,
  connectionId: ConnectionId,
  domain: Type.String(),
  verified: Flag,
  verifiedAt: NullableTime,
  createdAt: Time,
  updatedAt: NullableTime,
});

export const SenderCheck = NamedObject("SenderCheck", {
  ...Sender.properties,
  sendingDomainId: NullableId,
  domainVerified: Type.Boolean({ description: "Mail of this sender is signed with the company's own key" }),
  records: Type.Array(DnsRecord),
});

const statuses = ["draft", "scheduled", "sending", "paused", "completed", "cancelled"] as const;

export const SenderUsage = NamedObject("SenderUsage", {
  total: Count,
  byStatus: Type.Object({
    draft: Count,
    scheduled: Count,
    sending: Count,
    paused: Count,
    completed: Count,
    cancelled: Count,
  }),
  locked: Type.Boolean({
    description: "An active campaign uses it: it cannot be deleted and its address cannot be changed",
  }),
  campaigns: Type.Array(Type.Object({ id: Id, name: Type.String(), status: OneOf(statuses), createdAt: Time }), {
    description: "The newest 100",
  }),
});
