import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import type { Result } from "./question-result.tsx";
import { surveysMessages } from "./messages.ts";
import classes from "./surveys.module.css";

type Props = {
  readonly surveyId: string;
  readonly period: { readonly from: string | undefined; readonly to: string | undefined };
  readonly questions: readonly Result[];
};

/** The newest answers, one row a person. */
export function Responses({ surveyId, period, questions }: Props) {
  const t = useMessages(surveysMessages);
  const { dateTime } = useFormats();
  const { data } = useQuery(
    read("GET /surveys/{survey_id}/responses", {
      params: { survey_id: surveyId },
      query: { ...period, pageSize: 25, sort: "-at" },
    }),
  );
  return (
    <Card title={t.single} flush>
      <div className={classes["responses"]} tabIndex={0} role="region" aria-label={t.single}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.at}</th>
              <th scope="col">{t.who}</th>
              {questions.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data?.items.map(({ id, at, contactId, email, answers }) => (
              <tr key={id}>
                <td data-head={t.at}>{dateTime(at)}</td>
                <td data-head={t.who}>
                  {contactId === null ? (
                    t.unknown
                  ) : (
                    <PageLink path="/contacts/$contactId" params={{ contactId }}>
                      {email ?? t.unknown}
                    </PageLink>
                  )}
                </td>
                {questions.map((question) => (
                  <td key={question.key} data-head={question.label}>
                    {answerText(question, answers[question.key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** The labels of chosen options, or the text or grade itself. */
function answerText({ options }: Result, answer: unknown): string {
  const labels = new Map(options.map(({ key, label }) => [key, label]));
  return [answer]
    .flat()
    .filter((one): one is string | number => typeof one === "string" || typeof one === "number")
    .map((one) => labels.get(String(one)) ?? String(one))
    .join(", ");
}
