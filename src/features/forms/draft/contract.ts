import { defineRoutes } from "../../../kernel/route.ts";
import { wrongForm } from "../contract.ts";
import { Form } from "../shapes.ts";
import * as shapes from "./shapes.ts";

const path = "/forms/{form_id}/draft";
const missing = "not_found form";

/** A draft is edited while visitors see the form as it is. `PATCH` changes the form at once and leaves the draft. */
export const formDraftRoutes = defineRoutes("Forms", "content", {
  getFormDraft: {
    method: "GET",
    path,
    mcp: "catalog",
    summary: "What the editor of the form works on: the draft, or the form where there is none",
    answers: { 200: shapes.FormDraft },
    errors: [missing],
  },
  saveFormDraft: {
    method: "PUT",
    path,
    mcp: "catalog",
    effect: "internal",
    isAutosave: true,
    summary: "Save the draft, which visitors do not see; fields that are not given are those of the form",
    body: shapes.FormDraftInput,
    answers: { 200: shapes.FormDraft },
    errors: [...wrongForm, "validation welcome.templateId", missing, "conflict revision"],
  },
  discardFormDraft: {
    method: "DELETE",
    path,
    mcp: "catalog",
    effect: "internal",
    summary: "Discard the draft; the form stays as it is",
    answers: { 204: null },
    errors: [missing, "not_found draft"],
  },
  publishForm: {
    method: "POST",
    path: "/forms/{form_id}/publish",
    mcp: "catalog",
    effect: "sends",
    summary:
      "Make the draft the form, and the form active; refused while the draft is out of date, unless it says what it replaces",
    body: shapes.PublishInput,
    answers: { 200: Form },
    errors: [
      ...wrongForm,
      "validation welcome.templateId",
      missing,
      "conflict name",
      "conflict revision",
      "conflict version",
    ],
  },
});
