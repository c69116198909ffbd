import { node, type SqlNode } from "../../../db/sql-node.ts";

/** Answers stay when their contacts, those in `old`, are deleted. */
export const unlinkSurveyAnswers = (tenantId: string): SqlNode => node`
  update survey_response set contact_id = null
  where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;
