import type { FeatureHooks } from "../../context.ts";
import { fileReferences } from "./file-references.sql.ts";
import { unlinkSurveyAnswers } from "./surveys/unlink-answers.sql.ts";
import { deleteSurveyAnswersOfContact } from "./surveys/queries.ts";

export const hooks: FeatureHooks = {
  onDelete: (tenantId) => [unlinkSurveyAnswers(tenantId)],
  beforeErase: ({ db }, contact) => deleteSurveyAnswersOfContact(db, contact),
  fileReferences,
};
