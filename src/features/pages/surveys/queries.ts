import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { UniqueNames } from "../../../db/unique-names.ts";
import { startOfDay, startOfNextDay } from "../../../kernel/local-time.ts";
import { searchPattern, joinSearchText } from "../../../kernel/text.ts";
import { emptyStyledDesign, type StyledDesign } from "../public-page/styled-design.ts";
import { orderBy } from "../../../db/order-by.ts";
import type { PageBlocks } from "../landing-pages/page-blocks.ts";
import type { SurveyAnswers } from "./answers.ts";
import type { AnsweredCount, AnswerTally } from "./results.ts";
import type { SurveyQuestion } from "./shapes.ts";

export const surveyNames: UniqueNames = { table: "survey" };

export type SurveyRecord = {
  id: string;
  key: string;
  name: string;
  isActive: boolean;
  language: string;
  title: string;
  textHtml: string;
  submitLabel: string;
  thanksTitle: string;
  thanksHtml: string;
  design: StyledDesign;
  blocks: PageBlocks | null;
  /** Made from the blocks. */
  headHtml: string | null;
  draft: PageBlocks | null;
  version: number;
  questions: SurveyQuestion[];
  archivedQuestions: SurveyQuestion[];
  responses: number;
  createdAt: Date;
  updatedAt: Date | null;
};

const unsetDesign = JSON.stringify(emptyStyledDesign);

/** Designs that were stored before a choice existed have none. */
const columns = ({ sql, tenantId }: TenantDb): Fragment => sql`
  s.id, s.key, s.name, s.is_active, s.language, s.title, s.text_html, s.submit_label, s.thanks_title, s.thanks_html,
  ${unsetDesign}::jsonb || s.design as design, s.blocks, s.head_html, s.draft, s.version, s.questions, s.archived_questions, s.created_at, s.updated_at,
  (select count(*) from survey_response r where r.tenant_id = ${tenantId} and r.survey_id = s.id)::int as responses`;

export async function findSurvey(db: TenantDb, id: string): Promise<SurveyRecord | undefined> {
  const [row] = await db.sql<SurveyRecord[]>`
    select ${columns(db)} from survey s where s.tenant_id = ${db.tenantId} and s.id = ${id}`;
  return row;
}

/** Blocks new answers until the transaction ends; the next statement sees all earlier ones. */
export async function lockSurveyForUpdate(db: TenantDb, id: string): Promise<void> {
  await db.sql`select from survey where tenant_id = ${db.tenantId} and id = ${id} for update`;
}

/** Blocks changes of the questions until the answer is written. */
export async function lockSurveyForShare(db: TenantDb, id: string): Promise<void> {
  await db.sql`select from survey where tenant_id = ${db.tenantId} and id = ${id} for share`;
}

/** Found by public key, across companies. */
export async function findSurveyByKey(
  db: SystemDb,
  key: string,
): Promise<{ tenantId: string; surveyId: string } | undefined> {
  const [row] = await db.sql<{ tenantId: string; surveyId: string }[]>`
    select tenant_id, survey_id from survey_lookup where key = ${key}`;
  return row;
}

export type SurveyRequest = { q?: string; active?: boolean; sort?: string; limit: number; offset: number };

