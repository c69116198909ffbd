import { Type, type Static } from "typebox";
import {
  AnyObject,
  Count,
  Day,
  Flag,
  Id,
  Language,
  Name,
  NullableId,
  NullableText,
  NullableTime,
  OneOf,
  Time,
} from "../../../kernel/schema.ts";
import { Design, DesignInput } from "../public-page/design.ts";

export const questionTypes = ["single", "multiple", "text", "rating", "nps"] as const;

const Key = Type.String({
  pattern: "^[a-z0-9_]{1,40}$",
  description: "Answers are known by it, whatever becomes of the words; without one it is given",
  examples: ["q1"],
});
const Label = Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", format: "line" });

const OptionInput = Type.Object({ key: Type.Optional(Key), label: Label });
export const QuestionInput = Type.Object({
  key: Type.Optional(Key),
  type: OneOf(questionTypes),
  label: Label,
  required: Type.Optional(Flag),
  options: Type.Optional(
    Type.Array(OptionInput, { maxItems: 50, description: "Of single and multiple choice: at least two" }),
  ),
});

export const Option = Type.Object({ key: Type.String(), label: Type.String() });
export const Question = Type.Object({
  key: Type.String(),
  type: OneOf(questionTypes),
  label: Type.String(),
  required: Flag,
  options: Type.Array(Option),
});
export type SurveyOption = Static<typeof Option>;
export type SurveyQuestion = Static<typeof Question>;

const Line = (maxLength: number) => Type.String({ maxLength, format: "line" });
const Formatted = Type.String({ maxLength: 20_000, description: "HTML; only what formats text is kept" });

const content = {
  title: Line(200),
  text: Formatted,
  submitLabel: Type.String({
    maxLength: 100,
    format: "line",
    description: "Empty: our own word in the survey's language",
  }),
  thanksTitle: Line(200),
  thanksText: Formatted,
  language: Language,
};

export const SurveyInput = Type.Object({
  name: Name,
  active: Type.Optional(Flag),
  questions: Type.Array(QuestionInput, { minItems: 1, maxItems: 50 }),
  ...Type.Partial(Type.Object(content)).properties,
  design: Type.Optional(DesignInput),
});
export const SurveyChange = Type.Partial(SurveyInput);

const row = {
  id: Id,
  key: Type.String({ description: "The public address is /s/<key>" }),
  url: Type.String(),
  name: Type.String(),
  active: Type.Boolean({ description: "Takes answers" }),
  title: Type.String(),
  language: Type.String(),
  responses: Count,
  createdAt: Time,
  updatedAt: NullableTime,
};

export const SurveyRow = Type.Object(row);
export const Survey = Type.Object({ ...row, ...content, design: Design, questions: Type.Array(Question) });

export const SurveyResponse = Type.Object({
  id: Id,
  at: Time,
  contactId: NullableId,
  email: NullableText(),
  answers: Type.Unsafe<Record<string, unknown>>({
    ...AnyObject,
    description: "By the question's key: an option's key, a list of them, a text or a number",
  }),
});

export const periodProperties = { from: Type.Optional(Day), to: Type.Optional(Day) };

const CountedOption = Type.Object({ key: Type.String(), label: Type.String(), count: Count, retired: Flag });
export const QuestionResult = Type.Object({
  key: Type.String(),
  type: OneOf(questionTypes),
  label: Type.String(),
  retired: Type.Boolean({ description: "No longer asked; what was answered stays" }),
  answered: Count,
  options: Type.Array(CountedOption, { description: "Of choices: how often each was chosen; of scales: each grade" }),
  average: Type.Unsafe<number | null>({ type: ["number", "null"], description: "Of rating and nps" }),
  nps: Type.Unsafe<{ promoters: number; passives: number; detractors: number; score: number } | null>({
    type: ["object", "null"],
    properties: { promoters: Count, passives: Count, detractors: Count, score: Type.Integer() },
    description: "Promoters gave 9 or 10, detractors 0 to 6; score from -100 to 100",
  }),
  texts: Type.Array(Type.String(), { description: "Of text: the newest 20" }),
});
export type QuestionResultBody = Static<typeof QuestionResult>;

export const SurveyResults = Type.Object({
  responses: Count,
  contacts: Type.Integer({ minimum: 0, description: "Of them from a known contact" }),
  lastAt: NullableTime,
  questions: Type.Array(QuestionResult),
});
