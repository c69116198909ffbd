import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { AnyObject, OneOf } from "../../../kernel/schema.ts";

const Email = Type.Object({
  html: Type.String({ minLength: 1 }),
  subject: Type.String({ maxLength: 1000 }),
  preheader: Type.String({ maxLength: 1000 }),
});

const LintAnswer = Type.Object({
  issues: Type.Array(Type.Object({ code: Type.String(), severity: OneOf(["error", "warning"]), params: AnyObject }), {
    description: "Errors first",
  }),
});

export const spamVerdicts = ["ok", "spam", "blocked"] as const;

const SpamAnswer = Type.Object({
  score: Type.Number(),
  verdict: OneOf(spamVerdicts),
  sizeKb: Type.Number(),
  rules: Type.Array(
    Type.Object({ code: Type.String(), points: Type.Number(), found: Type.Optional(Type.Array(Type.String())) }),
  ),
});

export const checkRoutes = defineRoutes("Content", "content", {
  lintContent: {
    method: "POST",
    path: "/content/lint",
    mcp: "catalog",
    level: "read",
    risk: "read",
    summary: "Check an e-mail for errors and warnings",
    body: Email,
    answers: { 200: LintAnswer },
    errors: ["validation html", "validation subject", "rate_limited template"],
  },
  checkSpam: {
    method: "POST",
    path: "/content/spam-check",
    mcp: "catalog",
    level: "read",
    risk: "read",
    summary: "Spam score of an e-mail, rule by rule",
    body: Email,
    answers: { 200: SpamAnswer },
    errors: ["validation html", "validation subject", "rate_limited template"],
  },
});
