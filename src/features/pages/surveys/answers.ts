import { listRatings } from "./questions.ts";
import type { SurveyQuestion } from "./shapes.ts";

export const maxAnswerLength = 5000;

export type SubmittedAnswer = string | number | readonly string[];
export type SurveyAnswers = Readonly<Record<string, SubmittedAnswer>>;

/** The value of a form field. */
export type FormValues = (name: string) => readonly string[];

export type AnswerProblem = "required" | "unknown" | "long";
export type ParsedAnswers = { readonly answers: SurveyAnswers; readonly problems: ReadonlyMap<string, AnswerProblem> };

/** Prefix of field names, so that a question key cannot collide with other fields of the form. */
export const fieldName = ({ key }: Pick<SurveyQuestion, "key">): string => `q-${key}`;

export function parseAnswers(questions: readonly SurveyQuestion[], values: FormValues): ParsedAnswers {
  const problems = new Map<string, AnswerProblem>();
  const answers: Record<string, SubmittedAnswer> = {};
  for (const question of questions) {
    const answer = parseAnswer(question, values(fieldName(question)));
    if (answer === undefined) {
      if (question.required) problems.set(question.key, "required");
    } else if (typeof answer === "string") problems.set(question.key, answer);
    else answers[question.key] = answer.value;
  }
  return { answers, problems };
}

function parseAnswer(
  question: SurveyQuestion,
  raw: readonly string[],
): { value: SubmittedAnswer } | AnswerProblem | undefined {
  const given = [...new Set(raw.map((text) => text.trim()).filter((text) => text !== ""))];
  const [first] = given;
  if (first === undefined) return undefined;
  if (question.type === "text") return first.length > maxAnswerLength ? "long" : { value: first };
  const ratings = listRatings(question).map(String);
  const offered = ratings.length > 0 ? ratings : question.options.map(({ key }) => key);
  if (!given.every((key) => offered.includes(key))) return "unknown";
  if (question.type === "multiple") return { value: offered.filter((key) => given.includes(key)) };
  if (given.length > 1) return "unknown";
  return { value: ratings.length > 0 ? Number(first) : first };
}
