import { Type } from "typebox";
import { Flag, OneOf } from "../../kernel/schema.ts";
import { dnsRecordKinds } from "./dns-records.ts";

export const DnsRecord = Type.Object({
  kind: OneOf(dnsRecordKinds),
  name: Type.String({ description: "Where it stands", examples: ["bounce.example.com"] }),
  type: OneOf(["TXT", "MX", "CNAME"]),
  expected: Type.Unsafe<string | null>({
    type: ["string", "null"],
    description: "The value to set; null where any that works will do",
  }),
  found: Type.Array(Type.String()),
  ok: Flag,
});

export const DomainName = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "With accents or as the DNS writes it",
  examples: ["example.com"],
});
