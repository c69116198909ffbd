import { page } from "../../routing/page.ts";

export const segmentsRoutes = [
  page("/segments", () => import("./grid/segments-page.tsx")),
  page("/segments/new", () => import("./builder/new-segment-page.tsx")),
  page("/segments/$segmentId", () => import("./builder/segment-page.tsx")),
  page("/segments/$segmentId/members", () => import("./members/members-page.tsx")),
] as const;
