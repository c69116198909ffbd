import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { findSurveyView, submitAnswers, type SurveyView } from "../../features/pages/surveys/submit-answers.ts";
import { findSurveyByKey } from "../../features/pages/surveys/queries.ts";
import {
  closedSurveyPage,
  surveyPage,
  surveyThanksPage,
  honeypotField,
  type SurveyForm,
} from "../../features/pages/surveys/survey-view.ts";
import { limitVisits } from "../../features/members/sessions/throttle.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { printable, valuesIn, pathParam, parseQuery } from "./forms.ts";
import { findServiceContext, findVerifiedToken } from "./verified-token.ts";
import { surveyPolicy } from "./policies.ts";
import type { PublicPageDeps } from "./page-deps.ts";

/** The limit allows for a shop whose visitors share one IP address. */
const maxAnswers = 30;
const keyForm = /^[\w-]{16}$/;

type OpenedSurvey = { readonly ctx: Context; readonly surveyId: string; readonly sheet: SurveyView };

/** `/s/{key}`: GET shows the survey, POST stores a response. With `?c=` from an e-mail the contact is known. */
export function registerSurveys(pages: FastifyInstance, deps: PublicPageDeps): void {
  pages.get("/s/:key", async (request, reply) => {
    const { sheet } = await openSurvey(deps, request);
    const query = parseQuery(request);
    if (query.has("sent")) return show(reply, 200, surveyThanksPage(sheet));
    if (!sheet.isActive) return show(reply, 410, closedSurveyPage(sheet));
    // A link in an e-mail may preselect a grade; it counts when the form is submitted.
    const values = (name: string) => query.getAll(name).map(printable);
    return showQuestions(deps, reply, { status: 200, sheet, form: { values, problems: new Map() } });
  });

  pages.post("/s/:key", async (request, reply) => {
    const { ctx, surveyId, sheet } = await openSurvey(deps, request);
    const values = valuesIn(request);
    if (values(honeypotField).some((text) => text !== "")) return thank(request, reply);
    const contactId = await findContactId(deps, request, ctx.company.tenantId);
    try {
      const subject = `survey ${surveyId} ${request.ip}`;
      await limitVisits({ db: deps.db, clock: ctx.clock, address: request.ip }, subject, maxAnswers);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void reply.header("Retry-After", String(error.params["retryAfter"]));
      const form = { values, problems: new Map(), isRateLimited: true };
      return showQuestions(deps, reply, { status: error.status, sheet, form });
    }
    const outcome = await submitAnswers(ctx, { surveyId, contactId, values });
    if (outcome === "closed") return show(reply, 410, closedSurveyPage(sheet));
    if (outcome.problems.size > 0) {
      const form = { values, problems: outcome.problems };
      return showQuestions(deps, reply, { status: 400, sheet, form });
    }
    return thank(request, reply);
  });
}

async function openSurvey(deps: PublicPageDeps, request: FastifyRequest): Promise<OpenedSurvey> {
  const key = pathParam(request, "key");
  const place = keyForm.test(key) ? await findSurveyByKey(deps.db, key) : undefined;
  const ctx = place === undefined ? undefined : await findServiceContext(deps, place.tenantId);
  if (place === undefined || ctx === undefined) throw notFound("survey");
  const sheet = await findSurveyView(ctx, place.surveyId);
  if (sheet === undefined) throw notFound("survey");
  return { ctx, surveyId: place.surveyId, sheet };
}

/** An invalid token, or one of another company, counts as anonymous. */
async function findContactId(deps: PublicPageDeps, request: FastifyRequest, tenantId: string): Promise<string | null> {
  const opened = await findVerifiedToken(deps, parseQuery(request).get("c") ?? "", ["survey", "click"]);
  return opened?.claims.tenantId === tenantId ? opened.claims.contactId : null;
}

/** Redirects to a separate URL, so that reloading does not submit twice. */
const thank = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.redirect(`/s/${pathParam(request, "key")}?sent=1`, 303);

type Questions = { readonly status: number; readonly sheet: SurveyView; readonly form: SurveyForm };

/** Blocks above the questions have inline styles, as on a landing page. */
function showQuestions({ publicUrls }: PublicPageDeps, reply: FastifyReply, { status, sheet, form }: Questions) {
  if (sheet.head !== undefined)
    void reply.header("Content-Security-Policy", surveyPolicy(publicUrls, sheet.head.formTargets));
  return show(reply, status, surveyPage(sheet, form));
}

const show = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(markup);
