import { inTransaction, type Context } from "../../../context.ts";
import { surveyAnswered } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import { pageLanguage, type PageLanguage } from "../../../kernel/page-language.ts";
import { fillForms } from "../landing-pages/form-places.ts";
import { renderPageBlocks } from "../landing-pages/render-blocks.ts";
import { findFormsInPage } from "../landing-pages/shown-forms.ts";
import { findPageSender } from "../preferences/queries.ts";
import { withBrand } from "../public-page/styled-design.ts";
import { parseAnswers, type ParsedAnswers, type FormValues } from "./answers.ts";
import * as queries from "./queries.ts";

/** Rendered blocks with their forms, and where answers of those lead. */
type SurveyHead = { readonly html: string; readonly formTargets: readonly (string | null)[] };

export type SurveyView = queries.SurveyWrite & {
  readonly senderName: string;
  readonly imprint: string;
  /** The language of the default texts on the page. */
  readonly uiLanguage: PageLanguage;
  /** What stands above the questions, made of blocks; undefined where there are none. */
  readonly head: SurveyHead | undefined;
};

/** The survey for its public page; undefined if it was deleted. */
export async function findSurveyView(ctx: Context, surveyId: string): Promise<SurveyView | undefined> {
  const survey = await queries.findSurvey(ctx.db, surveyId);
  return survey && presentSurveyView(ctx, survey);
}

/** A survey as its public page shows it, with the brand of the company. */
export async function presentSurveyView(
  ctx: Context,
  survey: queries.SurveyWrite,
  { hasMarks = false } = {},
): Promise<SurveyView> {
  const sender = await findPageSender(ctx.db, null);
  return {
    ...survey,
    uiLanguage: pageLanguage(survey.language),
    head: await presentHead(ctx, survey, hasMarks),
    senderName: sender.senderName,
    imprint: sender.imprint,
    design: withBrand(sender.design, survey.design),
  };
}

async function presentHead(
  ctx: Context,
  { blocks, headHtml }: queries.SurveyWrite,
  hasMarks: boolean,
): Promise<SurveyHead | undefined> {
  if (blocks === null || headHtml === null) return undefined;
  const markup = hasMarks ? renderPageBlocks(blocks, { hasMarks, isPart: true }) : headHtml;
  const forms = await findFormsInPage(ctx, markup);
  const html = fillForms(markup, new Map([...forms].map(([id, form]) => [id, form.html])));
  return { html, formTargets: [...forms.values()].map(({ successUrl }) => successUrl) };
}

/**
 * Validates the answers against the current questions and stores them; returns the errors otherwise. A contact deleted
 * meanwhile is stored as anonymous.
 */
export async function submitAnswers(
  ctx: Context,
  { surveyId, contactId, values }: { surveyId: string; contactId: string | null; values: FormValues },
): Promise<ParsedAnswers | "closed"> {
  return inTransaction(ctx, async ({ db, clock }) => {
    await queries.lockSurveyForShare(db, surveyId);
    const survey = await queries.findSurvey(db, surveyId);
    if (survey === undefined || !survey.isActive) return "closed";
    const parsed = parseAnswers(survey.questions, values);
    if (parsed.problems.size > 0) return parsed;
    const at = clock.now();
    const knownContactId =
      contactId !== null && (await queries.lockRespondingContact(db, contactId)) ? contactId : null;
    const isNew = await queries.upsertSurveyResponse(db, {
      surveyId,
      contactId: knownContactId,
      answers: parsed.answers,
      at,
    });
    if (knownContactId !== null && isNew) {
      const payload = { surveyId, title: survey.name };
      await journal.appendEntries(db, [surveyAnswered.entry({ contactId: knownContactId, at, payload })]);
    }
    return parsed;
  });
}
