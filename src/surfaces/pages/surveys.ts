import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { answer, findSheet } from "../../features/content/surveys/answering.ts";
import { findSurveyPlace } from "../../features/content/surveys/queries.ts";
import {
  closedSurveyPage,
  surveyPage,
  surveyThanksPage,
  trapField,
  type SurveySheet,
} from "../../features/content/surveys/view.ts";
import { claimVisit } from "../../features/people/sessions/throttle.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { printable, valuesIn } from "./forms.ts";
import { findContext, findOpenedToken } from "./opened-token.ts";
import { pathParam, queryOf } from "./params.ts";
import type { PublicParts } from "./public-pages.ts";

/** A shop with one address for all its visitors gets that many answers in a quarter of an hour. */
const mostAnswers = 30;
const keyForm = /^[\w-]{16}$/;

type Opened = { readonly ctx: Context; readonly surveyId: string; readonly sheet: SurveySheet };

/** `/s/{key}`: GET shows, POST keeps an answer. With `?c=` of an e-mail the company knows whose it is. */
export function registerSurveys(pages: FastifyInstance, parts: PublicParts): void {
  pages.get("/s/:key", async (request, reply) => {
    const { sheet } = await open(parts, request);
    const query = queryOf(request);
    if (query.has("sent")) return show(reply, 200, surveyThanksPage(sheet));
    if (!sheet.isActive) return show(reply, 410, closedSurveyPage(sheet));
    // An e-mail may lead here with a grade chosen already; it counts when it is sent.
    const values = (name: string) => query.getAll(name).map(printable);
    return show(reply, 200, surveyPage(sheet, { values, problems: new Map() }));
  });

  pages.post("/s/:key", async (request, reply) => {
    const { ctx, surveyId, sheet } = await open(parts, request);
    const values = valuesIn(request);
    if (values(trapField).some((text) => text !== "")) return thank(request, reply);
    const contactId = await findContactId(parts, request, ctx.company.tenantId);
    try {
      const subject = `survey ${surveyId} ${request.ip}`;
      await claimVisit({ db: parts.db, clock: ctx.clock, address: request.ip }, subject, mostAnswers);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void reply.header("Retry-After", String(error.params["retryAfter"]));
      return show(reply, error.status, surveyPage(sheet, { values, problems: new Map(), isRefused: true }));
    }
    const outcome = await answer(ctx, { surveyId, contactId, values });
    if (outcome === "closed") return show(reply, 410, closedSurveyPage(sheet));
    if (outcome.problems.size > 0) return show(reply, 400, surveyPage(sheet, { values, problems: outcome.problems }));
    return thank(request, reply);
  });
}

async function open(parts: PublicParts, request: FastifyRequest): Promise<Opened> {
  const key = pathParam(request, "key");
  const place = keyForm.test(key) ? await findSurveyPlace(parts.db, key) : undefined;
  const ctx = place === undefined ? undefined : await findContext(parts, place.tenantId);
  if (place === undefined || ctx === undefined) throw notFound("survey");
  const sheet = await findSheet(ctx, place.surveyId);
  if (sheet === undefined) throw notFound("survey");
  return { ctx, surveyId: place.surveyId, sheet };
}

/** A token that is not genuine, or of another company, is nobody's. */
async function findContactId(parts: PublicParts, request: FastifyRequest, tenantId: string): Promise<string | null> {
  const opened = await findOpenedToken(parts, queryOf(request).get("c") ?? "", ["survey"]);
  return opened?.claims.tenantId === tenantId ? opened.claims.contactId : null;
}

/** By an address of its own, so that loading it again sends nothing twice. */
const thank = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.redirect(`/s/${pathParam(request, "key")}?sent=1`, 303);

const show = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(markup);
