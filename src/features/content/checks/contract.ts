import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { AnyObject, OneOf, NamedObject } from "../../../kernel/schema.ts";

const Email = NamedObject("EmailToCheck", {
  html: Type.String({ minLength: 1 }),
  subject: Type.String({ maxLength: 1000 }),
  preheader: Type.String({ maxLength: 1000 }),
});

const LintAnswer = NamedObject("LintReport", {
  issues: Type.Array(Type.Object({ code: Type.String(), severity: OneOf(["error", "warning"]), params: AnyObject }), {
    description: "Errors first",
  }),
});

export const spamVerdicts = ["ok", "spam", "blocked"] as const;

const SpamAnswer = NamedObject("SpamReport", {
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
    risk: "read",
    summary: "Spam score of an e-mail, rule by rule",
    body: Email,
    answers: { 200: SpamAnswer },
    errors: ["validation html", "validation subject", "rate_limited template"],
  },
});
