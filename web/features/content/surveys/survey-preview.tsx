import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { partsMessages } from "../parts/messages.ts";
import type { Draft, Survey } from "./questions.ts";
import { surveysMessages } from "./messages.ts";
import classes from "./surveys.module.css";

/** The questions as people see them. The answers cannot be filled in. */
export function SurveyPreview({ survey, drafts }: { survey: Survey; drafts: readonly Draft[] }) {
  const t = useMessages(surveysMessages);
  const parts = useMessages(partsMessages);
  return (
    <Card title={parts.preview}>
      <div className={classes["paper"]}>
        <h3>{survey.title === "" ? survey.name : survey.title}</h3>
        {drafts.map((question, index) => (
          <fieldset key={question.id} disabled>
            <legend>
              {question.label === "" ? t.question(index + 1) : question.label}
              {question.required && " *"}
            </legend>
            <Answer question={question} />
          </fieldset>
        ))}
        <span className={classes["send"]}>{survey.submitLabel === "" ? t.submit : survey.submitLabel}</span>
      </div>
    </Card>
  );
}

const grades = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

function Answer({ question }: { question: Draft }) {
  switch (question.type) {
    case "single":
    case "multiple":
      return question.options.map(({ id, label }) => (
        <label key={id} className={classes["choice"]}>
          <input type={question.type === "single" ? "radio" : "checkbox"} />
          {label}
        </label>
      ));
    case "text":
      return <div className={classes["answer"]} />;
    case "rating":
    case "nps":
      return (
        <div className={classes["scale"]}>
          {(question.type === "rating" ? grades(1, 5) : grades(0, 10)).map((grade) => (
            <span key={grade}>{grade}</span>
          ))}
        </div>
      );
  }
}
