import { Type } from "typebox";
import { Flag, OneOf, NamedObject } from "../../kernel/schema.ts";
import { dnsRecordKinds } from "./dns-records.ts";

export const DnsRecord = NamedObject("DnsRecord", {
  kind: OneOf(dnsRecordKinds),
  name: Type.String({ description: "The name of the record", examples: ["bounce.example.com"] }),
  type: OneOf(["TXT", "MX", "CNAME"]),
  expected: Type.Unsafe<string | null>({
    type: ["string", "null"],
    description: "The value to set; null if any valid value is accepted",
  }),
  found: Type.Array(Type.String()),
  ok: Flag,
});

export const DomainName = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "In Unicode or ASCII (punycode)",
  examples: ["example.com"],
});
