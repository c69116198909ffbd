import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { AnyObject, Id, NullableTime, OneOf, Page, pageQuery, Time, NamedObject } from "../../kernel/schema.ts";
import { MemberReference } from "../members/shapes.ts";

const requestStates = ["waiting", "approved", "declined", "outdated", "expired"] as const;

const AssistantRequest = NamedObject("AssistantRequest", {
  id: Id,
  state: Type.Unsafe<(typeof requestStates)[number]>({
    ...OneOf(requestStates),
    description: "outdated: what the preview showed has changed since; expired: nobody decided in time",
  }),
  operation: Type.String(),
  client: Type.String({ description: "Name of the assistant's client or of the API key" }),
  member: MemberReference,
  preview: AnyObject,
  warnings: Type.Array(Type.String()),
  createdAt: Time,
  expiresAt: Time,
  decidedAt: NullableTime,
  decidedBy: Type.Union([MemberReference, Type.Null()]),
});

const path = "/assistant-requests/{id}";
const notFound = "not_found assistant_request";

/** Operations of assistants that send or disclose and wait for a member, where the company requires approval. */
export const assistantRequestRoutes = defineRoutes("Assistant requests", "campaigns", {
  listAssistantRequests: {
    method: "GET",
    path: "/assistant-requests",
    mcp: "catalog",
    summary: "Operations that assistants requested and that send e-mails or data out, newest first",
    query: Type.Omit(pageQuery(["createdAt"], { state: Type.Optional(OneOf(requestStates)) }), ["q", "sort"]),
    answers: { 200: Page(AssistantRequest) },
    errors: ["validation state"],
  },
  getAssistantRequest: {
    method: "GET",
    path,
    mcp: "catalog",
    summary: "An operation that an assistant requested",
    answers: { 200: AssistantRequest },
    errors: [notFound],
  },
  approveAssistantRequest: {
    method: "POST",
    path: `${path}/approve`,
    access: "member",
    mcp: "never",
    effect: "sends",
    risk: "irreversible",
    summary: "Approve a request: the operation runs now, in the name of the assistant's member, with all its checks",
    answers: { 200: AssistantRequest },
    errors: [
      notFound,
      "conflict status",
      "conflict assistant",
      "conflict confirm_state_changed",
      "expired assistant_request",
    ],
  },
  declineAssistantRequest: {
    method: "POST",
    path: `${path}/decline`,
    access: "member",
    mcp: "never",
    effect: "internal",
    summary: "Decline a request",
    answers: { 200: AssistantRequest },
    errors: [notFound, "conflict status", "expired assistant_request"],
  },
});
