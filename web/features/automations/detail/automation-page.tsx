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
import { IconChartBar, IconPencil, IconPlayerPause, IconPlayerPlay } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { AutomationMenu } from "../automation-menu.tsx";
import { statusAppearances } from "../appearance.ts";
import { SwitchDialog } from "../switch-dialog.tsx";
import { automationsMessages } from "../messages.ts";
import { IssuesCallout } from "./issues-callout.tsx";
import { EmailsCard, ResultCards } from "./report-cards.tsx";
import { RunsGrid } from "./runs-grid.tsx";
import { StepsCard, type Editor, type Report } from "./steps-card.tsx";
import { TraceCard } from "./trace-card.tsx";
import { UnknownEmails } from "./unknown-emails.tsx";
import { VersionsCard } from "./versions-card.tsx";
import { reportMessages } from "../report/messages.ts";
import { detailMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(detailMessages);
  const { automationId } = useParams({ from: "/automations/$automationId" });
  const { data, error, refetch } = useQuery(
    read("GET /automations/{automation_id}/editor", { params: { automation_id: automationId } }),
  );
  if (data !== undefined) return <AutomationDetail editor={data} />;
  return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
}

function AutomationDetail({ editor }: { editor: Editor }) {
  const t = useMessages(automationsMessages);
  const messages = useMessages(detailMessages);
  const reports = useMessages(reportMessages);
  const can = useCan();
  const [isSwitching, setSwitching] = useState(false);
  const { automation } = editor;
  const { id, name, status } = automation;
  const { data } = useQuery(read("GET /automations/{automation_id}/report", { params: { automation_id: id } }));
  const report = data !== undefined && "emails" in data ? data : undefined;
  const isRunning = status === "active";
  return (
    <>
      <Breadcrumbs parent={t.title} to="/automations" current={name} />
      <PageHeader
        title={name}
        isDetail
        status={<StatusPill appearance={statusAppearances[status]} label={t.statuses[status]} />}
        facts={messages.version(automation.version, automation.createdAt)}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconChartBar size={16} />}
              renderRoot={(props) => (
                <Link to="/automations/$automationId/report" params={{ automationId: id }} {...props} />
              )}
            >
              {reports.open}
            </Button>
            {can("campaigns", "full") && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconPencil size={16} />}
                  renderRoot={(props) => (
                    <Link to="/automations/$automationId/edit" params={{ automationId: id }} {...props} />
                  )}
                >
                  {messages.edit}
                </Button>
                <Button
                  {...(isRunning ? { variant: "default" } : {})}
                  leftSection={isRunning ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
                  onClick={() => setSwitching(true)}
                >
                  {isRunning ? t.pause : t.start}
                </Button>
                <AutomationMenu automation={automation} withSwitch={false} />
              </>
            )}
          </>
        }
      />
      <IssuesCallout editor={editor} />
      <UnknownEmails editor={editor} />
      <TwoColumns
        main={
          <>
            <KeyFigures editor={editor} report={report} />
            <StepsCard editor={editor} report={report} />
            <EmailsCard editor={editor} report={report} />
            <GridTitle>{messages.runs}</GridTitle>
            <RunsGrid editor={editor} />
          </>
        }
        side={
          <>
            {can("campaigns", "full") && can("contacts") && <TraceCard editor={editor} />}
            <ResultCards report={report} />
            <VersionsCard automationId={id} />
          </>
        }
      />
      <SwitchDialog automation={automation} isOpen={isSwitching} onClose={() => setSwitching(false)} />
    </>
  );
}

function KeyFigures({ editor: { counts, automation }, report }: { editor: Editor; report: Report | undefined }) {
  const t = useMessages(detailMessages);
  const { number, percent } = useFormats();
  const sum = (name: "delivered" | "opened" | "clicked") =>
    (report?.emails ?? []).reduce((all, email) => all + email[name], 0);
  const delivered = sum("delivered");
  return (
    <KpiStrip
      items={[
        { label: t.entered, value: number(counts.entered), proof: t.enteredProof },
        { label: t.active, value: number(counts.active), proof: t.activeProof },
        {
          label: t.completed,
          value: number(counts.completed),
          proof: counts.entered === 0 ? "–" : t.completedProof(percent(counts.completed / counts.entered)),
        },
        {
          label: t.sent,
          value: number(automation.sent),
          proof:
            delivered === 0
              ? t.sentNone
              : t.sentProof(percent(sum("opened") / delivered), percent(sum("clicked") / delivered)),
        },
      ]}
    />
  );
}
