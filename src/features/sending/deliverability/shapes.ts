import { Type } from "typebox";
import { Flag, Id, NullableId, NullableTime, Time } from "../../../kernel/schema.ts";
import { Sender } from "../senders/shapes.ts";
import { DnsRecord, DomainName } from "../shapes.ts";

export const maxMonitoredDomains = 100;

const DkimSelectors = Type.Array(
  Type.String({ pattern: "^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$", examples: ["google"] }),
  { maxItems: 20, description: "DKIM selectors of the domain" },
);

export const MonitoredDomainInput = Type.Object({ domain: DomainName, dkimSelectors: DkimSelectors });
export const MonitoredDomainChange = Type.Object({ dkimSelectors: DkimSelectors });

export const MonitoredDomain = Type.Object({
  id: Id,
  domain: Type.String(),
  dkimSelectors: Type.Array(Type.String()),
  ok: Type.Unsafe<boolean | null>({ type: ["boolean", "null"], description: "Null until it is checked" }),
  reports: Type.Boolean({
    description: "Its DMARC record contains this company's report address, so that reports are stored",
  }),
  reportAddress: Type.String(),
  records: Type.Array(DnsRecord),
  checkedAt: NullableTime,
  createdAt: Time,
});

export const SenderState = Type.Object({
  ...Sender.properties,
  sendingDomainId: NullableId,
  domainVerified: Flag,
  returnPath: Flag,
  tracking: Flag,
  records: Type.Array(DnsRecord),
  checkedAt: NullableTime,
});
