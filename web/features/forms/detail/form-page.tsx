import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { GridTitle, TwoColumns } from "../../../ui/display/card.tsx";
import { KpiStrip } from "../../../ui/display/kpi-strip.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { IconExternalLink } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { FormMenu } from "../form-menu.tsx";
import { statusAppearances, type FormRow } from "../appearance.ts";
import { PublishDialog } from "../publish-dialog.tsx";
import { formsMessages } from "../messages.ts";
import { ConfirmationCard } from "./confirmation-card.tsx";
import { EmbedCard } from "./embed-card.tsx";
import { ReportCards } from "./report-cards.tsx";
import { SignUpsGrid } from "./sign-ups-grid.tsx";
import { UnknownEmails } from "./unknown-emails.tsx";

export function Page() {
  const t = useMessages(formsMessages);
  const { formId } = useParams({ from: "/forms/$formId" });
  const { data: form, error, refetch } = useQuery(read("GET /forms/{form_id}", { params: { form_id: formId } }));
  if (form !== undefined) return <FormDetail form={form} />;
  return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
}

function FormDetail({ form }: { form: FormRow }) {
  const t = useMessages(formsMessages);
  const can = useCan();
  const [isPublishing, setPublishing] = useState(false);
  const { name, status, kind, createdAt, url } = form;
  const isPublic = status === "active";
  return (
    <>
      <Breadcrumbs parent={t.title} to="/forms" current={name} />
      <PageHeader
        title={name}
        isDetail
        status={<StatusPill appearance={statusAppearances[status]} label={t.statuses[status]} />}
        facts={`${t.kinds[kind]} · ${t.created(createdAt)}`}
        actions={
          <>
            {isPublic && (
              <Button
                component="a"
                href={url}
                target="_blank"
                rel="noreferrer"
                variant="default"
                leftSection={<IconExternalLink size={16} />}
              >
                {t.open}
              </Button>
            )}
            {can("content", "full") && (
              <>
                <Button
                  renderRoot={(props) => <Link {...props} to="/forms/$formId/edit" params={{ formId: form.id }} />}
                >
                  {t.edit}
                </Button>
                <Button variant="default" onClick={() => setPublishing(true)}>
                  {isPublic ? t.unpublish : t.publish}
                </Button>
                <FormMenu form={form} withPublish={false} />
              </>
            )}
          </>
        }
      />
      <UnknownEmails formId={form.id} />
      <TwoColumns
        main={
          <>
            <KeyFigures form={form} />
            <ReportCards formId={form.id} />
            <EmbedCard formId={form.id} />
            <GridTitle>{t.history}</GridTitle>
            <SignUpsGrid formId={form.id} />
          </>
        }
        side={<ConfirmationCard form={form} />}
      />
      <PublishDialog form={form} isOpen={isPublishing} onClose={() => setPublishing(false)} />
    </>
  );
}

function KeyFigures({ form: { counts, fields } }: { form: FormRow }) {
  const t = useMessages(formsMessages);
  const { number, percent } = useFormats();
  const { submitted, confirmed } = counts;
  return (
    <KpiStrip
      items={[
        { label: t.submittedLabel, value: number(submitted), proof: t.submittedProof },
        {
          label: t.confirmedLabel,
          value: number(confirmed),
          proof: submitted === 0 ? "–" : t.confirmedProof(percent(confirmed / submitted)),
        },
        { label: t.waitingLabel, value: number(submitted - confirmed), proof: t.waitingProof },
        {
          label: t.fieldsLabel,
          value: number(fields.length),
          proof: t.fieldsProof(fields.filter(({ required }) => required).length),
        },
      ]}
    />
  );
}
