import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { surveyRoutes } from "./contract.ts";
import * as surveys from "./service.ts";

export const surveyHandlers: HandlersOf<Context, typeof surveyRoutes.records> = {
  listSurveys: (ctx, { query }) => surveys.listSurveys(ctx, query),
  createSurvey: (ctx, { body }) => surveys.createSurvey(ctx, body),
  previewSurvey: (ctx, { body }) => surveys.previewSurvey(ctx, body),
  getSurvey: (ctx, { params }) => surveys.getSurvey(ctx, params.survey_id),
  updateSurvey: (ctx, { params, body }) => surveys.updateSurvey(ctx, params.survey_id, body),
  deleteSurvey: (ctx, { params }) => surveys.deleteSurvey(ctx, params.survey_id),
  copySurvey: (ctx, { params, body }) => surveys.copySurvey(ctx, params.survey_id, body),
  listSurveyResponses: (ctx, { params, query }) => surveys.listSurveyResponses(ctx, params.survey_id, query),
  getSurveyResults: (ctx, { params, query }) => surveys.getSurveyResults(ctx, params.survey_id, query),
};
