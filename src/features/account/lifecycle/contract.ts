import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { NullableOneOf, NullableTime, OneOf, Time, NamedObject } from "../../../kernel/schema.ts";

const Deletion = NamedObject("CompanyDeletion", { requestedAt: Time, deleteAfter: Time });

export const lifecycleRoutes = defineRoutes("Account", "settings", {
  getCompanyStanding: {
    method: "GET",
    path: "/company/standing",
    mcp: "catalog",
    summary: "Whether the company may send, since when and why not, and a requested deletion",
    answers: {
      200: NamedObject("CompanyStanding", {
        sendingState: OneOf(["pending", "live", "paused", "suspended"]),
        reason: NullableOneOf(["review", "complaints", "bounces", "operator", "deletion"]),
        since: NullableTime,
        deletion: Type.Union([Deletion, Type.Null()]),
      }),
    },
    errors: [],
  },
  requestCompanyDeletion: {
    method: "POST",
    path: "/company/deletion",
    access: "member",
    risk: "irreversible",
    mcp: "never",
    effect: "internal",
    summary: "Delete the company with all its data after 30 days; sending stops at once. A repetition changes nothing",
    body: Type.Object({ confirm: Type.Literal(true) }),
    answers: { 202: Deletion },
    errors: ["validation confirm", "forbidden reauthenticate"],
  },
  cancelCompanyDeletion: {
    method: "DELETE",
    path: "/company/deletion",
    access: "member",
    mcp: "never",
    effect: "internal",
    summary: "Cancel a requested deletion; sending continues in the state of before, a suspension stays",
    answers: { 204: null },
    errors: [],
  },
});
