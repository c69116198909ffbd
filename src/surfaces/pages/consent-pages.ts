import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Value } from "typebox/value";
import type { VisitorContext } from "../../context.ts";
import {
  allowClient,
  denyClient,
  getConsentingPerson,
  getConsentRequest,
  type ConsentRequest,
} from "../../features/oauth/consent.ts";
import { TokenParams } from "../../features/members/shapes.ts";
import { signIn } from "../../features/members/sessions/service.ts";
import { identifyPageVisitor } from "../../http/auth.ts";
import { createVisitorContext } from "../../http/routes.ts";
import type { ServerDeps } from "../../http/server-deps.ts";
import { deriveCsrfToken, isSameSecret } from "../../kernel/crypto.ts";
import { ApiError, forbidden, notFound } from "../../kernel/errors.ts";
import { negotiatePageLanguage } from "../../kernel/page-language.ts";
import { isolationHeader } from "../isolation.ts";
import { failedPage, notFoundPage } from "./account-views.ts";
import type { ConsentProblem } from "./consent-texts.ts";
import { consentPage, signInPage } from "./consent-views.ts";
import { errorPage } from "./error-page.ts";
import { acceptUrlEncodedForms, valuesIn } from "./forms.ts";
import { ownPolicy, policyWithFormTargets } from "./policies.ts";

const maxFormBytes = 16_384;

type Visit = {
  readonly ctx: VisitorContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: string;
  readonly consent: ConsentRequest;
};

/**
 * The page on which a person allows a client to work with a company. It works without JavaScript and is never decided
 * by itself. Without a session the same address shows a sign-in form.
 */
export function registerConsentPages(app: FastifyInstance, deps: ServerDeps): void {
  void app.register(async (pages) => {
    acceptUrlEncodedForms(pages, maxFormBytes);
    pages.addHook("onRequest", async (_request, reply) => {
      void reply.headers(isolationHeader);
    });
    pages.setErrorHandler(errorPage(deps.log, { notFound: notFoundPage, failed: failedPage }));
    pages.get("/oauth/consent/:token", async (request, reply) => {
      const visit = await loadVisit(deps, request, reply);
      return visit.ctx.personId === undefined ? showSignIn(visit, 200) : showConsent(visit, 200);
    });
    pages.post("/oauth/consent/:token", async (request, reply) => {
      const visit = await loadVisit(deps, request, reply);
      rejectForeignOrigin(visit);
      if (valuesIn(request)("password").length > 0) return signInAndReturn(visit);
      return visit.ctx.personId === undefined ? showSignIn(visit, 401) : decide(visit);
    });
  });
}

async function loadVisit(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  if (!Value.Check(TokenParams, request.params)) throw notFound("oauth_request");
  const { token } = request.params;
  const consent = await getConsentRequest({ db: deps.db, clock: deps.clock }, token);
  const visitor = await identifyPageVisitor(deps, { request, reply });
  return { ctx: createVisitorContext(deps, { request, reply, visitor }), request, reply, token, consent };
}

/** Browsers send the origin of the page that a form was on with every POST. */
function rejectForeignOrigin({ ctx, request }: Visit): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === new URL(ctx.baseUrl).origin) return;
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw forbidden("origin");
}

async function signInAndReturn(visit: Visit): Promise<FastifyReply> {
  const field = readFields(visit.request);
  const code = field("code").trim();
  const email = field("email");
  try {
    await signIn(visit.ctx, { email, password: field("password"), ...(code === "" ? {} : { code }) });
  } catch (error) {
    const { status, problem } = signInProblem(error);
    return showSignIn(visit, status, { email, problem });
  }
  // The path of this page, not an address from the request: sign-in never leads to another site.
  return visit.reply.redirect(`/oauth/consent/${visit.token}`, 303);
}

/** Errors that the person can correct are shown with the form; all others go to the error page. */
function signInProblem(error: unknown): { status: number; problem: ConsentProblem } {
  if (!(error instanceof ApiError)) throw error;
  const { code, message, status } = error;
  if (code === "unauthorized") return { status, problem: message === "code" ? "code" : "credentials" };
  if (code === "validation") return { status, problem: "credentials" };
  if (code === "rate_limited") return { status, problem: "tooManyAttempts" };
  throw error;
}

async function decide(visit: Visit): Promise<FastifyReply> {
  const { ctx, request, reply, token } = visit;
  const field = readFields(request);
  if (!isSameSecret(field("csrf"), deriveCsrfToken(ctx.token ?? ""))) throw new ApiError("csrf", "csrf");
  if (field("deny") !== "") return reply.redirect(await denyClient(ctx, token), 303);
  if (field("allow") === "") return showConsent(visit, 400);
  try {
    const location = await allowClient(ctx, token, { tenant: field("company"), scope: field("scope") });
    return reply.redirect(location, 303);
  } catch (error) {
    if (error instanceof ApiError && error.code === "validation") return showConsent(visit, 400, "company");
    throw error;
  }
}

function readFields(request: FastifyRequest): (name: string) => string {
  const values = valuesIn(request);
  return (name) => values(name)[0] ?? "";
}

function showSignIn(
  { request, reply, consent }: Visit,
  status: number,
  form: { email: string; problem?: ConsentProblem } = { email: "" },
): FastifyReply {
  const markup = signInPage(chooseLanguage(request), consent, form);
  return show(reply.header("Content-Security-Policy", ownPolicy), status, markup);
}

/** Browsers apply `form-action` also to the redirect that answers the form. */
async function showConsent(visit: Visit, status: number, problem?: ConsentProblem): Promise<FastifyReply> {
  const { ctx, request, reply, consent } = visit;
  const person = await getConsentingPerson(ctx, consent);
  const markup = consentPage(chooseLanguage(request), consent, {
    ...person,
    csrf: deriveCsrfToken(ctx.token ?? ""),
    problem,
  });
  return show(reply.header("Content-Security-Policy", policyWithFormTargets([consent.redirectUri])), status, markup);
}

const show = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").header("Vary", "Accept-Language").send(markup);

const chooseLanguage = (request: FastifyRequest) => negotiatePageLanguage(request.headers["accept-language"]);
