import { Type } from "typebox";
import { auditActors, auditOutcomes } from "../../../journal/audit.ts";
import { defineRoutes } from "../../../kernel/route.ts";
import {
  Id,
  NullableEmail,
  NullableId,
  NullableText,
  OneOf,
  Page,
  pageQuery,
  Text,
  Time,
  NamedObject,
  withDescription,
} from "../../../kernel/schema.ts";

const AuditEntry = NamedObject("AuditEntry", {
  id: Id,
  at: Time,
  actor: Type.Object({
    kind: OneOf(auditActors),
    memberId: NullableId,
    email: NullableEmail,
    keyId: NullableId,
    keyName: NullableText(),
    client: NullableText(),
  }),
  operation: Type.String({
    description: "operationId of this API, `connectApp` for a consent, or the operator's command",
  }),
  object: Type.Object({
    kind: Type.String({
      description:
        "The word of the path before the id: contacts, lists, campaigns …; password, two-factor or recovery-codes of a person",
    }),
    id: NullableText(),
    name: withDescription(NullableText(), "Its name today; null: it has none, or is gone"),
  }),
  /** The operation was refused or failed after a part of its work was done, or a sign-in failed. */
  outcome: OneOf(auditOutcomes),
  address: NullableText(),
  /** The User-Agent of the request. */
  agent: NullableText(),
});

const { sort: _sort, q: _q, ...paging } = pageQuery(["at"], {}).properties;

export const auditLogRoutes = defineRoutes("Account", "settings", {
  listAuditLog: {
    method: "GET",
    path: "/audit-log",
    mcp: "catalog",
    summary: "Who did what to which object, newest first; kept for 24 months, without the values of the requests",
    query: Type.Object({
      ...paging,
      actor: Type.Optional(OneOf(auditActors)),
      memberId: Type.Optional(Id),
      keyId: Type.Optional(Id),
      operation: Type.Optional(Text(100, 1)),
      objectKind: Type.Optional(Text(100, 1)),
      objectId: Type.Optional(Text(100, 1)),
      from: Type.Optional(Time),
      to: Type.Optional(Type.String({ format: "date-time", description: "Exclusive" })),
    }),
    answers: { 200: Page(AuditEntry) },
    errors: ["validation from", "validation to", "validation actor"],
  },
});
