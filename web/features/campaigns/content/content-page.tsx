import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { toQueryKey, read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { EmailEditor } from "../../../editor/email-editor.tsx";
import type { EmailStore } from "../../../editor/email-store.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import type { Campaign } from "../appearance.ts";
import { wizardMessages } from "../wizard/wizard-messages.ts";
import { campaignsMessages } from "../messages.ts";

type Content = OutputOf<"GET /campaigns/{campaign_id}/content">;

/** The editor of the campaign's e-mail, or of the language variant in the address. */
export function Page() {
  const t = useMessages(campaignsMessages);
  const { campaignId } = useParams({ from: "/campaigns/$campaignId/content" });
  const [{ variant }] = useAddress();
  const contentId = variant ?? campaignId;
  const campaign = useQuery(read("GET /campaigns/{campaign_id}", { params: { campaign_id: campaignId } }));
  const content = useQuery({
    ...read("GET /campaigns/{campaign_id}/content", { params: { campaign_id: contentId } }),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  // The editor starts with the newest content, never with what another visit left behind.
  if (campaign.data !== undefined && content.data !== undefined && content.isFetchedAfterMount)
    return <ContentEditor key={contentId} campaign={campaign.data} content={content.data} contentId={contentId} />;
  const error = campaign.error ?? content.error;
  const retry = () => Promise.all([campaign.refetch(), content.refetch()]);
  return <WaitingCard error={error} what={t.campaign} onRetry={retry} />;
}

function ContentEditor({ campaign, content, contentId }: { campaign: Campaign; content: Content; contentId: string }) {
  const t = useMessages(campaignsMessages);
  const messages = useMessages(wizardMessages);
  const can = useCan();
  const store = useContentStore(contentId);
  const { id, name, subject, preheader, shopId, footerId, status } = campaign;
  useEffect(() => {
    document.title = `${name} · Postrider`;
  }, [name]);
  return (
    <>
      <Breadcrumbs parent={t.title} to="/campaigns" current={name} />
      <EmailEditor
        title={<h1>{name}</h1>}
        content={content}
        email={{ subject, preheader, shopId, footerId }}
        store={store}
        canEdit={can("campaigns", "full") && status === "draft"}
        actions={
          <Button
            renderRoot={(props) => (
              <Link
                to="/campaigns/$campaignId/edit"
                params={{ campaignId: id }}
                search={{ step: "content" }}
                {...props}
              />
            )}
          >
            {messages.backToCampaign}
          </Button>
        }
      />
    </>
  );
}

/** The operations of a campaign's content, as the editor needs them. */
function useContentStore(contentId: string): EmailStore {
  const client = useQueryClient();
  const params = { campaign_id: contentId };
  return {
    save: async (body) => {
      const saved = await call("PUT /campaigns/{campaign_id}/content", { params, body });
      // The wizard shows the content again within the time that answers count as fresh.
      void client.invalidateQueries({
        queryKey: toQueryKey("GET /campaigns/{campaign_id}/content"),
        refetchType: "none",
      });
      await client.invalidateQueries({ queryKey: toQueryKey("GET /campaigns/{campaign_id}") });
      return saved;
    },
    load: () => call("GET /campaigns/{campaign_id}/content", { params }),
    versions: (page) => read("GET /campaigns/{campaign_id}/versions", { params, query: { page, pageSize: 10 } }),
    version: (version) =>
      call("GET /campaigns/{campaign_id}/versions/{version_id}", { params: { ...params, version_id: version } }),
    sendTest: (emails) => call("POST /campaigns/{campaign_id}/test", { params, body: { emails } }),
  };
}
