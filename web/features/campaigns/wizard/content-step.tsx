import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { toQueryKey, read, readPage, useChange } from "../../../api/queries.ts";
import { toSource } from "../../../editor/model/source.ts";
import { requestPreview } from "../../../editor/saving/use-preview.ts";
import { TemplateThumbnail } from "../../../editor/thumbnail/email-thumbnail.tsx";
import { useBrandSettings } from "../../../editor/use-brand-settings.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Card, CardStack, TwoColumns } from "../../../ui/display/card.tsx";
import { ScaledEmail } from "../../../ui/email-frame/scaled-email.tsx";
import { IconPencil } from "../../../ui/icons.ts";
import { Notice } from "../../../ui/state/failure.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { Starters } from "./starters.tsx";
import type { StepProps } from "./steps.ts";
import { wizardMessages } from "./wizard-messages.ts";
import classes from "./wizard.module.css";

const requestContent = (campaignId: string) =>
  read("GET /campaigns/{campaign_id}/content", { params: { campaign_id: campaignId } });

type Content = OutputOf<"GET /campaigns/{campaign_id}/content">;

/** Nothing was written yet, or the visual editor was opened and no block added. */
function isBlank(content: Content): boolean {
  const source = toSource(content);
  return source.kind === "blocks" && source.blocks.sections.length === 0;
}

type Template = { readonly id: string; readonly name: string };

export function ContentStep({ campaign, autosave, foot }: StepProps) {
  return (
    <TwoColumns
      main={
        <CardStack>
          <CurrentContent campaign={campaign} />
          {foot}
        </CardStack>
      }
      side={<Templates campaign={campaign} autosave={autosave} />}
    />
  );
}

function CurrentContent({ campaign }: Pick<StepProps, "campaign">) {
  const t = useMessages(wizardMessages);
  const [device, setDevice] = useState<string>("desktop");
  const { data, error, refetch } = useQuery(requestContent(campaign.id));
  return (
    <Card
      title={t.content}
      flush
      aside={
        <div className={classes["tools"]}>
          {data !== undefined && <EditorButtons campaign={campaign} content={data} />}
          {data !== undefined && !isBlank(data) && (
            <SegmentedControl
              size="xs"
              aria-label={t.preview}
              value={device}
              onChange={setDevice}
              data={[
                { value: "desktop", label: t.desktop },
                { value: "mobile", label: t.mobile },
              ]}
            />
          )}
        </div>
      }
    >
      {data === undefined && <Waiting error={error} lines={6} onRetry={refetch} />}
      {data !== undefined && isBlank(data) && <Notice title={t.contentEmpty} />}
      {data !== undefined && !isBlank(data) && (
        <div className={classes["canvas"]}>
          <div style={device === "mobile" ? { maxWidth: 375 } : { maxWidth: 680 }}>
            <FilledEmail campaign={campaign} html={data.html} width={device === "mobile" ? 375 : 680} />
          </div>
        </div>
      )}
    </Card>
  );
}

/** The e-mail as a sample contact gets it, with the footer; with its merge tags where it cannot be rendered. */
function FilledEmail({ campaign, html, width }: Pick<StepProps, "campaign"> & { html: string; width: number }) {
  const t = useMessages(wizardMessages);
  const { subject, preheader, shopId, footerId } = campaign;
  const { data, isPending } = useQuery(requestPreview({ kind: "html", html, subject, preheader, shopId, footerId }));
  if (isPending) return <Loading lines={6} />;
  return <ScaledEmail html={data?.html ?? html} title={t.previewFrame} width={width} />;
}

/** The editor; an empty e-mail starts with blocks, or with code for those who write it themselves. */
function EditorButtons({ campaign, content }: { campaign: StepProps["campaign"]; content: Content }) {
  const { id: campaignId, shopId } = campaign;
  const t = useMessages(wizardMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const open = () => void navigate({ to: "/campaigns/$campaignId/content", params: { campaignId } });
  const begin = useChange("PUT /campaigns/{campaign_id}/content", {
    refresh: ["GET /campaigns/{campaign_id}"],
    onDone: open,
    onFailed: (error) => toast.failed(error, error.is("conflict version") ? t.conflict : undefined),
  });
  const loadBrand = useBrandSettings(shopId);
  const beginWithBlocks = async () => {
    const blocks = { settings: await loadBrand(), sections: [] };
    begin.mutate({
      params: { campaign_id: campaignId },
      body: { kind: "blocks", blocks, baseVersion: content.version },
    });
  };
  const isEmpty = content.html === "";
  return (
    <>
      {isEmpty && (
        <Button variant="subtle" size="xs" onClick={open}>
          {t.openCode}
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencil size={15} />}
        loading={begin.isPending}
        onClick={() => void (isEmpty ? beginWithBlocks() : open())}
      >
        {t.openEditor}
      </Button>
    </>
  );
}

function Templates({ campaign, autosave }: Pick<StepProps, "campaign" | "autosave">) {
  const t = useMessages(wizardMessages);
  const readable = useReadableText();
  const client = useQueryClient();
  const toast = useToasts();
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const [asked, setAsked] = useState<Template>();
  const { data, error, refetch } = useQuery(
    readPage("GET /templates", {
      query: { shop: campaign.shopId, pageSize: 24, sort: "-updatedAt", q: q === "" ? undefined : q },
    }),
  );
  const take = async ({ id, name }: Template) => {
    setAsked(undefined);
    autosave.save({ templateId: id });
    if (!(await autosave.flush())) return;
    await client.invalidateQueries({ queryKey: toQueryKey("GET /campaigns/{campaign_id}/content") });
    toast.done(t.templateCopied(name));
  };
  const { data: content } = useQuery(requestContent(campaign.id));
  const hasContent = content !== undefined && !isBlank(content);
  const choose = (template: Template) => (hasContent ? setAsked(template) : void take(template));
  return (
    <Card title={t.templates}>
      <TextInput
        type="search"
        aria-label={t.templateSearch}
        placeholder={t.templateSearch}
        value={text}
        mb="sm"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {data === undefined && <Waiting error={error} what={t.templates} onRetry={refetch} />}
      {data?.items.length === 0 && q !== "" && <Notice title={t.noTemplates} />}
      <div className={classes["templates"]}>
        {data?.items.map(({ id, name, subject, shopId }) => (
          <div key={id} className={classes["template"]} data-chosen={id === campaign.templateId || undefined}>
            <i>
              <TemplateThumbnail template={{ id, name, shopId }} />
            </i>
            <span>
              <b>{name}</b>
              <small>{subject === "" ? t.noSubject : readable(subject)}</small>
            </span>
            <Button
              variant="default"
              size="xs"
              // The server copies the content only of another template.
              disabled={id === campaign.templateId}
              onClick={() => choose({ id, name })}
            >
              {id === campaign.templateId ? t.usedTemplate : t.useTemplate}
            </Button>
          </div>
        ))}
      </div>
      {q === "" && (
        <>
          <h3 className={classes["subhead"]}>{t.starters}</h3>
          <Starters shopId={campaign.shopId} onTake={choose} />
        </>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t.replaceTitle}
        action={t.replace}
        onConfirm={() => asked !== undefined && void take(asked)}
      >
        {t.replaceText(asked?.name ?? "")}
      </ConfirmDialog>
    </Card>
  );
}
