import { Type } from "typebox";
import { Flag, Id, NullableId, NullableInteger, NullableTime, Time, NamedObject } from "../../../kernel/schema.ts";
import { DnsRecord, DomainName } from "../shapes.ts";

export const maxSendingDomains = 50;

export const SendingDomainInput = NamedObject("SendingDomainInput", {
  domain: DomainName,
  warmUp: Type.Optional(
    Type.Boolean({
      default: true,
      description: "Increase the daily volume over six weeks; false for an established domain",
    }),
  ),
});

const ConnectionId = Type.Unsafe<string | null>({
  ...NullableId,
  description: "The connection for senders of the domain that name none; null means the default",
});

export const SendingDomainChange = NamedObject("SendingDomainChange", { connectionId: Type.Optional(ConnectionId) });

export const SendingDomain = NamedObject("SendingDomain", {
  id: Id,
  domain: Type.String(),
  connectionId: ConnectionId,
  dkimSelector: Type.String(),
  verified: Type.Boolean({ description: "Its DKIM record is valid: its mail is signed" }),
  verifiedAt: NullableTime,
  returnPath: Type.Boolean({ description: "Bounces are received at its own host" }),
  tracking: Type.Boolean({ description: "Tracked links use its own host" }),
  warmUp: Flag,
  warmingSince: NullableTime,
  dailyLimit: Type.Unsafe<number | null>({
    ...NullableInteger,
    description: "Today's warm-up limit; null means no limit, or not verified",
  }),
  sentToday: Type.Unsafe<number | null>({ ...NullableInteger, description: "Null if not verified" }),
  records: Type.Array(DnsRecord),
  checkedAt: NullableTime,
  createdAt: Time,
});
