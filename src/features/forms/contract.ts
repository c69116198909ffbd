import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Day, Id, Items, Name, Page, Text, pageQuery } from "../../kernel/schema.ts";
import { LabelBulk, LabelBulkAnswer } from "../labels/shapes.ts";
import * as shapes from "./shapes.ts";

const formPath = "/forms/{form_id}";
const missing = "not_found form";
/** Refusals of fields of a form. */
export const wrongForm = [
  "validation name",
  "validation shopId",
  "validation listIds",
  "validation purposeId",
  "validation consentText",
  "validation status",
  "validation kind",
  "validation fields",
  "validation fields.0.key",
  "validation fields.0.target",
  "validation successUrl",
  "validation confirmedUrl",
  "validation design.logoUrl",
  "validation design.imageUrl",
  "validation settings.doiTemplateId",
  "validation settings.senderId",
  "validation tags",
] as const;

export const formRoutes = defineRoutes("Forms", "content", {
  listForms: {
    method: "GET",
    path: "/forms",
    mcp: "catalog",
    summary: "Sign-up forms with the number of sign-ups",
    query: pageQuery(["id", "name", "createdAt"], {
      shop: Type.Optional(Id),
      tag: Type.Optional(
        Type.Array(Text(200, 1), { maxItems: 20, description: "Repeatable: forms that have all of these tags" }),
      ),
    }),
    answers: { 200: Page(shapes.Form) },
    errors: ["validation q", "validation sort", "validation shop", "validation tag"],
  },
  createForm: {
    method: "POST",
    path: "/forms",
    mcp: "catalog",
    effect: "depends",
    summary: "Add a form; it is on its public page at once unless it is inactive",
    body: shapes.FormInput,
    answers: { 201: shapes.Form },
    errors: [...wrongForm, "conflict name"],
  },
  listDoiTemplates: {
    method: "GET",
    path: "/forms/doi-templates",
    mcp: "catalog",
    summary: "Templates with the confirmation link, which can be the double opt-in e-mail",
    answers: { 200: Items(shapes.DoiTemplate) },
    errors: [],
  },
  previewForm: {
    method: "POST",
    path: "/forms/preview",
    mcp: "catalog",
    risk: "read",
    summary:
      "What visitors would see of fields that are not saved: the page of the public address, unless stated otherwise",
    body: shapes.FormPreviewInput,
    answers: { 200: shapes.FormPreview },
    errors: [...wrongForm],
  },
  tagForms: {
    method: "POST",
    path: "/forms/tags",
    mcp: "catalog",
    effect: "internal",
    summary: "Add and remove tags of forms",
    body: LabelBulk,
    answers: { 200: LabelBulkAnswer },
    errors: ["validation ids", "validation tags"],
  },
  getForm: {
    method: "GET",
    path: formPath,
    mcp: "catalog",
    summary: "One form",
    answers: { 200: shapes.Form },
    errors: [missing],
  },
  updateForm: {
    method: "PATCH",
    path: formPath,
    mcp: "catalog",
    effect: "depends",
    summary: "Change a form; its key and public address stay",
    body: shapes.FormChange,
    answers: { 200: shapes.Form },
    errors: [...wrongForm, missing, "conflict name"],
  },
  deleteForm: {
    method: "DELETE",
    path: formPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a form: its public address and the links of its e-mails stop working; consents stay proven",
    answers: { 204: null },
    errors: [missing, "conflict used"],
  },
  copyForm: {
    method: "POST",
    path: `${formPath}/copy`,
    mcp: "catalog",
    effect: "internal",
    summary: "Copy a form without its history, inactive, with the first free name",
    body: Type.Object({ name: Type.Optional(Name) }),
    answers: { 201: shapes.Form },
    errors: ["validation name", missing, "conflict name"],
  },
  getFormEmbed: {
    method: "GET",
    path: `${formPath}/embed`,
    mcp: "catalog",
    summary: "Codes for other web sites",
    answers: { 200: shapes.EmbedCodes },
    errors: [missing],
  },
  listSignUps: {
    method: "GET",
    path: `${formPath}/history`,
    mcp: "catalog",
    summary: "Sign-ups, newest first; `filledFrom` and `filledTo` are days in the company's time zone, both inclusive",
    query: pageQuery(["filledAt", "email", "confirmedAt"], {
      filledFrom: Type.Optional(Day),
      filledTo: Type.Optional(Day),
    }),
    answers: { 200: Page(shapes.SignUp) },
    errors: ["validation q", "validation sort", "validation filledFrom", "validation filledTo", missing],
  },
  getWelcome: {
    method: "GET",
    path: `${formPath}/welcome`,
    mcp: "catalog",
    summary: "The e-mail after the confirmation",
    answers: { 200: shapes.Welcome },
    errors: [missing],
  },
  setWelcome: {
    method: "PUT",
    path: `${formPath}/welcome`,
    mcp: "catalog",
    effect: "depends",
    summary: "Switch the e-mail after the confirmation on or off; every contact gets it once per form",
    body: shapes.WelcomeInput,
    answers: { 200: shapes.Welcome },
    errors: ["validation templateId", missing],
  },
});
