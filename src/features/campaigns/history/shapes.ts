import { Type } from "typebox";
import { Id, KnownText, Time, NamedObject, withDescription } from "../../../kernel/schema.ts";
import { ActorReference } from "../../members/shapes.ts";

export type CampaignChangeKind =
  | "created"
  | "copied"
  | "updated"
  | "content_saved"
  | "variants_changed"
  | "approval_requested"
  | "approval_given"
  | "approval_refused"
  | "approved"
  | "returned_to_draft"
  | "pause"
  | "resume"
  | "cancel"
  | "mark_sent"
  | "send_again";

export const CampaignHistoryEntry = NamedObject("CampaignHistoryEntry", {
  id: Id,
  at: Time,
  change: withDescription(KnownText<CampaignChangeKind>(), "created, updated, content_saved, approved, pause …"),
  actor: Type.Union([ActorReference, Type.Null()]),
});