export async function listSurveys(
  db: TenantDb,
  request: SurveyRequest,
): Promise<{ total: number; rows: SurveyRecord[] }> {
  const { sql } = db;
  const q = request.q?.trim() ?? "";
  const found = sql`
    from survey s where s.tenant_id = ${db.tenantId}
      ${q === "" ? sql`` : sql`and s.search like ${searchPattern(q)}`}
      ${request.active === undefined ? sql`` : sql`and s.is_active = ${request.active}`}`;
  const order = orderBy(db, request.sort ?? "-createdAt", {
    id: sql`s.id`,
    name: sql`lower(s.name)`,
    createdAt: sql`s.created_at`,
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<SurveyRecord[]>`
      select ${columns(db)} ${found} order by ${order} limit ${request.limit} offset ${request.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type SurveyWrite = Omit<SurveyRecord, "id" | "key" | "responses" | "createdAt" | "updatedAt">;

const toRow = ({ design, blocks, draft, questions, archivedQuestions, ...survey }: SurveyWrite) => ({
  ...survey,
  design: JSON.stringify(design),
  blocks: blocks && JSON.stringify(blocks),
  draft: draft && JSON.stringify(draft),
  questions: JSON.stringify(questions),
  archivedQuestions: JSON.stringify(archivedQuestions),
  search: joinSearchText(survey.name, survey.title),
});

export async function insertSurvey(
  db: TenantDb,
  survey: SurveyWrite,
  { key, createdAt }: { key: string; createdAt: Date },
): Promise<string> {
  const row = { tenantId: db.tenantId, key, ...toRow(survey), createdAt };
  const { id } = singleRow(await db.sql<{ id: string }[]>`insert into survey ${db.sql(row)} returning id`);
  await db.sql`insert into survey_lookup (key, tenant_id, survey_id) values (${key}, ${db.tenantId}, ${id})`;
  return id;
}

export async function updateSurvey(db: TenantDb, id: string, survey: SurveyWrite, updatedAt: Date): Promise<void> {
  const row = { ...toRow(survey), updatedAt };
  await db.sql`update survey set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteSurvey(db: TenantDb, id: string): Promise<boolean> {
  await db.sql`delete from survey_lookup where tenant_id = ${db.tenantId} and survey_id = ${id}`;
  const rows = await db.sql`delete from survey where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}

export type NewSurveyResponse = { surveyId: string; contactId: string | null; answers: SurveyAnswers; at: Date };

/** A known contact has one response; false if this one replaced an earlier one. */
export async function upsertSurveyResponse(db: TenantDb, response: NewSurveyResponse): Promise<boolean> {
  const row = { tenantId: db.tenantId, ...response, answers: JSON.stringify(response.answers) };
  const rows = await db.sql<{ isNew: boolean }[]>`
    insert into survey_response ${db.sql(row)}
    on conflict (tenant_id, survey_id, contact_id) where contact_id is not null
      do update set answers = excluded.answers, at = excluded.at
    returning (xmax = 0) as is_new`;
  return singleRow(rows).isNew;
}

/** Checks that the contact exists and prevents its deletion until the answer is written. */
export async function lockRespondingContact(db: TenantDb, contactId: string): Promise<boolean> {
  const rows = await db.sql`
    select from contact where tenant_id = ${db.tenantId} and id = ${contactId} for key share`;
  return rows.length > 0;
}

export type SurveyResponseRecord = {
  id: string;
  at: Date;
  contactId: string | null;
  email: string | null;
  answers: Record<string, unknown>;
};

export type ResponsePeriod = { from?: string; to?: string };

/** Days in the company's time zone, both inclusive. */
const within = ({ sql }: TenantDb, { from, to }: ResponsePeriod, timeZone: string): Fragment => sql`
  ${from === undefined ? sql`` : sql`and r.at >= ${startOfDay(from, timeZone)}`}
  ${to === undefined ? sql`` : sql`and r.at < ${startOfNextDay(to, timeZone)}`}`;

export async function listSurveyResponses(
  db: TenantDb,
  surveyId: string,
  request: ResponsePeriod & { timeZone: string; isOldestFirst: boolean; limit: number; offset: number },
): Promise<{ total: number; rows: SurveyResponseRecord[] }> {
  const { sql } = db;
  const found = sql`
    from survey_response r left join contact c on c.tenant_id = ${db.tenantId} and c.id = r.contact_id
    where r.tenant_id = ${db.tenantId} and r.survey_id = ${surveyId} ${within(db, request, request.timeZone)}`;
  const order = request.isOldestFirst ? sql`r.at, r.id` : sql`r.at desc, r.id desc`;
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<SurveyResponseRecord[]>`
      select r.id, r.at, r.contact_id, c.email, r.answers ${found}
      order by ${order} limit ${request.limit} offset ${request.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

const newestTexts = 20;

/** Counts the answers in SQL. */
export async function countAnswers(db: TenantDb, surveyId: string, period: ResponsePeriod & { timeZone: string }) {
  const { sql } = db;
  const answers = sql`
    from survey_response r cross join lateral jsonb_each(r.answers) as a(question, value)
    where r.tenant_id = ${db.tenantId} and r.survey_id = ${surveyId} ${within(db, period, period.timeZone)}`;
  const [totals, answered, tallies, texts] = await Promise.all([
    sql<{ responses: number; contacts: number; lastAt: Date | null }[]>`
      select count(*)::int as responses, count(r.contact_id)::int as contacts, max(r.at) as last_at
      from survey_response r
      where r.tenant_id = ${db.tenantId} and r.survey_id = ${surveyId} ${within(db, period, period.timeZone)}`,
    sql<AnsweredCount[]>`select a.question, count(*)::int as n ${answers} group by a.question`,
    sql<AnswerTally[]>`
      select e.question, v.value, count(*)::int as n
      from (select a.question, a.value ${answers}) e
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(e.value) when 'array' then e.value else jsonb_build_array(e.value) end) as v(value)
      where length(v.value) <= 40 group by e.question, v.value`,
    sql<{ question: string; text: string }[]>`
      select question, text from (
        select a.question, (a.value #>> '{}') as text,
          row_number() over (partition by a.question order by r.at desc, r.id desc) as place
        ${answers} and a.question = any(
          select q ->> 'key' from survey s cross join lateral jsonb_array_elements(s.questions || s.archived_questions) as q
          where s.tenant_id = ${db.tenantId} and s.id = ${surveyId} and (q ->> 'type') = 'text')
      ) newest where place <= ${newestTexts} order by question, place`,
  ]);
  return { ...singleRow(totals), answered, tallies, texts };
}

/** For an erasure: the answers of the contact, and answers of others that contain the address. */
export async function deleteSurveyAnswersOfContact(
  db: TenantDb,
  contact: { id: string; email: string },
): Promise<void> {
  await db.sql`
    delete from survey_response where tenant_id = ${db.tenantId}
      and (contact_id = ${contact.id} or position(${contact.email} in lower(answers::text)) > 0)`;
}
