import { Type } from "typebox";
import { Flag, Id, NullableId, NullableTime, Time, NamedObject } from "../../../kernel/schema.ts";
import { Sender } from "../senders/shapes.ts";
import { DnsRecord, DomainName } from "../shapes.ts";
import { matching } from "../../../kernel/schema-rules.ts";

export const maxMonitoredDomains = 100;

const DkimSelectors = Type.Array(
  Type.String({
    ...matching(
      "^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$",
      "a selector: letters, digits, . _ and -, at most 63, with a letter or digit at both ends",
    ),
    examples: ["google"],
  }),
  { maxItems: 20, description: "DKIM selectors of the domain" },
);

export const MonitoredDomainInput = NamedObject("MonitoredDomainInput", {
  domain: DomainName,
  dkimSelectors: DkimSelectors,
});
export const MonitoredDomainChange = NamedObject("MonitoredDomainChange", { dkimSelectors: DkimSelectors });

export const MonitoredDomain = NamedObject("MonitoredDomain", {
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

export const SenderState = NamedObject("SenderState", {
  ...Sender.properties,
  sendingDomainId: NullableId,
  domainVerified: Flag,
  returnPath: Flag,
  tracking: Flag,
  records: Type.Array(DnsRecord),
  checkedAt: NullableTime,
});
