import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Flag, Id, Items, OneOf, Page, Text, pageQuery, pageQueryWithoutSearch } from "../../../kernel/schema.ts";
import { LabelBulk, LabelBulkAnswer } from "../../labels/shapes.ts";
import { starterKeys, starterLanguages } from "../../starters/catalogue.ts";
import { TestEmailInput, TestEmailAnswer } from "../test-emails/shapes.ts";
import { Content, ContentWrite, SavedContent, Version, VersionRow, contentKinds } from "../versions/shapes.ts";
import * as shapes from "./shapes.ts";

export const templateSorts = ["id", "name", "kind", "createdAt", "updatedAt"] as const;
const templatePath = "/templates/{template_id}";
const notFound = "not_found template";

export const templateRoutes = defineRoutes("Content", "content", {
  listTemplates: {
    method: "GET",
    path: "/templates",
    summary: "Templates without their content, filtered, sorted and paged; archived ones only on request",
    query: pageQuery(templateSorts, {
      shop: Type.Optional(Id),
      tag: Type.Optional(
        Type.Array(Text(200, 1), { maxItems: 20, description: "Repeatable: templates that have all of these tags" }),
      ),
      archived: Type.Optional(Flag),
      kind: Type.Optional(OneOf(contentKinds)),
    }),
    answers: { 200: Page(shapes.TemplateRow) },
    errors: ["validation q", "validation sort", "validation tag"],
  },
  createTemplate: {
    method: "POST",
    path: "/templates",
    summary: "Add a template: empty, with content, or from a starter",
    body: shapes.TemplateInput,
    answers: { 201: shapes.Template },
    errors: [
      "validation name",
      "validation shopId",
      "validation footerId",
      "validation unsubscribePageId",
      "validation html",
      "validation mjml",
      "validation blocks",
      "validation starter",
      "conflict name",
    ],
  },
  listStarters: {
    method: "GET",
    path: "/templates/starters",
    summary: `Our own templates to begin with: ${starterKeys.join(", ")}`,
    query: Type.Object({ language: Type.Optional(OneOf(starterLanguages)) }),
    answers: { 200: Items(shapes.StarterRow) },
    errors: [],
  },
  tagTemplates: {
    method: "POST",
    path: "/templates/tags",
    summary: "Add tags to templates and remove them",
    body: LabelBulk,
    answers: { 200: LabelBulkAnswer },
    errors: ["validation ids", "validation tags"],
  },
  getTemplate: {
    method: "GET",
    path: templatePath,
    summary: "One template with its draft content",
    answers: { 200: shapes.Template },
    errors: [notFound],
  },
  updateTemplate: {
    method: "PATCH",
    path: templatePath,
    summary: "Change the properties of a template; its content is saved separately",
    body: shapes.TemplateChange,
    answers: { 200: shapes.Template },
    errors: [
      "validation name",
      "validation shopId",
      "validation footerId",
      "validation unsubscribePageId",
      notFound,
      "conflict name",
    ],
  },
  deleteTemplate: {
    method: "DELETE",
    path: templatePath,
    risk: "irreversible",
    summary: "Delete a template with all its versions, unless it is in use",
    answers: { 204: null },
    errors: [notFound, "conflict used"],
  },
  archiveTemplate: {
    method: "POST",
    path: `${templatePath}/archive`,
    summary: "Archive a template; whatever uses it continues to send it",
    answers: { 200: shapes.Template },
    errors: [notFound],
  },
  unarchiveTemplate: {
    method: "POST",
    path: `${templatePath}/unarchive`,
    summary: "Restore an archived template",
    answers: { 200: shapes.Template },
    errors: [notFound],
  },
  duplicateTemplate: {
    method: "POST",
    path: `${templatePath}/duplicate`,
    summary: "Copy a template with its draft content; without a name it gets the first free one",
    body: shapes.TemplateCopyInput,
    answers: { 201: shapes.Template },
    errors: ["validation name", notFound, "conflict name"],
  },
  convertTemplate: {
    method: "POST",
    path: `${templatePath}/convert-to-visual`,
    summary: "Convert HTML or MJML to blocks, as a new version; unsupported parts become HTML blocks",
    body: shapes.TemplateConvertInput,
    answers: { 200: shapes.Template },
    errors: ["validation html", notFound, "conflict status", "conflict version"],
  },
  publishTemplate: {
    method: "POST",
    path: `${templatePath}/publish`,
    risk: "irreversible",
    summary: "Publish the draft of a template; without a draft nothing changes",
    answers: { 200: shapes.Template },
    errors: [notFound],
  },
  testTemplate: {
    method: "POST",
    path: `${templatePath}/test`,
    summary:
      "Send the draft content to test addresses, to all of them by default; at most 10 e-mails per template in 24 hours",
    body: TestEmailInput,
    answers: { 202: TestEmailAnswer },
    errors: [
      "validation emails",
      "validation html",
      notFound,
      "rate_limited template",
      "rate_limited test-emails",
      "unavailable mail",
    ],
  },
  getTemplateContent: {
    method: "GET",
    path: `${templatePath}/content`,
    summary: "Draft content of a template",
    answers: { 200: Content },
    errors: [notFound],
  },
  saveTemplateContent: {
    method: "PUT",
    path: `${templatePath}/content`,
    summary: "Save content as a new version; a draft while an active automation sends the template",
    body: ContentWrite,
    answers: { 200: SavedContent },
    errors: [
      "validation html",
      "validation mjml",
      "validation blocks",
      "validation kind",
      "validation baseVersion",
      notFound,
      "conflict version",
      "rate_limited template",
    ],
  },
  discardTemplateDraft: {
    method: "DELETE",
    path: `${templatePath}/draft`,
    summary: "Discard the draft; its versions can still be read",
    answers: { 204: null },
    errors: [notFound, "not_found draft"],
  },
  listTemplateVersions: {
    method: "GET",
    path: `${templatePath}/versions`,
    summary: "Saved versions of a template, newest first",
    query: pageQueryWithoutSearch(["id"]),
    answers: { 200: Page(VersionRow) },
    errors: [notFound],
  },
  getTemplateVersion: {
    method: "GET",
    path: `${templatePath}/versions/{version_id}`,
    summary: "One saved version; saving its content again restores it",
    answers: { 200: Version },
    errors: [notFound, "not_found version"],
  },
});
