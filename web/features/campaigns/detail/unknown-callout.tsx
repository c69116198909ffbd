import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { UnknownCallout as Unknown } from "../../../ui/unknown/unknown-callout.tsx";
import { unknownMessages } from "../../../ui/unknown/messages.ts";
import type { Campaign } from "../appearance.ts";

/** Messages of the campaign with an unknown outcome. */
export function UnknownCallout({ campaign: { id, unknown, status } }: { campaign: Campaign }) {
  const t = useMessages(unknownMessages);
  const can = useCan();
  const toast = useToasts();
  const decide = useChange("POST /campaigns/{campaign_id}/unknown", {
    refresh: ["GET /campaigns/{campaign_id}", "GET /stats/campaigns/{campaign_id}/recipients"],
    onDone: ({ messages }) => toast.done(t.decided(messages)),
    onFailed: (error) => toast.failed(error),
  });
  return (
    <Unknown
      count={unknown}
      canDecide={can("campaigns", "full")}
      canSendAgain={status !== "cancelled"}
      isBusy={decide.isPending}
      onDecide={(decision) => decide.mutateAsync({ params: { campaign_id: id }, body: { decision } })}
      show={
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/campaigns/$campaignId"
              params={{ campaignId: id }}
              search={{ tab: "recipients", state: "unknown" }}
              {...props}
            />
          )}
        >
          {t.show(unknown)}
        </Button>
      }
    />
  );
}
