import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { call } from "../../../api/client.ts";
import { read, toQueryKey } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { PageEditor, type PageStore } from "../../../editor/page/page-editor.tsx";
import type { PagePreview } from "../../../editor/page/use-page-preview.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { partsMessages } from "../parts/messages.ts";
import type { Survey } from "./questions.ts";
import { toShownBlocks } from "./shown-blocks.ts";
import { surveysMessages } from "./messages.ts";

export function Page() {
  const { surveyId } = useParams({ from: "/content/surveys/$surveyId/edit" });
  const query = read("GET /surveys/{survey_id}", { params: { survey_id: surveyId } });
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  // The editor starts with the newest content, never with what another visit left behind.
  if (data !== undefined && isFetchedAfterMount) return <DesignEditor key={data.id} survey={data} />;
  return <WaitingCard error={error} lines={8} onRetry={refetch} />;
}

const toEdited = (survey: Survey) => ({ blocks: toShownBlocks(survey), version: survey.version });

/** The page around the questions in the block editor; the questions stand below the blocks. */
function DesignEditor({ survey }: { survey: Survey }) {
  const t = useMessages(surveysMessages);
  const parts = useMessages(partsMessages);
  const client = useQueryClient();
  const canEdit = useCan()("content", "full");
  const params = { survey_id: survey.id };
  useEffect(() => {
    document.title = `${survey.name} · Postrider`;
  }, [survey.name]);
  const { title, submitLabel, language, questions, design } = survey;
  const preview = useMemo(
    (): PagePreview => ({
      operation: "POST /surveys/preview",
      toBody: (blocks) => ({ title, submitLabel, language, questions, design, blocks }),
    }),
    [title, submitLabel, language, questions, design],
  );
  // The page of the survey shows what was saved here, also when it opens at once.
  const keep = (saved: Survey) => {
    client.setQueryData(read("GET /surveys/{survey_id}", { params }).queryKey, saved);
    return toEdited(saved);
  };
  const store: PageStore = {
    saveDraft: async (draft, baseVersion) =>
      keep(await call("PATCH /surveys/{survey_id}", { params, body: { draft, baseVersion } })),
    publish: async (blocks, baseVersion) => {
      const saved = await call("PATCH /surveys/{survey_id}", { params, body: { blocks, baseVersion } });
      await client.invalidateQueries({ queryKey: toQueryKey("GET /surveys") });
      return keep(saved);
    },
    load: async () => toEdited(await call("GET /surveys/{survey_id}", { params })),
  };
  return (
    <>
      <Breadcrumbs
        parent={survey.name}
        to="/content/surveys/$surveyId"
        params={{ surveyId: survey.id }}
        current={t.design}
      />
      <PageEditor
        title={<h1>{survey.name}</h1>}
        page={toEdited(survey)}
        store={store}
        canEdit={canEdit}
        words={{ publish: parts.publish, published: parts.published }}
        preview={preview}
      />
    </>
  );
}
