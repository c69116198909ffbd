import type { OutputOf } from "../../../api/operations.ts";

export type Survey = OutputOf<"GET /surveys/{survey_id}">;
type Question = Survey["questions"][number];
export type QuestionType = Question["type"];

/** A question in the editor. `id` is its own; `key` is that of the answers, empty while it is new. */
export type Draft = {
  readonly id: string;
  readonly key: string;
  readonly type: QuestionType;
  readonly label: string;
  readonly required: boolean;
  readonly options: readonly { readonly id: string; readonly key: string; readonly label: string }[];
};

let lastId = 0;
const newId = (): string => `q${++lastId}`;

export const hasOptions = (type: QuestionType): boolean => type === "single" || type === "multiple";

export const toDrafts = (questions: readonly Question[]): Draft[] =>
  questions.map(({ options, ...question }) => ({
    ...question,
    id: newId(),
    options: options.map((option) => ({ ...option, id: newId() })),
  }));

export const newOption = () => ({ id: newId(), key: "", label: "" });

export const newQuestion = (): Draft => ({
  id: newId(),
  key: "",
  type: "single",
  label: "",
  required: false,
  options: [newOption(), newOption()],
});

const keyed = (key: string) => (key === "" ? {} : { key });

/** The questions as the API takes them: the keys of new ones are left to the server. */
export const questionsBody = (drafts: readonly Draft[]) =>
  drafts.map(({ key, type, label, required, options }) => ({
    ...keyed(key),
    type,
    label,
    required,
    ...(hasOptions(type) ? { options: options.map((option) => ({ ...keyed(option.key), label: option.label })) } : {}),
  }));

export function moved(drafts: readonly Draft[], from: number, to: number): Draft[] {
  const question = drafts[from];
  if (question === undefined || to < 0 || to >= drafts.length) return [...drafts];
  return drafts.toSpliced(from, 1).toSpliced(to, 0, question);
}

/** The question that the server refused: `questions.2.options` is that of the third one. */
export const rejectedQuestion = (word: string): { index: number; property: string } | undefined => {
  const [, index, property = ""] = /^questions\.(\d+)\.?(\w*)/.exec(word) ?? [];
  return index === undefined ? undefined : { index: Number(index), property };
};
