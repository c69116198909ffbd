import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { surveyRoutes } from "./contract.ts";
import * as surveys from "./service.ts";

export const surveyHandlers: HandlersOf<Context, typeof surveyRoutes.records> = {
  listSurveys: (ctx, { query }) => surveys.list(ctx, query),
  createSurvey: (ctx, { body }) => surveys.create(ctx, body),
  getSurvey: (ctx, { params }) => surveys.get(ctx, params.survey_id),
  updateSurvey: (ctx, { params, body }) => surveys.update(ctx, params.survey_id, body),
  deleteSurvey: (ctx, { params }) => surveys.remove(ctx, params.survey_id),
  copySurvey: (ctx, { params, body }) => surveys.copy(ctx, params.survey_id, body),
  listSurveyResponses: (ctx, { params, query }) => surveys.listResponses(ctx, params.survey_id, query),
  getSurveyResults: (ctx, { params, query }) => surveys.results(ctx, params.survey_id, query),
};
