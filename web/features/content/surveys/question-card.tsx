import { ActionIcon, Button, Checkbox, Select, TextInput } from "@mantine/core";
import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash, IconX } from "../../../ui/icons.ts";
import { hasOptions, newOption, type Draft, type QuestionType } from "./questions.ts";
import { surveysMessages } from "./messages.ts";
import classes from "./surveys.module.css";

type Props = {
  readonly question: Draft;
  readonly index: number;
  readonly count: number;
  readonly error: string | undefined;
  readonly onChange: (question: Draft) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
};

const isType = (value: string | null): value is QuestionType => value !== null;

export function QuestionCard({ question, index, count, error, onChange, onMove, onRemove }: Props) {
  const t = useMessages(surveysMessages);
  const number = index + 1;
  return (
    <li className={classes["question"]}>
      <div className={classes["questionHead"]}>
        <b>{t.question(number)}</b>
        <span className={classes["moves"]}>
          <ActionIcon size={28} aria-label={t.moveUp(number)} disabled={index === 0} onClick={() => onMove(index - 1)}>
            <IconArrowUp size={15} />
          </ActionIcon>
          <ActionIcon
            size={28}
            aria-label={t.moveDown(number)}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          >
            <IconArrowDown size={15} />
          </ActionIcon>
          <ActionIcon size={28} aria-label={t.removeQuestion(number)} disabled={count === 1} onClick={onRemove}>
            <IconTrash size={15} />
          </ActionIcon>
        </span>
      </div>
      <TextInput
        label={t.label}
        value={question.label}
        error={error}
        onChange={(event) => onChange({ ...question, label: event.currentTarget.value })}
      />
      <div className={classes["kind"]}>
        <Select
          label={t.type}
          data={optionsOf(t.types)}
          value={question.type}
          onChange={(type) => isType(type) && onChange({ ...question, type })}
          allowDeselect={false}
        />
        <Checkbox
          label={t.required}
          checked={question.required}
          onChange={(event) => onChange({ ...question, required: event.currentTarget.checked })}
        />
      </div>
      {hasOptions(question.type) && <Options question={question} onChange={onChange} />}
    </li>
  );
}

function Options({ question, onChange }: Pick<Props, "question" | "onChange">) {
  const t = useMessages(surveysMessages);
  const { options } = question;
  return (
    <div className={classes["options"]}>
      {options.map((option, index) => (
        <TextInput
          key={option.id}
          aria-label={t.option(index + 1)}
          placeholder={t.option(index + 1)}
          value={option.label}
          onChange={(event) =>
            onChange({ ...question, options: options.with(index, { ...option, label: event.currentTarget.value }) })
          }
          rightSection={
            <ActionIcon
              size={24}
              aria-label={t.removeOption(index + 1)}
              onClick={() => onChange({ ...question, options: options.toSpliced(index, 1) })}
            >
              <IconX size={14} />
            </ActionIcon>
          }
        />
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={15} />}
        onClick={() => onChange({ ...question, options: [...options, newOption()] })}
      >
        {t.addOption}
      </Button>
    </div>
  );
}
