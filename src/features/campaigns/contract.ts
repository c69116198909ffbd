import { defineRoutes } from "../../kernel/route.ts";
import { AudienceQuestion, AudienceSize } from "./audience/shapes.ts";

export const campaignRoutes = defineRoutes("Campaigns", "campaigns", {
  measureAudience: {
    method: "POST",
    path: "/campaigns/audience",
    level: "read",
    risk: "read",
    summary:
      "How many contacts an audience matches, how many of them would get a campaign, and why the others would not",
    body: AudienceQuestion,
    answers: { 200: AudienceSize },
    errors: ["validation audience", "validation anyShop", "validation shopId"],
  },
});
