import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from "@mantine/core";
import { useMessages } from "../i18n/messages.tsx";
import { EngagementTile } from "../ui/display/status.tsx";
import { MonthDay } from "./month-day.tsx";
import { splitValues, type Changes, type Option, type Part } from "./parts.ts";
import { ruleMessages } from "./rule-messages.ts";
import classes from "./rules.module.css";

type Control<Kind extends Part["kind"]> = Extract<Part, { kind: Kind }>;
type Props<Kind extends Part["kind"]> = {
  readonly part: Control<Kind>;
  readonly hasError: boolean;
  readonly onChange: (changes: Changes) => void;
};

/** One word or control of a rule. */
export function RulePart({
  part,
  refused,
  onChange,
}: {
  part: Part;
  refused: string | undefined;
  onChange: (changes: Changes) => void;
}) {
  if (part.kind === "word") return <span className={classes["word"]}>{part.text}</span>;
  const hasError = refused === part.property;
  switch (part.kind) {
    case "choice":
      return <Choice part={part} hasError={hasError} onChange={onChange} />;
    case "choices":
      return <Choices part={part} hasError={hasError} onChange={onChange} />;
    case "letters":
      return <Letters part={part} hasError={hasError} onChange={onChange} />;
    case "monthDay":
      return <MonthDay value={part.value} hasError={hasError} onChange={(value) => onChange(part.pick(value))} />;
    case "number":
    case "dayCount":
      return <NumberPart part={part} hasError={hasError} onChange={onChange} />;
    case "text":
    case "day":
      return (
        <TextInput
          size="xs"
          aria-label={part.label}
          type={part.kind === "day" ? "date" : "text"}
          value={part.value}
          error={hasError}
          onChange={(event) => onChange(part.pick(event.currentTarget.value))}
          w={part.kind === "day" ? 140 : 200}
          autoComplete="off"
        />
      );
    default:
      return <Several part={part} hasError={hasError} onChange={onChange} />;
  }
}

/** Wide enough for the longest option, within limits: 7.2 px a letter at 13 px. */
const widthOf = (options: readonly Option[], limits: { min: number; max: number }): number => {
  const longest = Math.max(0, ...options.map(({ label }) => label.length));
  return Math.min(limits.max, Math.max(limits.min, Math.round(longest * 7.2) + 44));
};

/** A value that is not among the options belongs to something that was deleted or is not listed. */
const withUnknown = (options: readonly Option[], value: string, unknown: (id: string) => string): Option[] =>
  value === "" || options.some((option) => option.value === value)
    ? [...options]
    : [...options, { value, label: unknown(value) }];

function Choice({ part, hasError, onChange }: Props<"choice">) {
  const t = useMessages(ruleMessages);
  const data = withUnknown(part.options, part.value, t.unknown);
  return (
    <Select
      size="xs"
      aria-label={part.label}
      data={data}
      value={part.value === "" ? null : part.value}
      onChange={(value) => value !== null && onChange(part.pick(value))}
      placeholder={t.choose}
      searchable={part.isSearchable ?? false}
      nothingFoundMessage={t.nothingFound}
      allowDeselect={false}
      error={hasError}
      w={widthOf(data, { min: 84, max: 260 })}
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
    />
  );
}

const Choices = ({ part, hasError, onChange }: Props<"choices">) => (
  <MultiSelect
    size="xs"
    aria-label={part.label}
    data={[...part.options]}
    value={splitValues(part.value)}
    onChange={(values) => onChange(part.pick(values.join(",")))}
    error={hasError}
    miw={180}
    maw={420}
  />
);

function Several({ part, hasError, onChange }: Props<"texts" | "days" | "monthDays" | "numbers">) {
  const t = useMessages(ruleMessages);
  return (
    <TagsInput
      size="xs"
      aria-label={part.label}
      value={splitValues(part.value)}
      onChange={(values) => onChange(part.pick(values.join(",")))}
      placeholder={examples[part.kind] ?? t.several}
      acceptValueOnBlur
      error={hasError}
      miw={200}
      maw={420}
    />
  );
}

const examples: Readonly<Partial<Record<Part["kind"], string>>> = { days: "2026-05-01", monthDays: "05-01" };

const NumberPart = ({ part, hasError, onChange }: Props<"number" | "dayCount">) => (
  <NumberInput
    size="xs"
    aria-label={part.label}
    value={part.value}
    onChange={(value) => onChange(part.pick(String(value)))}
    allowDecimal={part.kind === "number"}
    allowNegative={part.kind === "number"}
    {...(part.kind === "dayCount" ? { min: 1, max: 3650 } : {})}
    hideControls
    error={hasError}
    w={part.width ?? 58}
  />
);

/** Grades as tiles that are switched on and off. */
const Letters = ({ part, hasError, onChange }: Props<"letters">) => {
  const chosen = splitValues(part.value);
  const toggle = (letter: string) => {
    const next = part.options.map(({ value }) => value).filter((one) => chosen.includes(one) !== (one === letter));
    onChange(part.pick(next.join(",")));
  };
  return (
    <span role="group" aria-label={part.label} className={classes["letters"]} data-error={hasError || undefined}>
      {part.options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          aria-label={label}
          onClick={() => toggle(value)}
        >
          <EngagementTile letter={value} label={label} />
        </button>
      ))}
    </span>
  );
};
