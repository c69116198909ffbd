import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { asFailure } from "../../../api/api-failure.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { usePagePreview } from "../../../editor/page/use-page-preview.ts";
import { CodeField } from "../../../ui/code/code-editor.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu } from "../../../ui/display/row-menu.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { SaveForm } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { PublicAddress } from "../parts/public-address.tsx";
import { EditorColumns, PreviewPane } from "../parts/preview-pane.tsx";
import { useStateAppearance } from "../parts/states.tsx";
import { useLanguageOptions } from "../parts/languages.ts";
import { partsMessages } from "../parts/messages.ts";
import { landingPageQueries, useLandingPageActions } from "./use-landing-page-actions.tsx";
import { landingPagesMessages } from "./messages.ts";

type LandingPage = OutputOf<"GET /landing-pages/{id}">;

export function Page() {
  const { pageId } = useParams({ from: "/content/landing-pages/$pageId" });
  const { data, error, refetch } = useQuery(read("GET /landing-pages/{id}", { params: { id: pageId } }));
  if (data === undefined) return <WaitingCard error={error} lines={8} onRetry={refetch} />;
  return <LandingPageEditor key={data.id} shown={data} />;
}

function LandingPageEditor({ shown }: { shown: LandingPage }) {
  const t = useMessages(landingPagesMessages);
  const parts = useMessages(partsMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const getAppearance = useStateAppearance();
  const canChange = useCan()("content", "full");
  const params = { id: shown.id };
  const change = useChange("PATCH /landing-pages/{id}", { refresh: landingPageQueries });
  // Whether the next save also publishes the page or takes it off the web.
  const wanted = useRef<boolean>(undefined);
  const { name, slug, title, description, language, html, draft } = shown;
  const designed = draft ?? shown.blocks;
  const isCode = designed === null && html !== "";
  const settings = { name, slug, title, description, language };
  const form = useApiForm({
    initial: { ...settings, html },
    messages: { "conflict name": parts.nameTaken, "conflict slug": t.slugTaken, slug: t.slugHint },
    send: async (values) => {
      const published = wanted.current;
      wanted.current = undefined;
      const { html: _html, ...rest } = values;
      const body = isCode ? values : rest;
      const shownNow = published === true && draft !== null ? { blocks: draft } : {};
      try {
        const saved = await change.mutateAsync({
          params,
          body: published === undefined ? body : { ...body, ...shownNow, published },
        });
        form.reset({ ...values, html: saved.html });
        toast.done(published === undefined ? parts.saved : published ? parts.published : parts.unpublished);
      } catch (error) {
        const { field, params: about } = asFailure(error);
        const reasons: Readonly<Record<string, string>> = t.refused;
        const sentence = reasons[String(about["reason"])];
        if (field !== "html" || sentence === undefined) throw error;
        form.setError("html", { message: sentence });
      }
    },
  });
  const [code] = useDebouncedValue(form.watch("html"), 200);
  const { html: rendered } = usePagePreview(designed === null ? undefined : designed);
  const { actionsOf, dialogs } = useLandingPageActions({
    onDeleted: () => void navigate({ to: "/content/landing-pages" }),
    onCopied: (pageId) => void navigate({ to: "/content/landing-pages/$pageId", params: { pageId } }),
  });
  const publish = () => {
    wanted.current = !shown.published;
    void form.submit();
  };
  return (
    <>
      <Breadcrumbs parent={t.title} to="/content/landing-pages" current={shown.name} />
      <PageHeader
        title={shown.name}
        isDetail
        status={
          <StatusPill {...getAppearance(!shown.published ? "draft" : draft === null ? "published" : "changed")} />
        }
        facts={<PublicAddress url={shown.url} isOpen={shown.published} />}
        actions={
          canChange && (
            <>
              <Button variant="default" loading={change.isPending} onClick={publish}>
                {shown.published ? parts.unpublish : parts.publish}
              </Button>
              {!isCode && (
                <Button
                  renderRoot={(props) => (
                    <Link {...props} to="/content/landing-pages/$pageId/edit" params={{ pageId: shown.id }} />
                  )}
                >
                  {t.editDesign}
                </Button>
              )}
              <RowMenu label={ui.more} actions={actionsOf(shown)} />
            </>
          )
        }
      />
      <EditorColumns
        fields={
          <Card title={t.settings}>
            <SaveForm form={form} submit={parts.saveChanges} canChange={canChange}>
              <TextField form={form} name="name" label={parts.name} />
              <TextField form={form} name="slug" label={t.slug} hint={t.slugHint} />
              <TextField form={form} name="title" label={t.pageTitle} />
              <TextField form={form} name="description" label={t.description} isOptional />
              <SelectField form={form} name="language" label={parts.language} options={useLanguageOptions(language)} />
              {isCode && <CodeField form={form} name="html" label={t.code} hint={t.codeHint} isDisabled={!canChange} />}
            </SaveForm>
          </Card>
        }
        preview={<PreviewPane html={isCode ? code : rendered} />}
      />
      {dialogs}
    </>
  );
}
