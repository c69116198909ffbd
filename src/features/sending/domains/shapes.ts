import { Type } from "typebox";
import { Flag, Id, NullableInteger, NullableTime, Time } from "../../../kernel/schema.ts";
import { DnsRecord, DomainName } from "../shapes.ts";

export const maxSendingDomains = 50;

export const SendingDomainInput = Type.Object({
  domain: DomainName,
  warmUp: Type.Optional(
    Type.Boolean({
      default: true,
      description: "Send a little more every day, for six weeks; false for a domain that is known",
    }),
  ),
});

export const SendingDomain = Type.Object({
  id: Id,
  domain: Type.String(),
  dkimSelector: Type.String(),
  verified: Type.Boolean({ description: "Its DKIM record is right: its mail is signed" }),
  verifiedAt: NullableTime,
  returnPath: Type.Boolean({ description: "Bounces come back through its own host" }),
  tracking: Type.Boolean({ description: "Links lead through its own host" }),
  warmUp: Flag,
  warmingSince: NullableTime,
  dailyLimit: Type.Unsafe<number | null>({
    ...NullableInteger,
    description: "Of today, by the warm-up; null is without limit, or not verified yet",
  }),
  sentToday: Type.Unsafe<number | null>({ ...NullableInteger, description: "Null for one that is not verified" }),
  records: Type.Array(DnsRecord),
  checkedAt: NullableTime,
  createdAt: Time,
});
