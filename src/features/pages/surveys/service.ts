import { randomBytes } from "node:crypto";
import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, conflictOnTakenName } from "../../../db/unique-names.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { iso } from "../../../kernel/local-time.ts";
import { findPageSender } from "../preferences/queries.ts";
import { sanitizeLandingPage } from "../landing-pages/page-html.ts";
import { renderPageBlocks } from "../landing-pages/render-blocks.ts";
import { applyStyledDesign, emptyStyledDesign } from "../public-page/styled-design.ts";
import { sanitizeText } from "../../../kernel/sanitize-html.ts";
import * as queries from "./queries.ts";
import { normalizeQuestions, archiveRemovedQuestions } from "./questions.ts";
import { questionResults } from "./results.ts";
import type { SurveyChange, SurveyInput, SurveyPreviewInput } from "./shapes.ts";
import { presentSurveyView } from "./submit-answers.ts";
import { surveyPage, surveyThanksPage } from "./survey-view.ts";
import { rejectIfNeeded } from "../../../hooks/deletion.ts";
import { surveyHooks } from "./survey-hooks.ts";

type Change = Static<typeof SurveyChange>;

function presentSurvey({ publicUrl }: Context, row: queries.SurveyRecord) {
  const {
    isActive,
    textHtml,
    thanksHtml,
    headHtml: _headHtml,
    archivedQuestions: _archivedQuestions,
    createdAt,
    updatedAt,
    ...survey
  } = row;
  return {
    ...survey,
    url: `${publicUrl}/s/${row.key}`,
    active: isActive,
    text: textHtml,
    thanksText: thanksHtml,
    createdAt: createdAt.toISOString(),
    updatedAt: iso(updatedAt),
  };
}

export async function listSurveys(ctx: Context, query: Paging & Omit<queries.SurveyRequest, "limit" | "offset">) {
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listSurveys(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map((row) => presentSurvey(ctx, row)), total, page, pageSize };
}

export async function getSurveyRecord({ db }: Context, id: string): Promise<queries.SurveyRecord> {
  const row = await queries.findSurvey(db, id);
  if (row === undefined) throw notFound("survey");
  return row;
}

export async function getSurvey(ctx: Context, id: string) {
  return presentSurvey(ctx, await getSurveyRecord(ctx, id));
}

const emptySurvey: queries.SurveyWrite = {
  name: "",
  isActive: false,
  language: "en",
  title: "",
  textHtml: "",
  submitLabel: "",
  thanksTitle: "",
  thanksHtml: "",
  design: emptyStyledDesign,
  blocks: null,
  headHtml: null,
  draft: null,
  version: 1,
  questions: [],
  archivedQuestions: [],
};

type Visual = Pick<queries.SurveyWrite, "blocks" | "headHtml" | "draft" | "version">;

/** New blocks end the draft, unless another one is given. */
function applyBlocks({ publicUrl }: Context, before: Visual, { blocks, draft }: Change): Visual {
  const { headHtml, version } = before;
  if (blocks === undefined && draft === undefined)
    return { blocks: before.blocks, headHtml, draft: before.draft, version };
  const changed = { draft: draft ?? null, version: version + 1 };
  if (blocks === undefined) return { blocks: before.blocks, headHtml, ...changed };
  if (blocks === null) return { blocks, headHtml: null, ...changed };
  const rendered = renderPageBlocks(blocks, { isPart: true });
  return { blocks, headHtml: sanitizeLandingPage(rendered, publicUrl, "blocks"), ...changed };
}

