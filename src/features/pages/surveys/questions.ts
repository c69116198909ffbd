import type { Static } from "typebox";
import { accepts } from "../../../kernel/accepts.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import type { QuestionInput, SurveyOption, SurveyQuestion } from "./shapes.ts";

export const ratingGrades = [1, 2, 3, 4, 5] as const;
export const npsGrades = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

export const isChoice = ({ type }: Pick<SurveyQuestion, "type">): boolean => type === "single" || type === "multiple";

/** The ratings of a scale; empty for other question types. */
export const listRatings = ({ type }: Pick<SurveyQuestion, "type">): readonly number[] =>
  type === "rating" ? ratingGrades : type === "nps" ? npsGrades : [];

/** The stored questions: every question and option gets a unique key. */
export function normalizeQuestions(
  input: readonly Static<typeof QuestionInput>[],
  taken: readonly string[],
): SurveyQuestion[] {
  const keys = assignKeys(
    input.map(({ key }) => key),
    { prefix: "q", taken, field: (index) => `questions.${index}.key` },
  );
  return input.map((question, index) => ({
    key: keys[index] ?? "",
    type: question.type,
    label: question.label.trim(),
    required: question.required ?? false,
    options: normalizeOptions(question, index),
  }));
}

function normalizeOptions({ type, options = [] }: Static<typeof QuestionInput>, at: number): SurveyOption[] {
  if (!isChoice({ type })) return [];
  if (options.length < 2) throw validation(`questions.${at}.options`, { type: "array", min: 2 });
  const keys = assignKeys(
    options.map(({ key }) => key),
    { prefix: "o", taken: [], field: (index) => `questions.${at}.options.${index}.key` },
  );
  return options.map(({ label }, index) => ({ key: keys[index] ?? "", label: label.trim() }));
}

type KeyOptions = { prefix: string; taken: readonly string[]; field: (index: number) => string };

/** Keeps given keys and generates the others; keys of archived questions are not reused. */
function assignKeys(given: readonly (string | undefined)[], { prefix, taken, field }: KeyOptions): string[] {
  const used = new Set(given.filter((key) => key !== undefined));
  const blocked = new Set([...used, ...taken]);
  const seen = new Set<string>();
  let number = 0;
  return given.map((key, index) => {
    if (key !== undefined) {
      if (seen.has(key)) throw validation(field(index), accepts.different);
      seen.add(key);
      return key;
    }
    do number += 1;
    while (blocked.has(`${prefix}${number}`));
    return `${prefix}${number}`;
  });
}

/**
 * Removed questions and options are archived with their texts, because answers may reference them. An answered question
 * keeps its type, otherwise its answers would become invalid.
 */
export function archiveRemovedQuestions(
  before: { questions: readonly SurveyQuestion[]; archivedQuestions: readonly SurveyQuestion[] },
  now: readonly SurveyQuestion[],
): SurveyQuestion[] {
  const asked = new Map(now.map((question) => [question.key, question]));
  const known = mergeQuestions([...before.archivedQuestions, ...before.questions]);
  const changed = known.filter(({ key, type }) => (asked.get(key)?.type ?? type) !== type).map(({ key }) => key);
  if (changed.length > 0) throw conflict("answers", { questions: changed });
  return known.flatMap((question) => {
    const still = asked.get(question.key);
    if (still === undefined) return [question];
    const options = question.options.filter(({ key }) => !still.options.some((option) => option.key === key));
    return options.length === 0 ? [] : [{ ...question, options }];
  });
}

/** Merges by question key: the later text, the options of both. */
function mergeQuestions(questions: readonly SurveyQuestion[]): SurveyQuestion[] {
  const merged = new Map<string, SurveyQuestion>();
  for (const question of questions) {
    const earlier = merged.get(question.key)?.options ?? [];
    const options = [
      ...question.options,
      ...earlier.filter(({ key }) => !question.options.some((option) => option.key === key)),
    ];
    merged.set(question.key, { ...question, options });
  }
  return [...merged.values()];
}
