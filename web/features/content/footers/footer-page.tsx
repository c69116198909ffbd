import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { asFailure, type ApiFailure } from "../../../api/api-failure.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { LabelledCode } from "../../../ui/code/code-editor.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu, type RowAction } from "../../../ui/display/row-menu.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { EditorColumns, PreviewPane } from "../parts/preview-pane.tsx";
import { useStateAppearance } from "../parts/states.tsx";
import { partsMessages } from "../parts/messages.ts";
import { footerQueries, getState, useFooterActions } from "./use-footer-actions.tsx";
import { footersMessages } from "./messages.ts";

type Footer = OutputOf<"GET /footers/{footer_id}">;

export function Page() {
  const { footerId } = useParams({ from: "/content/footers/$footerId" });
  const { data, error, refetch } = useQuery(read("GET /footers/{footer_id}", { params: { footer_id: footerId } }));
  if (data === undefined) return <WaitingCard error={error} lines={8} onRetry={refetch} />;
  return <FooterEditor key={data.id} footer={data} />;
}

function FooterEditor({ footer }: { footer: Footer }) {
  const t = useMessages(footersMessages);
  const parts = useMessages(partsMessages);
  const toast = useToasts();
  const { ago } = useFormats();
  const getAppearance = useStateAppearance();
  const canChange = useCan()("content", "full");
  const isMjml = footer.content.kind === "mjml";
  const source = isMjml ? (footer.content.mjml ?? "") : footer.content.html;
  const [code, setCode] = useState(source);
  const [preview] = useDebouncedValue(isMjml ? footer.content.html : code, 200);
  const readable = useReadableText();
  const params = { footer_id: footer.id };
  const save = useChange("PUT /footers/{footer_id}/content", { refresh: footerQueries });
  const publish = useChange("POST /footers/{footer_id}/publish", { refresh: footerQueries });
  const isDirty = code !== source;
  const saveCode = () =>
    save.mutateAsync({
      params,
      body: { baseVersion: footer.version, ...(isMjml ? { kind: "mjml", mjml: code } : { kind: "html", html: code }) },
    });
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast.done(done);
    } catch (error) {
      const failure = asFailure(error);
      // Refusals of the code appear at its field.
      if (failure.field === undefined && !failure.is("conflict version")) toast.failed(failure);
    }
  };
  const facts = [
    t.version(footer.version),
    footer.publishedVersion === null ? t.notPublished : t.publishedVersion(footer.publishedVersion),
    ago(footer.updatedAt),
  ];
  return (
    <>
      <Breadcrumbs parent={t.title} to="/content/footers" current={footer.name} />
      <PageHeader
        title={footer.name}
        isDetail
        status={<StatusPill {...getAppearance(getState(footer))} />}
        facts={facts.join(" · ")}
        actions={
          canChange && (
            <>
              <Button
                variant="default"
                disabled={!isDirty}
                loading={save.isPending}
                onClick={() => void run(saveCode, parts.saved)}
              >
                {parts.saveChanges}
              </Button>
              <Button
                disabled={!isDirty && footer.published && !footer.hasDraft}
                loading={publish.isPending}
                onClick={() =>
                  void run(async () => {
                    if (isDirty) await saveCode();
                    await publish.mutateAsync({ params });
                  }, parts.published)
                }
              >
                {parts.publish}
              </Button>
              <FooterMenu footer={footer} />
            </>
          )
        }
      />
      <EditorColumns
        fields={
          <Card>
            {footer.content.kind === "blocks" && <Callout tone="warn">{t.blocks}</Callout>}
            <LabelledCode
              label={isMjml ? t.mjml : t.code}
              hint={
                <>
                  {t.codeHint} <code>{"{{df_unsubscribe_url}}"}</code>
                </>
              }
              error={save.error === null ? undefined : describeSaving(save.error, t)}
              value={code}
              onChange={setCode}
              isReadOnly={!canChange}
              height={420}
            />
          </Card>
        }
        preview={<PreviewPane html={readable(preview)} />}
      />
    </>
  );
}

const describeSaving = (failure: ApiFailure, t: { changed: string; invalid: string }): string =>
  failure.is("conflict version") ? t.changed : t.invalid;

function FooterMenu({ footer }: { footer: Footer }) {
  const t = useMessages(footersMessages);
  const parts = useMessages(partsMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const options = (done: string) => ({
    refresh: footerQueries,
    onDone: () => toast.done(done),
    onFailed: (failure: ApiFailure) =>
      failure.is("conflict status") ? toast.failed(failure, t.onlyPublished) : toast.failed(failure),
  });
  const set = useChange("POST /footers/{footer_id}/default", options(parts.madeDefault));
  const unset = useChange("DELETE /footers/{footer_id}/default", options(parts.removedDefault));
  const { actionsOf, dialogs } = useFooterActions({
    onDeleted: () => void navigate({ to: "/content/footers" }),
    onCopied: (footerId) => void navigate({ to: "/content/footers/$footerId", params: { footerId } }),
  });
  const input = { params: { footer_id: footer.id } };
  const byDefault: RowAction = footer.isDefault
    ? { label: parts.removeDefault, onClick: () => unset.mutate(input) }
    : { label: parts.makeDefault, onClick: () => set.mutate(input) };
  return (
    <>
      <RowMenu label={ui.more} actions={[...(footer.published ? [byDefault] : []), ...actionsOf(footer)]} />
      {dialogs}
    </>
  );
}
