import { Button } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { IconPlus } from "../../../ui/icons.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { partsMessages } from "../parts/messages.ts";
import { QuestionCard } from "./question-card.tsx";
import { toDrafts, moved, newQuestion, questionsBody, rejectedQuestion, type Draft, type Survey } from "./questions.ts";
import { surveyQueries } from "./use-survey-actions.tsx";
import { surveysMessages } from "./messages.ts";
import classes from "./surveys.module.css";

type Props = {
  readonly survey: Survey;
  readonly drafts: readonly Draft[];
  readonly onChange: (drafts: Draft[]) => void;
  readonly canChange: boolean;
};

/** The questions; they are saved together, because answers depend on their keys. */
export function QuestionList({ survey, drafts, onChange, canChange }: Props) {
  const t = useMessages(surveysMessages);
  const parts = useMessages(partsMessages);
  const toast = useToasts();
  const [saved, setSaved] = useState(() => JSON.stringify(questionsBody(drafts)));
  const change = useChange("PATCH /surveys/{survey_id}", {
    refresh: surveyQueries,
    onDone: ({ questions }) => {
      const next = toDrafts(questions);
      onChange(next);
      setSaved(JSON.stringify(questionsBody(next)));
      toast.done(parts.saved);
    },
  });
  const edit = (next: Draft[]) => {
    change.reset();
    onChange(next);
  };
  const refused = change.error === null ? undefined : rejectedQuestion(change.error.word);
  const errorAt = (index: number) => {
    if (refused?.index !== index) return undefined;
    return refused.property === "options" ? t.twoOptions : t.emptyLabel;
  };
  const isDirty = JSON.stringify(questionsBody(drafts)) !== saved;
  return (
    <Card title={t.questions}>
      <fieldset disabled={!canChange} style={{ border: 0, margin: 0, padding: 0 }}>
        <ol className={classes["questions"]}>
          {drafts.map((question, index) => (
            <QuestionCard
              key={question.id}
              question={question}
              index={index}
              count={drafts.length}
              error={errorAt(index)}
              onChange={(next) => edit(drafts.with(index, next))}
              onMove={(to) => edit(moved(drafts, index, to))}
              onRemove={() => edit(drafts.toSpliced(index, 1))}
            />
          ))}
        </ol>
        {refused === undefined && <Rejection error={change.error} messages={{ "conflict answers": t.answered }} />}
        {canChange && (
          <div className={classes["foot"]}>
            <Button
              variant="subtle"
              leftSection={<IconPlus size={16} />}
              onClick={() => edit([...drafts, newQuestion()])}
              disabled={drafts.length >= 50}
            >
              {t.addQuestion}
            </Button>
            <Button
              disabled={!isDirty}
              loading={change.isPending}
              onClick={() =>
                change.mutate({ params: { survey_id: survey.id }, body: { questions: questionsBody(drafts) } })
              }
            >
              {t.saveQuestions}
            </Button>
          </div>
        )}
      </fieldset>
    </Card>
  );
}
