import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Count, Flag, OneOf, NamedObject, named } from "../../../kernel/schema.ts";

/** The steps are in the order in which the checklist shows them. */
export const stepKeys = [
  "company_address",
  "sender",
  "domain",
  "contacts",
  "list",
  "template",
  "form",
  "test_recipients",
  "first_campaign",
  "site_script",
] as const;

const StepKey = OneOf(stepKeys);

const Onboarding = NamedObject("Onboarding", {
  items: Type.Array(
    Type.Object({
      key: StepKey,
      done: Type.Boolean({ description: "Computed from the company's data" }),
      dismissed: Flag,
    }),
  ),
  done: Type.Integer({ minimum: 0, description: "Number of steps that are done" }),
  total: Count,
  hidden: Flag,
});

export const OnboardingChange = named(
  "OnboardingChange",
  Type.Partial(
    Type.Object({
      dismissed: Type.Array(StepKey, {
        maxItems: stepKeys.length,
        uniqueItems: true,
        description: "All dismissed steps; those that are left out are shown again",
      }),
      hidden: Flag,
    }),
  ),
);

export const onboardingRoutes = defineRoutes("Account", "settings", {
  getOnboarding: {
    method: "GET",
    path: "/onboarding",
    mcp: "catalog",
    summary: "Checklist of a new company, computed from what is done",
    answers: { 200: Onboarding },
    errors: [],
  },
  updateOnboarding: {
    method: "PATCH",
    path: "/onboarding",
    mcp: "catalog",
    effect: "internal",
    summary: "Dismiss steps of the checklist or hide it",
    body: OnboardingChange,
    answers: { 200: Onboarding },
    errors: ["validation dismissed", "validation dismissed.0", "validation hidden"],
  },
});
