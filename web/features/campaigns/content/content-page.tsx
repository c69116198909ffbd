import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { keyOf, read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { EmailEditor } from "../../../editor/email-editor.tsx";
import type { EmailStore } from "../../../editor/email-store.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Card } from "../../../ui/display/card.tsx";
import { Trail } from "../../../ui/display/trail.tsx";
import { Failure } from "../../../ui/state/failure.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import type { Campaign } from "../looks.ts";
import { wizardWords } from "../wizard/wizard-words.ts";
import { campaignsWords } from "../words.ts";

type Content = OutputOf<"GET /campaigns/{campaign_id}/content">;

/** The editor of the campaign's e-mail, or of the language variant in the address. */
export function Page() {
  const t = useWords(campaignsWords);
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
  return (
    <Card flush>
      {error === null ? (
        <Loading lines={6} />
      ) : (
        <Failure
          error={error}
          what={t.campaign}
          onRetry={() => void Promise.all([campaign.refetch(), content.refetch()])}
        />
      )}
    </Card>
  );
}

function ContentEditor({ campaign, content, contentId }: { campaign: Campaign; content: Content; contentId: string }) {
  const t = useWords(campaignsWords);
  const words = useWords(wizardWords);
  const can = useCan();
  const store = useContentStore(contentId);
  const { id, name, subject, preheader, shopId, footerId, status } = campaign;
  useEffect(() => {
    document.title = `${name} · Postrider`;
  }, [name]);
  return (
    <>
      <Trail parent={t.title} to="/campaigns" current={name} />
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
            {words.backToCampaign}
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
      void client.invalidateQueries({ queryKey: keyOf("GET /campaigns/{campaign_id}/content"), refetchType: "none" });
      await client.invalidateQueries({ queryKey: keyOf("GET /campaigns/{campaign_id}") });
      return saved;
    },
    load: () => call("GET /campaigns/{campaign_id}/content", { params }),
    versions: (page) => read("GET /campaigns/{campaign_id}/versions", { params, query: { page, pageSize: 10 } }),
    version: (version) =>
      call("GET /campaigns/{campaign_id}/versions/{version_id}", { params: { ...params, version_id: version } }),
    sendTest: (emails) => call("POST /campaigns/{campaign_id}/test", { params, body: { emails } }),
  };
}
