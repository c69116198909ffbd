import type { ReactNode } from "react";
import type { Campaign } from "../appearance.ts";
import type { Autosave } from "./autosave.ts";

export const stepKeys = ["audience", "subject", "content", "review"] as const;
export type StepKey = (typeof stepKeys)[number];

export type StepProps = {
  readonly campaign: Campaign;
  readonly autosave: Autosave;
  /** The buttons to the step before and after. */
  readonly foot: ReactNode;
};
