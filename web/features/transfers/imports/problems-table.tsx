import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import type { ImportResult } from "./import-parts.ts";
import { importsMessages } from "./messages.ts";
import classes from "./imports.module.css";

/** Rejected rows with the reason as a sentence. */
export function ProblemsTable({ problems }: Pick<ImportResult, "problems">) {
  const t = useMessages(importsMessages);
  const { number } = useFormats();
  return (
    <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={t.problems}>
      <table className={classes["problems"]}>
        <thead>
          <tr>
            <th scope="col">{t.problemColumns.row}</th>
            <th scope="col">{t.problemColumns.column}</th>
            <th scope="col">{t.problemColumns.value}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, code }) => (
            <tr key={`${row} ${column} ${code}`}>
              <td>{number(row)}</td>
              <td>{column}</td>
              <td>{t.codes[code]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
