import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Value } from "typebox/value";
import type { Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { sessionRoutes } from "../../features/members/contract.ts";
import { acceptInvitation, findOpenInvitation } from "../../features/members/invitations/accept.ts";
import * as resets from "../../features/members/password-resets/service.ts";
import { getSenderByToken, verifySender } from "../../features/sending/senders/verification.ts";
import { TokenParams } from "../../features/members/shapes.ts";
import { ApiError, notFound, noRule, validation } from "../../kernel/errors.ts";
import { isolationHeader } from "../isolation.ts";
import { acceptUrlEncodedForms } from "./forms.ts";
import { negotiatePageLanguage } from "../../kernel/page-language.ts";
import { accountStyle } from "./account-style.ts";
import type { FormProblem } from "./account-texts.ts";
import * as views from "./account-views.ts";

export type AccountPageDeps = { readonly db: SystemDb; readonly services: Services };

const headers = {
  "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
  Vary: "Accept-Language",
  ...isolationHeader,
};

const maxFormBytes = 16_384;

/**
 * Pages behind links in the service's own mail. They work without JavaScript; a GET changes nothing. E-mails link to
 * the web app for invitations and passwords; those pages stay for links that were sent before.
 */
export function registerAccountPages(app: FastifyInstance, deps: AccountPageDeps): void {
  // Own Fastify scope: the API still accepts only JSON.
  void app.register(async (pages) => {
    acceptUrlEncodedForms(pages, maxFormBytes);
    pages.addHook("onRequest", async (_request, reply) => {
      void reply.headers(headers);
    });
    pages.setErrorHandler(showError);
    pages.get("/pages/style.css", async (_request, reply) =>
      reply.type("text/css; charset=utf-8").header("Cache-Control", "public, max-age=3600").send(accountStyle),
    );
    registerInvitation(pages, deps);
    registerReset(pages, deps);
    registerSender(pages, deps);
  });
}

function registerInvitation(pages: FastifyInstance, deps: AccountPageDeps): void {
  const { acceptInvitation: acceptInvitationRoute } = sessionRoutes.records;
  const findOffer = async (request: FastifyRequest) => {
    const offer = await findOpenInvitation(toVisitor(deps, request), readToken(request));
    if (offer === undefined) throw notFound("invitation");
    return offer;
  };
  pages.get("/invitation/:token", async (request, reply) => {
    const offer = await findOffer(request);
    return show(reply, 200, views.invitationPage(language(request), offer, { firstName: "", lastName: "" }));
  });
  pages.post("/invitation/:token", async (request, reply) => {
    const offer = await findOffer(request);
    const form = readForm(request);
    const names = { firstName: form("firstName"), lastName: form("lastName") };
    const body = { ...names, password: form("password") };
    try {
      if (!Value.Check(acceptInvitationRoute.body, body)) throw validation("body", noRule);
      const { company } = await acceptInvitation(toVisitor(deps, request), readToken(request), body);
      return show(reply, 200, views.acceptedPage(language(request), company.name));
    } catch (error) {
      const { status, problem } = toProblem(error, offer.hasAccount ? "wrongPassword" : "weakPassword");
      return show(reply, status, views.invitationPage(language(request), offer, { ...names, problem }));
    }
  });
}

function registerReset(pages: FastifyInstance, deps: AccountPageDeps): void {
  const { resetPassword } = sessionRoutes.records;
  const findReset = async (request: FastifyRequest) => {
    const reset = await resets.findOpenReset(toVisitor(deps, request), readToken(request));
    if (reset === undefined) throw notFound("password_reset");
    return reset;
  };
  pages.get("/password-reset/:token", async (request, reply) => {
    const { email } = await findReset(request);
    return show(reply, 200, views.resetPage(language(request), email));
  });
  pages.post("/password-reset/:token", async (request, reply) => {
    const { email } = await findReset(request);
    const body = { password: readForm(request)("password") };
    try {
      if (!Value.Check(resetPassword.body, body)) throw validation("body", noRule);
      await resets.resetPassword(toVisitor(deps, request), readToken(request), body.password);
      return show(reply, 200, views.resetDonePage(language(request)));
    } catch (error) {
      const { status, problem } = toProblem(error, "weakPassword");
      return show(reply, status, views.resetPage(language(request), email, problem));
    }
  });
}

function registerSender(pages: FastifyInstance, deps: AccountPageDeps): void {
  pages.get("/sender/:token", async (request, reply) => {
    const sender = await getSenderByToken(toVisitor(deps, request), readToken(request));
    const markup = sender.isVerified ? views.senderDonePage : views.senderPage;
    return show(reply, 200, markup(language(request), sender));
  });
  pages.post("/sender/:token", async (request, reply) => {
    const sender = await verifySender(toVisitor(deps, request), readToken(request));
    return show(reply, 200, views.senderDonePage(language(request), sender));
  });
}

/** Errors that the visitor can correct are shown with the form; all others go to the error page. */
function toProblem(error: unknown, password: FormProblem): { status: number; problem: FormProblem } {
  if (!(error instanceof ApiError)) throw error;
  const { code, message, status } = error;
  if (code === "validation") return { status, problem: message === "password" ? password : "unreadable" };
  if (code === "rate_limited") return { status, problem: "tooManyAttempts" };
  if (code === "conflict") return { status, problem: "alreadyMember" };
  throw error;
}

function showError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ApiError && error.code === "not_found")
    return show(reply, 404, views.notFoundPage(language(request)));
  const status = toStatus(error);
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, "unexpected error");
  return show(reply, status, views.failedPage(language(request)));
}

const toStatus = (error: unknown): number =>
  error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;

const show = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(markup);

const language = (request: FastifyRequest) => negotiatePageLanguage(request.headers["accept-language"]);

function readToken({ params }: FastifyRequest): string {
  if (!Value.Check(TokenParams, params)) throw notFound("token");
  return params.token;
}

/** Text of a field, without control characters. */
function readForm({ body }: FastifyRequest): (name: string) => string {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams();
  return (name) => (fields.get(name) ?? "").replaceAll(/\p{Cc}/gu, "");
}

const toVisitor = ({ db, services }: AccountPageDeps, request: FastifyRequest) => ({
  ...services,
  db,
  address: request.ip,
  userAgent: request.headers["user-agent"] ?? "",
});
