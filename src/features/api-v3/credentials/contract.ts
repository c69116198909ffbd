import { Type } from "typebox";
import { defineRoutes, defineVisitorRoutes } from "../../../kernel/route.ts";
import { ItemAnswer, StatusAnswer } from "../envelope.ts";
import { IntId, NullableText, Text } from "../schema.ts";
import { NamedObject } from "../../../kernel/schema.ts";

const Account = NamedObject("CompatibleAccount", {
  account_id: IntId,
  guid: Type.String({ description: "The company's id in API v1" }),
  username: Text,
  firstname: NullableText,
  surname: NullableText,
  company: Text,
  phone: NullableText,
});

const check = {
  path: "/api/v3/check-credentials",
  risk: "read",
  mcp: "never",
  answers: { 200: StatusAnswer("ok", { message: Text, account_id: IntId }) },
  errors: [],
} as const;

export const pingRoutes = defineVisitorRoutes("API v3", {
  pingV3: {
    method: "GET",
    path: "/api/v3/ping",
    access: "public",
    mcp: "never",
    summary: "Test the connection; credentials are not looked at",
    answers: { 200: StatusAnswer("ok", { message: Text }) },
    errors: [],
  },
});

export const credentialRoutes = defineRoutes("API v3", null, {
  checkCredentialsV3: { method: "GET", summary: "Test the credentials", ...check },
  postCredentialsV3: { method: "POST", summary: "Test the credentials with a POST", ...check },
  getAccountInfoV3: {
    method: "GET",
    path: "/api/v3/account-info",
    mcp: "never",
    summary: "The company and the member whose key it is",
    answers: { 200: ItemAnswer(Account) },
    errors: [],
  },
});
