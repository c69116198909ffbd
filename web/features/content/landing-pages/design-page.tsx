import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { read, toQueryKey } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { PageEditor, type PageStore } from "../../../editor/page/page-editor.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { partsMessages } from "../parts/messages.ts";
import { landingPagesMessages } from "./messages.ts";

type LandingPage = OutputOf<"GET /landing-pages/{id}">;

export function Page() {
  const { pageId } = useParams({ from: "/content/landing-pages/$pageId/edit" });
  const query = read("GET /landing-pages/{id}", { params: { id: pageId } });
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  // The editor starts with the newest content, never with what another visit left behind.
  if (data !== undefined && isFetchedAfterMount) return <DesignEditor key={data.id} shown={data} />;
  return <WaitingCard error={error} lines={8} onRetry={refetch} />;
}

/** What is being edited, else what visitors see. */
const toEdited = ({ draft, blocks, version }: LandingPage) => ({ blocks: draft ?? blocks, version });

function DesignEditor({ shown }: { shown: LandingPage }) {
  const t = useMessages(landingPagesMessages);
  const parts = useMessages(partsMessages);
  const client = useQueryClient();
  const canEdit = useCan()("content", "full");
  const params = { id: shown.id };
  useEffect(() => {
    document.title = `${shown.name} · Postrider`;
  }, [shown.name]);
  // The page of the record shows what was saved here, also when it opens at once.
  const keep = (saved: LandingPage) => {
    client.setQueryData(read("GET /landing-pages/{id}", { params }).queryKey, saved);
    return toEdited(saved);
  };
  const store: PageStore = {
    saveDraft: async (draft, baseVersion) =>
      keep(await call("PATCH /landing-pages/{id}", { params, body: { draft, baseVersion } })),
    publish: async (blocks, baseVersion) => {
      const saved = await call("PATCH /landing-pages/{id}", { params, body: { blocks, published: true, baseVersion } });
      await client.invalidateQueries({ queryKey: toQueryKey("GET /landing-pages") });
      return keep(saved);
    },
    load: async () => toEdited(await call("GET /landing-pages/{id}", { params })),
  };
  return (
    <>
      <Breadcrumbs
        parent={shown.name}
        to="/content/landing-pages/$pageId"
        params={{ pageId: shown.id }}
        current={t.design}
      />
      <PageEditor
        title={<h1>{shown.name}</h1>}
        page={toEdited(shown)}
        store={store}
        canEdit={canEdit}
        words={{ publish: parts.publish, published: parts.published }}
      />
    </>
  );
}
