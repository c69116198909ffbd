import type { OutputOf } from "../../../api/operations.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { surveysMessages } from "./messages.ts";
import classes from "./surveys.module.css";

export type Result = OutputOf<"GET /surveys/{survey_id}/results">["questions"][number];

/** One question: bars of its choices or ratings, its average, its newest texts. */
export function QuestionResult({ result }: { result: Result }) {
  const t = useMessages(surveysMessages);
  const { number } = useFormats();
  const { label, answered, options, average, nps, texts, retired } = result;
  return (
    <Card title={label} aside={`${t.answeredBy(answered)}${retired ? ` · ${t.retired}` : ""}`}>
      {(average !== null || nps !== null) && (
        <div className={classes["figures"]}>
          {average !== null && (
            <span>
              <b>{number(average)}</b>
              {t.average}
            </span>
          )}
          {nps !== null && (
            <span>
              <b>{number(nps.score)}</b>
              {t.nps} · {t.npsProof}
            </span>
          )}
        </div>
      )}
      {nps !== null && <Recommendation nps={nps} />}
      {nps === null && options.length > 0 && <Bars options={options} answered={answered} />}
      {texts.length > 0 && (
        <ul className={classes["texts"]} aria-label={t.newestTexts}>
          {texts.map((text, index) => (
            <li key={`${index}${text}`}>{text}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Recommendation({ nps }: { nps: NonNullable<Result["nps"]> }) {
  const t = useMessages(surveysMessages);
  const { promoters, passives, detractors, score } = nps;
  return (
    <ReachBar
      height={14}
      label={`${t.nps} ${score}`}
      parts={[
        { key: "promoters", label: t.promoters, count: promoters, tone: "good" },
        { key: "passives", label: t.passives, count: passives, tone: "grey" },
        { key: "detractors", label: t.detractors, count: detractors, tone: "bad" },
      ]}
    />
  );
}

function Bars({ options, answered }: Pick<Result, "options" | "answered">) {
  const t = useMessages(surveysMessages);
  const { number, percent } = useFormats();
  const toShare = (count: number) => (answered === 0 ? 0 : count / answered);
  return (
    <ul className={classes["bars"]}>
      {options.map(({ key, label, count, retired }) => (
        <li key={key}>
          <span>
            {label}
            {retired && <span className={classes["asideNote"]}> · {t.retired}</span>}
          </span>
          <b>
            {number(count)} · {percent(toShare(count), 0)}
          </b>
          <div className={classes["track"]} aria-hidden="true">
            <span style={{ width: `${toShare(count) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
