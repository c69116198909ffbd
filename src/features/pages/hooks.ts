import type { FeatureHooks } from "../../context.ts";
import { fileReferences } from "./file-references.sql.ts";
import { deleteSurveyAnswersOfContact } from "./surveys/queries.ts";

export const hooks: FeatureHooks = {
  beforeErase: ({ db }, contact) => deleteSurveyAnswersOfContact(db, contact),
  fileReferences,
};
