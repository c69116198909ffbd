import { Type } from "typebox";
import { Id, Time, NamedObject } from "../../../kernel/schema.ts";
import { ActorReference } from "../../members/shapes.ts";

export type CampaignChangeKind =
  | "created"
  | "copied"
  | "updated"
  | "content_saved"
  | "variants_changed"
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
  change: Type.String({ description: "created, updated, content_saved, approved, pause …" }),
  actor: Type.Union([ActorReference, Type.Null()]),
});
