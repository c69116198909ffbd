import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Card, CardStack } from "../../../../ui/display/card.tsx";
import type { Report, TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import classes from "./report.module.css";

type Figures = Report["byProvider"][number];
type Row = Pick<Figures, "sent" | "bounced" | "rates"> & { readonly key: string; readonly note?: string };

export function DomainsTab({ report: { byProvider, byDomain, otherDomains } }: TabProps) {
  const t = useMessages(reportMessages);
  const domains: Row[] = [
    ...byDomain.map((row) => ({ ...row, key: row.domain, note: row.provider })),
    ...(otherDomains.domains > 0 ? [{ ...otherDomains, key: t.otherDomains(otherDomains.domains) }] : []),
  ];
  return (
    <CardStack>
      <FigureTable
        title={t.providers}
        head={t.provider}
        rows={byProvider.map((row) => ({ ...row, key: row.provider }))}
      />
      <FigureTable title={t.domains} head={t.domain} rows={domains} />
    </CardStack>
  );
}

function FigureTable({ title, head, rows }: { title: string; head: string; rows: readonly Row[] }) {
  const t = useMessages(reportMessages);
  const { number, percent } = useFormats();
  return (
    <Card title={title} flush>
      <div className={classes["wide"]}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">{t.sent}</th>
              <th scope="col">{t.delivered}</th>
              <th scope="col">{t.opened}</th>
              <th scope="col">{t.clicked}</th>
              <th scope="col">{t.bounced}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, note, sent, bounced, rates }) => (
              <tr key={key}>
                <th scope="row">
                  {key}
                  {note !== undefined && <small>{note}</small>}
                </th>
                <td>{number(sent)}</td>
                <td>{percent(rates.delivered)}</td>
                <td>{percent(rates.opened)}</td>
                <td>{percent(rates.clicked)}</td>
                <td>{number(bounced)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
