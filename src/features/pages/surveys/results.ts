import { listRatings, isChoice } from "./questions.ts";
import type { QuestionResultBody, SurveyQuestion } from "./shapes.ts";

/** Count of a value among the answers to a question. */
export type AnswerTally = { question: string; value: string; n: number };
export type AnsweredCount = { question: string; n: number };

export type AnswerCounts = {
  readonly tallies: readonly AnswerTally[];
  readonly answered: readonly AnsweredCount[];
  readonly texts: readonly { question: string; text: string }[];
};

/** Questions in survey order, then archived ones. */
export function questionResults(
  survey: { questions: readonly SurveyQuestion[]; archivedQuestions: readonly SurveyQuestion[] },
  counted: AnswerCounts,
): QuestionResultBody[] {
  const asked = new Set(survey.questions.map(({ key }) => key));
  const retiredOptions = new Map(survey.archivedQuestions.map(({ key, options }) => [key, options]));
  const now = survey.questions.map((question) => ({ question, isRetired: false }));
  const before = survey.archivedQuestions
    .filter(({ key }) => !asked.has(key))
    .map((question) => ({ question, isRetired: true }));
  return [...now, ...before].map(({ question, isRetired }) => {
    const tallies = counted.tallies.filter((tally) => tally.question === question.key);
    const archivedOptions = isRetired ? [] : (retiredOptions.get(question.key) ?? []);
    return {
      key: question.key,
      type: question.type,
      label: question.label,
      retired: isRetired,
      answered: counted.answered.find((count) => count.question === question.key)?.n ?? 0,
      options: optionResults(question, archivedOptions, tallies),
      average: computeAverage(question, tallies),
      nps: question.type === "nps" ? computeNps(tallies) : null,
      texts: counted.texts.filter((text) => text.question === question.key).map(({ text }) => text),
    };
  });
}

function optionResults(
  question: SurveyQuestion,
  archivedOptions: SurveyQuestion["options"],
  tallies: readonly AnswerTally[],
) {
  const count = (key: string) => tallies.find(({ value }) => value === key)?.n ?? 0;
  const ratings = listRatings(question).map((rating) => ({ key: String(rating), label: String(rating) }));
  const offered = isChoice(question) ? question.options : ratings;
  return [
    ...offered.map(({ key, label }) => ({ key, label, count: count(key), retired: false })),
    ...archivedOptions.map(({ key, label }) => ({ key, label, count: count(key), retired: true })),
  ];
}

function computeAverage(question: SurveyQuestion, tallies: readonly AnswerTally[]): number | null {
  if (listRatings(question).length === 0) return null;
  const n = tallies.reduce((sum, tally) => sum + tally.n, 0);
  const total = tallies.reduce((sum, tally) => sum + Number(tally.value) * tally.n, 0);
  return n === 0 ? null : Math.round((total / n) * 100) / 100;
}

function computeNps(tallies: readonly AnswerTally[]) {
  const between = (from: number, to: number) =>
    tallies.filter(({ value }) => Number(value) >= from && Number(value) <= to).reduce((sum, { n }) => sum + n, 0);
  const [detractors, passives, promoters] = [between(0, 6), between(7, 8), between(9, 10)];
  const n = detractors + passives + promoters;
  return n === 0 ? null : { promoters, passives, detractors, score: Math.round(((promoters - detractors) / n) * 100) };
}
