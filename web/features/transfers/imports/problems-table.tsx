import { Card } from "../../../ui/display/card.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import type { ImportResult } from "./import-parts.ts";
import { importsMessages } from "./messages.ts";
import classes from "./imports.module.css";

type Problems = ImportResult["problems"];

/** Rejected rows, then values that are left out of rows that are imported. */
export function ProblemCards({ problems, ...titles }: { problems: Problems; rejected: string; leftOut: string }) {
  const t = useMessages(importsMessages);
  // The API answers the first hundred of both.
  const aside = problems.length === 100 ? t.problemsShown(problems.length) : undefined;
  const cards = [
    { title: titles.rejected, rows: problems.filter(({ imported }) => imported !== true) },
    { title: titles.leftOut, rows: problems.filter(({ imported }) => imported === true) },
  ];
  return cards.map(
    ({ title, rows }) =>
      rows.length > 0 && (
        <Card key={title} title={title} aside={aside} flush>
          <ProblemsTable title={title} problems={rows} />
        </Card>
      ),
  );
}

/** Each value with the reason as a sentence. */
function ProblemsTable({ title, problems }: { title: string; problems: Problems }) {
  const t = useMessages(importsMessages);
  const { number } = useFormats();
  return (
    <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={title}>
      <table className={classes["problems"]}>
        <thead>
          <tr>
            <th scope="col">{t.problemColumns.row}</th>
            <th scope="col">{t.problemColumns.column}</th>
            <th scope="col">{t.problemColumns.value}</th>
            <th scope="col">{t.problemColumns.reason}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, code, value }) => (
            <tr key={`${row} ${column} ${code}`}>
              <td>{number(row)}</td>
              <td>{column}</td>
              <td>{value ?? "–"}</td>
              <td>{t.codes[code]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