/** Applies the given fields to the stored values. */
async function applyChange(ctx: Context, before: queries.SurveyWrite, change: Change): Promise<queries.SurveyWrite> {
  const line = (text: string | undefined, old: string) => text?.trim() ?? old;
  const formatted = (text: string | undefined, old: string) => (text === undefined ? old : sanitizeText(text));
  const taken = before.archivedQuestions.map(({ key }) => key);
  return {
    name: line(change.name, before.name),
    isActive: change.active ?? before.isActive,
    language: change.language ?? before.language,
    title: line(change.title, before.title),
    textHtml: formatted(change.text, before.textHtml),
    submitLabel: line(change.submitLabel, before.submitLabel),
    thanksTitle: line(change.thanksTitle, before.thanksTitle),
    thanksHtml: formatted(change.thanksText, before.thanksHtml),
    design: await applyStyledDesign(ctx, before.design, change.design),
    ...applyBlocks(ctx, before, change),
    questions: change.questions === undefined ? before.questions : normalizeQuestions(change.questions, taken),
    archivedQuestions: before.archivedQuestions,
  };
}

export async function createSurvey(ctx: Context, input: Static<typeof SurveyInput>) {
  const { language } = await findPageSender(ctx.db, null);
  const survey = await applyChange(ctx, { ...emptySurvey, language }, input);
  const title = input.title === undefined ? survey.name : survey.title;
  return insertSurvey(ctx, { ...survey, title, version: 1 });
}

/** Long enough to be unguessable. */
const createSurveyKey = () => randomBytes(12).toString("base64url");

function insertSurvey(ctx: Context, survey: queries.SurveyWrite) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const how = { key: createSurveyKey(), createdAt: inner.clock.now() };
      const id = await queries.insertSurvey(inner.db, survey, how);
      inner.db.created(id);
      return getSurvey(inner, id);
    }),
  );
}

export function updateSurvey(ctx: Context, id: string, change: Change) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockSurveyForUpdate(inner.db, id);
      const before = await getSurveyRecord(inner, id);
      if (change.baseVersion !== undefined && change.baseVersion !== before.version)
        throw conflict("version", { current: before.version });
      const survey = await applyChange(inner, before, change);
      const archivedQuestions = before.responses === 0 ? [] : archiveRemovedQuestions(before, survey.questions);
      await queries.updateSurvey(inner.db, id, { ...survey, archivedQuestions }, inner.clock.now());
      return getSurvey(inner, id);
    }),
  );
}

export async function deleteSurvey(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await queries.lockSurveyForUpdate(inner.db, id);
    await rejectIfNeeded(inner, surveyHooks, { target: id });
    if (!(await queries.deleteSurvey(inner.db, id))) throw notFound("survey");
  });
}

export async function copySurvey(ctx: Context, id: string, overrides: { name?: string }) {
  const source = await getSurveyRecord(ctx, id);
  const name = await copyName(ctx, queries.surveyNames, source.name, overrides.name);
  const survey = await applyChange(ctx, source, { name, active: false });
  return insertSurvey(ctx, { ...survey, archivedQuestions: [], version: 1 });
}

export async function listSurveyResponses(
  ctx: Context,
  id: string,
  query: Paging & queries.ResponsePeriod & { sort?: string },
) {
  await getSurveyRecord(ctx, id);
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listSurveyResponses(ctx.db, id, {
    ...query,
    timeZone: ctx.company.timeZone,
    isOldestFirst: query.sort === "at",
    limit: pageSize,
    offset,
  });
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total, page, pageSize };
}

export async function getSurveyResults(ctx: Context, id: string, period: queries.ResponsePeriod) {
  const survey = await getSurveyRecord(ctx, id);
  const { responses, contacts, lastAt, ...counted } = await queries.countAnswers(ctx.db, id, {
    ...period,
    timeZone: ctx.company.timeZone,
  });
  return { responses, contacts, lastAt: iso(lastAt), questions: questionResults(survey, counted) };
}

/** Fields that are not given are empty. */
export async function previewSurvey(ctx: Context, content: Static<typeof SurveyPreviewInput>) {
  const { language } = await findPageSender(ctx.db, null);
  const shown = await presentSurveyView(ctx, await applyChange(ctx, { ...emptySurvey, language }, content), {
    hasMarks: true,
  });
  const html = surveyPage(shown, { values: () => [], problems: new Map() });
  return { html, thanksHtml: surveyThanksPage(shown) };
}
