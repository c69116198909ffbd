import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { GridTitle, TwoColumns } from "../../../ui/display/card.tsx";
import { KpiStrip } from "../../../ui/display/kpi-strip.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Trail } from "../../../ui/display/trail.tsx";
import { IconPlayerPause, IconPlayerPlay } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { AutomationMenu } from "../automation-menu.tsx";
import { statusLooks } from "../looks.ts";
import { SwitchDialog } from "../switch-dialog.tsx";
import { automationsWords } from "../words.ts";
import { IssuesCallout } from "./issues-callout.tsx";
import { EmailsCard, ResultCards } from "./report-cards.tsx";
import { RunsGrid } from "./runs-grid.tsx";
import { StepsCard, type Editor, type Report } from "./steps-card.tsx";
import { TraceCard } from "./trace-card.tsx";
import { UnknownEmails } from "./unknown-emails.tsx";
import { VersionsCard } from "./versions-card.tsx";
import { detailWords } from "./words.ts";

export function Page() {
  const t = useWords(detailWords);
  const { automationId } = useParams({ from: "/automations/$automationId" });
  const { data, error, refetch } = useQuery(
    read("GET /automations/{automation_id}/editor", { params: { automation_id: automationId } }),
  );
  if (data !== undefined) return <AutomationDetail editor={data} />;
  return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
}

function AutomationDetail({ editor }: { editor: Editor }) {
  const t = useWords(automationsWords);
  const words = useWords(detailWords);
  const can = useCan();
  const [isSwitching, setSwitching] = useState(false);
  const { automation } = editor;
  const { id, name, status } = automation;
  const { data } = useQuery(read("GET /automations/{automation_id}/report", { params: { automation_id: id } }));
  const report = data !== undefined && "emails" in data ? data : undefined;
  const isRunning = status === "active";
  return (
    <>
      <Trail parent={t.title} to="/automations" current={name} />
      <PageHead
        title={name}
        isDetail
        status={<StatusPill look={statusLooks[status]} label={t.statuses[status]} />}
        facts={words.version(automation.version, automation.createdAt)}
        actions={
          can("campaigns", "full") && (
            <>
              <Button
                {...(isRunning ? { variant: "default" } : {})}
                leftSection={isRunning ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
                onClick={() => setSwitching(true)}
              >
                {isRunning ? t.pause : t.start}
              </Button>
              <AutomationMenu automation={automation} withSwitch={false} />
            </>
          )
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
            <GridTitle>{words.runs}</GridTitle>
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
  const t = useWords(detailWords);
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
