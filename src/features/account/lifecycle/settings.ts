import type { Services } from "../../../context.ts";

/** Rules of the installation for companies that send. */
export type ReviewSettings = {
  /** When a pending company may send: by the operator's approval only, or with a verified domain and sender. */
  readonly rule: "manual" | "domain";
  /** Limits of the last 7 days in percent of the sent messages; 0 is none. */
  readonly complaintPercent: number;
  readonly bouncePercent: number;
  /** Messages below which no rate counts. */
  readonly minSent: number;
};

export const readReviewSettings = ({ config }: Pick<Services, "config">): ReviewSettings => ({
  rule: config.reviewRule,
  complaintPercent: config.suspendComplaintPercent,
  bouncePercent: config.suspendBouncePercent,
  minSent: config.suspendMinSent,
});
