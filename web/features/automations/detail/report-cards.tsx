import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card, Facts } from "../../../ui/display/card.tsx";
import { RecordName, RecordTable } from "../../../ui/display/record-table.tsx";
import { readNodes } from "./graph-rows.ts";
import { useStepText } from "./step-text.ts";
import type { Editor, Report } from "./steps-card.tsx";
import { detailMessages } from "./messages.ts";

/** Results of each e-mail of the newest graph. */
export function EmailsCard({ editor, report }: { editor: Editor; report: Report | undefined }) {
  const t = useMessages(detailMessages);
  const { number, percent } = useFormats();
  const describe = useStepText(editor);
  const nodes = readNodes(editor.automation.graph);
  if (report === undefined || report.emails.length === 0) return null;
  const share = (part: number, of: number) => (of === 0 ? "–" : percent(part / of));
  return (
    <Card title={t.emails} flush>
      <RecordTable
        label={t.emails}
        rows={report.emails}
        rowId={({ node }) => node}
        columns={[
          {
            key: "subject",
            head: t.emailColumns.subject,
            cell: ({ node }) => {
              const found = nodes.find(({ id }) => id === node);
              return <RecordName>{found === undefined ? node : describe(found).title}</RecordName>;
            },
          },
          { key: "sent", head: t.emailColumns.sent, align: "end", cell: ({ sent }) => number(sent) },
          {
            key: "opened",
            head: t.emailColumns.opened,
            align: "end",
            cell: ({ opened, delivered }) => share(opened, delivered),
          },
          {
            key: "clicked",
            head: t.emailColumns.clicked,
            align: "end",
            isWide: true,
            cell: ({ clicked, delivered }) => share(clicked, delivered),
          },
          {
            key: "bounced",
            head: t.emailColumns.bounced,
            align: "end",
            isWide: true,
            cell: ({ bounced }) => number(bounced),
          },
        ]}
      />
    </Card>
  );
}

/** Webhooks and goals, where the graph has them. */
export function ResultCards({ report }: { report: Report | undefined }) {
  const t = useMessages(detailMessages);
  const { number } = useFormats();
  return (
    <>
      {report !== undefined && report.goals.length > 0 && (
        <Card title={t.goals}>
          <Facts items={report.goals.map(({ name, reached }) => [name, number(reached)])} />
        </Card>
      )}
      {report !== undefined && report.webhooks.length > 0 && (
        <Card title={t.webhooks}>
          <Facts
            items={report.webhooks.map(({ node, succeeded, failed, stopped }) => [
              node,
              t.webhookText({ succeeded, failed, stopped }),
            ])}
          />
        </Card>
      )}
    </>
  );
}
