import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { EmailEditor } from "../../../editor/email-editor.tsx";
import { useTemplateStore } from "../../../editor/template-store.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { editorMessages } from "./messages.ts";
import { OwnEmail } from "./own-email.tsx";
import type { TabProps } from "./use-form-draft.ts";

type Template = OutputOf<"GET /templates/{template_id}">;

/** The e-mail that a sign-up is confirmed by: ours, or a template edited here. */
export function EmailView({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).email;
  const { settings, name, shopId } = draft.content;
  const toast = useToasts();
  const create = useChange("POST /templates", {
    refresh: ["GET /templates", "GET /forms/doi-templates"],
    onDone: ({ id }) => draft.change({ settings: { ...settings, doiTemplateId: id } }),
    onFailed: (failure) => toast.failed(failure, failure.is("conflict name") ? t.nameTaken : undefined),
  });
  if (settings.doiTemplateId !== null)
    return <TemplateEmail key={settings.doiTemplateId} id={settings.doiTemplateId} />;
  const blocks = {
    sections: [
      {
        kind: "section" as const,
        columns: [
          {
            blocks: [
              { kind: "text" as const, html: `<h2>${t.startTitle}</h2><p>${t.startText}</p>` },
              { kind: "button" as const, label: t.startButton, href: "{{df_confirmation_url}}" },
            ],
          },
        ],
      },
    ],
  };
  const body = {
    name: t.templateName(name).slice(0, 200),
    subject: t.startTitle,
    shopId,
    kind: "blocks" as const,
    blocks,
  };
  return (
    <OwnEmail
      content={draft.content}
      action={
        canEdit ? (
          <Button size="xs" loading={create.isPending} onClick={() => create.mutate({ body })}>
            {t.create}
          </Button>
        ) : undefined
      }
    />
  );
}

function TemplateEmail({ id }: { id: string }) {
  const t = useMessages(editorMessages).email;
  const params = { template_id: id };
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...read("GET /templates/{template_id}", { params }),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  if (data === undefined || !isFetchedAfterMount)
    return <WaitingCard error={error} what={t.failed} onRetry={refetch} />;
  return <TemplateEditor template={data} />;
}

/** The template is saved and published by itself: the form only names it. */
function TemplateEditor({ template }: { template: Template }) {
  const t = useMessages(editorMessages).email;
  const toast = useToasts();
  const canEdit = useCan()("content", "full") && !template.archived;
  const store = useTemplateStore(template);
  const publish = useChange("POST /templates/{template_id}/publish", {
    refresh: ["GET /templates/{template_id}"],
    onDone: () => toast.done(t.published),
    onFailed: (failure) => toast.failed(failure),
  });
  const { name, subject, preheader, shopId, footerId } = template;
  return (
    <EmailEditor
      title={<h2>{name}</h2>}
      content={template.content}
      email={{ subject, preheader, shopId, footerId }}
      store={store}
      canEdit={canEdit}
      actions={
        template.hasDraft &&
        canEdit && (
          <Button loading={publish.isPending} onClick={() => publish.mutate({ params: { template_id: template.id } })}>
            {t.publish}
          </Button>
        )
      }
    />
  );
}
