import { Badge, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { EmailEditor } from "../../../editor/email-editor.tsx";
import { useTemplateStore } from "../../../editor/template-store.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { PublishDialog, type Template } from "./publish-dialog.tsx";
import { TemplateMenu } from "./template-menu.tsx";
import { templatesMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(templatesMessages);
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
  return <WaitingCard error={error} what={t.failed} onRetry={refetch} />;
}

function TemplateEditor({ template }: { template: Template }) {
  const t = useMessages(templatesMessages);
  const can = useCan();
  // Where the step of an automation led here, the way back leads to it.
  const [{ automation, node }] = useAddress();
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
      {automation === undefined ? (
        <Breadcrumbs parent={t.title} to="/content" current={name} />
      ) : (
        <Breadcrumbs
          parent={t.toAutomation}
          to="/automations/$automationId/edit"
          params={{ automationId: automation }}
          search={{ node }}
          current={name}
        />
      )}
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
