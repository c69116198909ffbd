import type { TenantDb } from "../../db/tenant.ts";

export type SurveyAnswer = { surveyId: string; survey: string; at: Date; answers: Record<string, unknown> };

export async function listSurveyAnswersOfContact(db: TenantDb, contactId: string): Promise<SurveyAnswer[]> {
  return db.sql<SurveyAnswer[]>`
    select s.id as survey_id, s.name as survey, r.at, r.answers from survey_response r
    join survey s on s.tenant_id = ${db.tenantId} and s.id = r.survey_id
    where r.tenant_id = ${db.tenantId} and r.contact_id = ${contactId} order by r.at desc, r.id desc`;
}
