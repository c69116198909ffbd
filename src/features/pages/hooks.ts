import { contactHooks } from "../contacts/contact-hooks.ts";
import { fileHooks } from "../files/file-hooks.ts";
import { fileReferences } from "./file-references.sql.ts";
import { unlinkSurveyAnswers } from "./surveys/unlink-answers.sql.ts";
import { deleteSurveyAnswersOfContact } from "./surveys/queries.ts";

export const hooks = [
  contactHooks.implement({
    onDelete: (tenantId) => [unlinkSurveyAnswers(tenantId)],
    beforeErase: ({ db }, contact) => deleteSurveyAnswersOfContact(db, contact),
  }),
  fileHooks.implement({ references: fileReferences }),
];
