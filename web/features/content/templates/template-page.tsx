import { Badge, Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { keyOf, read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { EmailEditor } from "../../../editor/email-editor.tsx";
import type { EmailStore } from "../../../editor/email-store.ts";
import { useWords } from "../../../i18n/words.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Trail } from "../../../ui/display/trail.tsx";
import { Failure } from "../../../ui/state/failure.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { TemplateMenu } from "./template-menu.tsx";
import { templatesWords } from "./words.ts";

export type Template = OutputOf<"GET /templates/{template_id}">;

export function Page() {
  const t = useWords(templatesWords);
  const { templateId } = useParams({ from: "/content/templates/$templateId" });
  const query = read("GET /templates/{template_id}", { params: { template_id: templateId } });
  const {
    data: template,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery({
    ...query,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  // The editor starts with the newest content, never with what another visit left behind.
  if (template !== undefined && isFetchedAfterMount) return <TemplateEditor key={templateId} template={template} />;
  return (
    <Card flush>
      {error === null ? (
        <Loading lines={6} />
      ) : (
        <Failure error={error} what={t.failed} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}

function TemplateEditor({ template }: { template: Template }) {
  const t = useWords(templatesWords);
  const can = useCan();
  const [isPublishing, setPublishing] = useState(false);
  const [round, setRound] = useState(0);
  const store = useTemplateStore(template);
  const canEdit = can("content", "full") && !template.archived;
  const { name, subject, preheader, shopId, footerId } = template;
  useEffect(() => {
    document.title = `${name} · Postrider`;
  }, [name]);
  return (
    <>
      <Trail parent={t.title} to="/content" current={name} />
      <EmailEditor
        key={round}
        title={
          <>
            <h1>{name}</h1>
            {template.hasDraft && <Badge color="yellow">{t.draft}</Badge>}
            {template.archived && <Badge>{t.archived}</Badge>}
          </>
        }
        content={template.content}
        email={{ subject, preheader, shopId, footerId }}
        store={store}
        canEdit={canEdit}
        actions={
          <>
            {template.hasDraft && canEdit && <Button onClick={() => setPublishing(true)}>{t.publish}</Button>}
            {can("content", "full") && <TemplateMenu template={template} isInside />}
          </>
        }
      />
      <PublishDialog
        template={template}
        isOpen={isPublishing}
        onClose={() => setPublishing(false)}
        onDiscarded={() => setRound(round + 1)}
      />
    </>
  );
}

/** The operations of a template, as the editor needs them. */
function useTemplateStore({ id, hasDraft }: Template): EmailStore {
  const client = useQueryClient();
  const params = { template_id: id };
  const refresh = () => client.invalidateQueries({ queryKey: keyOf("GET /templates/{template_id}") });
  return {
    save: async (body) => {
      const saved = await call("PUT /templates/{template_id}/content", { params, body });
      if (saved.hasDraft !== hasDraft) await refresh();
      return saved;
    },
    load: () => call("GET /templates/{template_id}/content", { params }),
    versions: (page) => read("GET /templates/{template_id}/versions", { params, query: { page, pageSize: 10 } }),
    version: (version) =>
      call("GET /templates/{template_id}/versions/{version_id}", { params: { ...params, version_id: version } }),
    sendTest: (emails) => call("POST /templates/{template_id}/test", { params, body: { emails } }),
    toBlocks: async (baseVersion) =>
      (await call("POST /templates/{template_id}/convert-to-visual", { params, body: { baseVersion } })).content,
  };
}
