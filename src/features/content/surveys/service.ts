import { randomBytes } from "node:crypto";
import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, refuseTakenName } from "../../../db/names.ts";
import { notFound } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { findSender } from "../preferences/queries.ts";
import { designOf, emptyDesign } from "../public-page/design.ts";
import { cleanText } from "../public-page/sanitize.ts";
import * as queries from "./queries.ts";
import { questionsOf, retire } from "./questions.ts";
import { resultsOf } from "./results.ts";
import type { SurveyChange, SurveyInput } from "./shapes.ts";

type Change = Static<typeof SurveyChange>;

function present({ publicUrl }: Context, row: queries.SurveyRecord) {
  const { isActive, textHtml, thanksHtml, retired: _retired, createdAt, updatedAt, ...survey } = row;
  return {
    ...survey,
    url: `${publicUrl}/s/${row.key}`,
    active: isActive,
    text: textHtml,
    thanksText: thanksHtml,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}

export async function list(ctx: Context, query: Paging & Omit<queries.SurveyRequest, "limit" | "offset">) {
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listSurveys(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map((row) => present(ctx, row)), total, page, pageSize };
}

export async function getRecord({ db }: Context, id: string): Promise<queries.SurveyRecord> {
  const row = await queries.findSurvey(db, id);
  if (row === undefined) throw notFound("survey");
  return row;
}

export async function get(ctx: Context, id: string) {
  return present(ctx, await getRecord(ctx, id));
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
  design: emptyDesign,
  questions: [],
  retired: [],
};

/** What a request says, over what was there. */
function writeOf(before: queries.SurveyWrite, change: Change): queries.SurveyWrite {
  const line = (text: string | undefined, old: string) => text?.trim() ?? old;
  const formatted = (text: string | undefined, old: string) => (text === undefined ? old : cleanText(text));
  const taken = before.retired.map(({ key }) => key);
  return {
    name: line(change.name, before.name),
    isActive: change.active ?? before.isActive,
    language: change.language ?? before.language,
    title: line(change.title, before.title),
    textHtml: formatted(change.text, before.textHtml),
    submitLabel: line(change.submitLabel, before.submitLabel),
    thanksTitle: line(change.thanksTitle, before.thanksTitle),
    thanksHtml: formatted(change.thanksText, before.thanksHtml),
    design: designOf(before.design, change.design),
    questions: change.questions === undefined ? before.questions : questionsOf(change.questions, taken),
    retired: before.retired,
  };
}

export async function create(ctx: Context, input: Static<typeof SurveyInput>) {
  const { language } = await findSender(ctx.db, null);
  const survey = writeOf({ ...emptySurvey, language }, input);
  return insert(ctx, { ...survey, title: input.title === undefined ? survey.name : survey.title });
}

/** Long enough that nobody finds a survey by trying. */
const newKey = () => randomBytes(12).toString("base64url");

function insert(ctx: Context, survey: queries.SurveyWrite) {
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      const how = { key: newKey(), createdAt: inner.clock.now() };
      return get(inner, await queries.insertSurvey(inner.db, survey, how));
    }),
  );
}

export function update(ctx: Context, id: string, change: Change) {
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockSurvey(inner.db, id);
      const before = await getRecord(inner, id);
      const survey = writeOf(before, change);
      const retired = before.responses === 0 ? [] : retire(before, survey.questions);
      await queries.updateSurvey(inner.db, id, { ...survey, retired }, inner.clock.now());
      return get(inner, id);
    }),
  );
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await queries.lockSurvey(db, id);
    if (!(await queries.deleteSurvey(db, id))) throw notFound("survey");
  });
}

export async function copy(ctx: Context, id: string, wish: { name?: string }) {
  const source = await getRecord(ctx, id);
  const name = await copyName(ctx, "survey", source.name, wish.name);
  return insert(ctx, { ...writeOf(source, { name, active: false }), retired: [] });
}

export async function listResponses(ctx: Context, id: string, query: Paging & queries.Period & { sort?: string }) {
  await getRecord(ctx, id);
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listResponses(ctx.db, id, {
    ...query,
    timeZone: ctx.company.timeZone,
    isOldestFirst: query.sort === "at",
    limit: pageSize,
    offset,
  });
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total, page, pageSize };
}

export async function results(ctx: Context, id: string, period: queries.Period) {
  const survey = await getRecord(ctx, id);
  const { responses, contacts, lastAt, ...counted } = await queries.countAnswers(ctx.db, id, {
    ...period,
    timeZone: ctx.company.timeZone,
  });
  return { responses, contacts, lastAt: lastAt?.toISOString() ?? null, questions: resultsOf(survey, counted) };
}
