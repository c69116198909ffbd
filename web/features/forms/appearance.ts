import type { OutputOf } from "../../api/operations.ts";
import type { StatusAppearance } from "../../ui/display/status.tsx";

export type FormRow = OutputOf<"GET /forms">["items"][number];
export type SignUp = OutputOf<"GET /forms/{form_id}/history">["items"][number];

export const statusAppearances: Readonly<Record<FormRow["status"], StatusAppearance>> = {
  active: { shape: "circle", tone: "good" },
  inactive: { shape: "square", tone: "mute" },
};

export const signUpAppearances: Readonly<Record<SignUp["state"], StatusAppearance>> = {
  pending: { shape: "dashed", tone: "warn" },
  confirmed: { shape: "tick", tone: "good" },
  refused: { shape: "cross", tone: "bad" },
  expired: { shape: "slashed", tone: "mute" },
};
