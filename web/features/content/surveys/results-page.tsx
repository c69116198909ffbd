import { Anchor, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { read, readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { CardStack } from "../../../ui/display/card.tsx";
import { KpiStrip } from "../../../ui/display/kpi-strip.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { QuestionResult } from "./question-result.tsx";
import { Responses } from "./responses.tsx";
import { surveysMessages } from "./messages.ts";
import classes from "./surveys.module.css";

export function Page() {
  const t = useMessages(surveysMessages);
  const { number, ago } = useFormats();
  const [{ from, to }, changeAddress] = useAddress();
  const { surveyId } = useParams({ from: "/content/surveys/$surveyId/results" });
  const params = { survey_id: surveyId };
  const { data: survey } = useQuery(read("GET /surveys/{survey_id}", { params }));
  const { data, error, refetch } = useQuery(
    readPage("GET /surveys/{survey_id}/results", { params, query: { from, to } }),
  );
  const name = survey?.name ?? "";
  return (
    <>
      <Breadcrumbs parent={t.title} to="/content/surveys" current={name} />
      <PageHeader
        title={t.resultsOf(name)}
        facts={
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/content/surveys/$surveyId" params={{ surveyId }} />}
          >
            {t.edit}
          </Anchor>
        }
        actions={
          <div className={classes["period"]} role="group" aria-label={t.period}>
            {(["from", "to"] as const).map((end) => (
              <TextInput
                key={end}
                type="date"
                aria-label={t[end]}
                value={(end === "from" ? from : to) ?? ""}
                onChange={(event) =>
                  changeAddress({ [end]: event.currentTarget.value || undefined }, { replace: true })
                }
              />
            ))}
          </div>
        }
      />
      {data === undefined && <WaitingCard error={error} onRetry={refetch} />}
      {data?.responses === 0 && <Empty title={t.noAnswers} text={t.noAnswersText} />}
      {data !== undefined && data.responses > 0 && (
        <CardStack>
          <KpiStrip
            items={[
              { label: t.responses, value: number(data.responses), proof: t.contacts(data.contacts) },
              {
                label: t.lastAnswer,
                value: data.lastAt === null ? "–" : ago(data.lastAt),
                proof: t.answers(data.responses),
              },
            ]}
          />
          {data.questions.map((question) => (
            <QuestionResult key={question.key} result={question} />
          ))}
          <Responses surveyId={surveyId} period={{ from, to }} questions={data.questions} />
        </CardStack>
      )}
    </>
  );
}
