import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { campaignsMessages } from "./messages.ts";

/** Copies a campaign and opens the copy. */
export function useDuplicate(): (campaignId: string) => void {
  const t = useMessages(campaignsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const copy = useChange("POST /campaigns/{campaign_id}/copy", {
    refresh: ["GET /campaigns"],
    onDone: ({ id, name }) => {
      toast.done(t.duplicated(name));
      void navigate({ to: "/campaigns/$campaignId/edit", params: { campaignId: id } });
    },
    onFailed: (error) => toast.failed(error),
  });
  return (campaignId) => copy.mutate({ params: { campaign_id: campaignId }, body: {} });
}
