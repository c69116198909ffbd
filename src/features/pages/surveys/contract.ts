import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Flag, Name, Page, pageQuery } from "../../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

const surveyPath = "/surveys/{survey_id}";
const missing = "not_found survey";
const wrong = [
  "validation name",
  "validation questions",
  "validation questions.0.key",
  "validation questions.0.options",
  "validation design.logoUrl",
  "validation design.imageUrl",
  "validation blocks",
  "validation draft",
] as const;

export const surveyRoutes = defineRoutes("Content", "content", {
  listSurveys: {
    method: "GET",
    path: "/surveys",
    mcp: "catalog",
    summary: "Surveys with the number of answers",
    query: pageQuery(["id", "name", "createdAt"], { active: Type.Optional(Flag) }),
    answers: { 200: Page(shapes.SurveyRow) },
    errors: ["validation q", "validation sort"],
  },
  createSurvey: {
    method: "POST",
    path: "/surveys",
    mcp: "catalog",
    effect: "internal",
    summary: "Add a survey; it accepts answers on its public page once it is active",
    body: shapes.SurveyInput,
    answers: { 201: shapes.Survey },
    errors: [...wrong, "conflict name"],
  },
  previewSurvey: {
    method: "POST",
    path: "/surveys/preview",
    mcp: "catalog",
    risk: "read",
    summary: "Preview an unsaved survey; changes nothing",
    body: shapes.SurveyPreviewInput,
    answers: { 200: shapes.SurveyPreview },
    errors: [
      "validation questions",
      "validation questions.0.key",
      "validation questions.0.options",
      "validation design.logoUrl",
      "validation design.imageUrl",
      "validation blocks",
    ],
  },
  getSurvey: {
    method: "GET",
    path: surveyPath,
    mcp: "catalog",
    summary: "One survey with its questions",
    answers: { 200: shapes.Survey },
    errors: [missing],
  },
  updateSurvey: {
    method: "PATCH",
    path: surveyPath,
    mcp: "catalog",
    effect: "internal",
    summary:
      "Change a survey. Answers reference questions and options by key: removed ones stay in the results, " +
      "and an answered question keeps its type",
    body: shapes.SurveyChange,
    answers: { 200: shapes.Survey },
    errors: [...wrong, "validation baseVersion", missing, "conflict name", "conflict answers", "conflict version"],
  },
  deleteSurvey: {
    method: "DELETE",
    path: surveyPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a survey with its answers",
    answers: { 204: null },
    errors: [missing, "conflict used"],
  },
  copySurvey: {
    method: "POST",
    path: `${surveyPath}/copy`,
    mcp: "catalog",
    effect: "internal",
    summary: "Copy a survey without its answers, inactive, with the first free name",
    body: Type.Object({ name: Type.Optional(Name) }),
    answers: { 201: shapes.Survey },
    errors: ["validation name", missing, "conflict name"],
  },
  listSurveyResponses: {
    method: "GET",
    path: `${surveyPath}/responses`,
    mcp: "catalog",
    summary: "Single responses, newest first; `from` and `to` are days in the company's time zone, both inclusive",
    query: pageQuery(["at"], shapes.periodProperties),
    answers: { 200: Page(shapes.SurveyResponse) },
    errors: ["validation sort", "validation from", "validation to", missing],
  },
  getSurveyResults: {
    method: "GET",
    path: `${surveyPath}/results`,
    mcp: "catalog",
    summary: "Answers counted by question",
    query: Type.Object(shapes.periodProperties),
    answers: { 200: shapes.SurveyResults },
    errors: ["validation from", "validation to", missing],
  },
});
