import { inTransaction, type Context } from "../../../context.ts";
import * as journal from "../../../journal/journal.ts";
import { pageLanguage } from "../../../kernel/page-language.ts";
import { findSender } from "../preferences/queries.ts";
import { mergedDesign } from "../public-page/design.ts";
import { readAnswers, type Filled, type FormValues } from "./answers.ts";
import * as queries from "./queries.ts";
import type { SurveySheet } from "./view.ts";

/** The survey as its page shows it; undefined when it is gone. */
export async function findSheet(ctx: Context, surveyId: string): Promise<SurveySheet | undefined> {
  const survey = await queries.findSurvey(ctx.db, surveyId);
  if (survey === undefined) return undefined;
  const sender = await findSender(ctx.db, null);
  return {
    ...survey,
    words: pageLanguage(survey.language),
    senderName: sender.senderName,
    design: mergedDesign(sender.design, survey.design),
  };
}

/**
 * Keeps an answer that fits the questions as they are at this moment. Answers what was wrong otherwise. A contact that
 * is gone meanwhile answers as a stranger.
 */
export async function answer(
  ctx: Context,
  { surveyId, contactId, values }: { surveyId: string; contactId: string | null; values: FormValues },
): Promise<Filled | "closed"> {
  return inTransaction(ctx, async ({ db, clock }) => {
    await queries.shareSurvey(db, surveyId);
    const survey = await queries.findSurvey(db, surveyId);
    if (survey === undefined || !survey.isActive) return "closed";
    const filled = readAnswers(survey.questions, values);
    if (filled.problems.size > 0) return filled;
    const at = clock.now();
    const known = contactId !== null && (await queries.lockAnswering(db, contactId)) ? contactId : null;
    const isNew = await queries.upsertResponse(db, { surveyId, contactId: known, answers: filled.answers, at });
    if (known !== null && isNew) {
      const payload = { surveyId, title: survey.name };
      await journal.append(db, [{ type: "survey_answered", contactId: known, at, payload }]);
    }
    return filled;
  });
}
