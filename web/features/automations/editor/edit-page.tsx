import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { detailMessages } from "../detail/messages.ts";
import { AutomationEditor } from "./automation-editor.tsx";

export function Page() {
  const t = useMessages(detailMessages);
  const { automationId } = useParams({ from: "/automations/$automationId/edit" });
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...read("GET /automations/{automation_id}/editor", { params: { automation_id: automationId } }),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  // The editor starts with the newest graph, never with what another visit left behind.
  if (data !== undefined && isFetchedAfterMount) return <AutomationEditor key={automationId} data={data} />;
  return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
}
