import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { useReadableText } from "../../../../ui/names/merge-tags.ts";
import type { Report } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import classes from "./report.module.css";

/** The main e-mail and its language variants beside each other. */
export function VariantTable({ variants }: { variants: Report["variants"] }) {
  const t = useMessages(reportMessages);
  const readable = useReadableText();
  const { number, percent, language: shown } = useFormats();
  const names = new Intl.DisplayNames(shown, { type: "language" });
  return (
    <Card title={t.variants} flush>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">{t.variant}</th>
            <th scope="col">{t.sent}</th>
            <th scope="col">{t.opened}</th>
            <th scope="col">{t.clicked}</th>
          </tr>
        </thead>
        <tbody>
          {variants.map(({ variantId, language, subject, totals }) => (
            <tr key={variantId}>
              <th scope="row">
                {language === null ? t.mainVariant : (names.of(language) ?? language)}
                <small>{readable(subject)}</small>
              </th>
              <td>{number(totals.sent)}</td>
              <td>{percent(totals.rates.opened)}</td>
              <td>{percent(totals.rates.clicked)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
