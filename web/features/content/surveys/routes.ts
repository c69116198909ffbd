import { page } from "../../../routing/page.ts";

export const surveysRoutes = [
  page("/content/surveys", () => import("./surveys-page.tsx")),
  page("/content/surveys/$surveyId", () => import("./survey-page.tsx")),
  page("/content/surveys/$surveyId/edit", () => import("./design-page.tsx")),
  page("/content/surveys/$surveyId/results", () => import("./results-page.tsx")),
] as const;
