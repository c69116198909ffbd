import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { confirmSignUp, findOpenedLink, type OpenedLink } from "../../features/forms/confirmation/confirm.ts";
import {
  alreadyConfirmedPage,
  closedPage,
  confirmedPage,
  confirmPage,
  endedPage,
  expiredPage,
  thanksPage,
  unsubscribedPage,
} from "../../features/forms/public/form-page.ts";
import { openEmbeddedForm, openFormPage } from "../../features/forms/public/open-page.ts";
import { formTexts } from "../../features/forms/public/texts.ts";
import { presentPublicForm, type PublicForm } from "../../features/forms/public/view.ts";
import { findForm, findFormByKey, type FormRecord } from "../../features/forms/queries.ts";
import { isBot } from "../../features/tracking/user-agents.ts";
import { tokenParameter } from "../../features/web-tracking/visits/click-tokens.ts";
import { toViewOrigin } from "../../features/forms/report/origin.ts";
import { countView } from "../../features/forms/report/views.ts";
import { pageField, referrerField } from "../../features/forms/submission/reserved-names.ts";
import { submitForm, type SubmissionResult } from "../../features/forms/submission/submit.ts";
import { ApiError, notFound, rateLimited, validation, noRule } from "../../kernel/errors.ts";
import { errorAnswers } from "../../http/error-answers.ts";
import { sendFormScript } from "./form-script.ts";
import { acceptJsonFields, pathParam, printable, parseQuery, valuesIn } from "./forms.ts";
import { policyWithFormTargets } from "./policies.ts";
import { errorPage } from "./error-page.ts";
import type { PublicPageDeps } from "./page-deps.ts";
import { findServiceContext, findVerifiedToken } from "./verified-token.ts";

const keyForm = /^[\w-]{16,40}$/;
const maxJsonBytes = 262_144;

type OpenedForm = { readonly ctx: Context; readonly form: FormRecord; readonly shown: PublicForm };

/** `/f/{key}`: GET shows the form, POST signs up. `/c/{token}`: GET shows a button, POST confirms. */
export function registerFormPages(pages: FastifyInstance, deps: PublicPageDeps): void {
  void pages.register(async (scope) => {
    acceptJsonFields(scope, maxJsonBytes);
    // Forms are made to be sent from other web sites; there are no credentials to protect.
    scope.addHook("onRequest", async (_request, reply) => {
      void reply.headers({ "Access-Control-Allow-Origin": "*", Vary: "Accept" });
    });
    const sendPage = errorPage(deps.log);
    scope.setErrorHandler((error, request, reply) =>
      error instanceof ApiError && wantsJson(request) ? sendError(reply, error) : sendPage(error, request, reply),
    );
    registerForm(scope, deps);
  });
  registerConfirmation(pages, deps);
}

function registerForm(scope: FastifyInstance, deps: PublicPageDeps): void {
  scope.options("/f/:key", async (_request, reply) =>
    reply
      .headers({
        "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
        "Access-Control-Allow-Headers": "Content-Type, Accept",
        "Access-Control-Max-Age": "86400",
      })
      .code(204)
      .send(),
  );

  scope.get("/f/:key", async (request, reply) => {
    const [name, isScript] = splitScriptName(pathParam(request, "key"));
    const opened = await openForm(deps, name);
    if (isScript) return sendFormScript(request, reply, opened);
    const { ctx, form, shown } = opened;
    reply.header("Content-Security-Policy", policyWithFormTargets([form.successUrl]));
    if (!form.isActive) return show(reply, 410, closedPage(shown));
    const query = parseQuery(request);
    if (query.has("sent")) return show(reply, 200, thanksPage(shown));
    const typed = new Map(
      form.fields
        .filter(({ key, type, value }) => query.has(key) && !(type === "hidden" && value !== undefined))
        .map(({ key }) => [key, printable(query.get(key) ?? "").slice(0, 5000)]),
    );
    const referrer = webAddress(request.headers.referer);
    if (isSeenByPerson(request)) {
      const page = new URL(shown.url);
      page.search = utmQuery(request);
      // A view that is not counted loses no visitor.
      const view = { formId: form.id, address: request.ip, origin: toViewOrigin(page.href, referrer) };
      await countView(ctx, view).catch((error: unknown) =>
        deps.log.warn({ err: error, tenantId: ctx.db.tenantId, formId: form.id }, "a view was not counted"),
      );
    }
    const filled = {
      typed,
      query: utmQuery(request),
      referrer: referrer === null ? undefined : new URL(referrer).origin,
    };
    return show(reply, 200, openFormPage(ctx, { formId: form.id, form: shown }, filled));
  });

  /** A script saw that the form is in sight. */
  scope.post("/f/:key/view", async (request, reply) => {
    const { ctx, form } = await requireForm(deps, pathParam(request, "key"));
    const values = valuesIn(request);
    const page = webAddress(values(pageField)[0]) ?? webAddress(request.headers.referer);
    const origin = toViewOrigin(page, webAddress(values(referrerField)[0]));
    if (form.isActive && isSeenByPerson(request))
      await countView(ctx, { formId: form.id, address: request.ip, origin });
    return reply.code(204).send();
  });

  scope.post("/f/:key", async (request, reply) => {
    const opened = await openForm(deps, pathParam(request, "key"));
    const { ctx, form, shown } = opened;
    reply.header("Content-Security-Policy", policyWithFormTargets([form.successUrl]));
    if (!form.isActive) return answerClosed(request, reply, shown);
    const values = valuesIn(request);
    const page = webAddress(values(pageField)[0]) ?? webAddress(request.headers.referer);
    const result = await submitForm(ctx, form, {
      values,
      ip: request.ip,
      page,
      utm: { ...readUtm(page === null ? [] : new URL(page).searchParams), ...readUtm(parseQuery(request)) },
      origin: toViewOrigin(page, webAddress(values(referrerField)[0])),
      language: shown.language,
    });
    return wantsJson(request) ? answerJson(reply, opened, result) : answerPage(request, reply, opened, result);
  });
}

function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, form, shown }: OpenedForm,
  result: SubmissionResult,
): FastifyReply {
  const open = { formId: form.id, form: shown };
  const kept = { query: utmQuery(request), referrer: webAddress(valuesIn(request)(referrerField)[0]) ?? undefined };
  switch (result.kind) {
    case "accepted":
      // A separate URL, so that reloading does not submit twice.
      return redirect(reply, form.successUrl ?? `/f/${form.key}?sent=1`);
    case "problems":
      return show(reply, 400, openFormPage(ctx, open, { ...result, ...kept }));
    case "changed":
      return show(reply, 400, openFormPage(ctx, open, { typed: result.typed, alert: "changed", ...kept }));
    case "limited":
      reply.header("Retry-After", String(result.retryAfter));
      return show(reply, 429, openFormPage(ctx, open, { typed: result.typed, alert: "tooMany", ...kept }));
  }
}

/** `content` is the form as the script shows it: as it is now, and with a new sum. */
function answerJson(reply: FastifyReply, { ctx, form, shown }: OpenedForm, result: SubmissionResult): FastifyReply {
  const text = formTexts[shown.uiLanguage];
  const content = () => openEmbeddedForm(ctx, { formId: form.id, form: shown });
  switch (result.kind) {
    case "accepted":
      return sendJson(reply, 200, { status: "pending", message: text.thanksLead, redirectUrl: form.successUrl });
    case "problems": {
      const fields = Object.fromEntries([...result.problems].map(([key, problem]) => [key, text.problems[problem]]));
      return sendError(
        reply,
        validation("fields", { ...noRule, fields, ...(form.captcha ? { content: content() } : {}) }),
      );
    }
    case "changed":
      return sendError(reply, validation("version", { ...noRule, fields: {}, content: content() }));
    case "limited":
      reply.header("Retry-After", String(result.retryAfter));
      return sendError(reply, rateLimited("forms", result.retryAfter));
  }
}

const answerClosed = (request: FastifyRequest, reply: FastifyReply, shown: PublicForm): FastifyReply =>
  wantsJson(request) ? sendError(reply, new ApiError("expired", "form")) : show(reply, 410, closedPage(shown));

const splitScriptName = (name: string): [key: string, isScript: boolean] => [
  name.replace(/\.js$/, ""),
  name.endsWith(".js"),
];

async function openForm(deps: PublicPageDeps, key: string): Promise<OpenedForm> {
  const { ctx, form } = await requireForm(deps, key);
  return { ctx, form, shown: await presentPublicForm(ctx, form) };
}

async function requireForm(deps: PublicPageDeps, key: string): Promise<Omit<OpenedForm, "shown">> {
  const place = keyForm.test(key) ? await findFormByKey(deps.db, key) : undefined;
  const ctx = place === undefined ? undefined : await findServiceContext(deps, place.tenantId);
  const form = place === undefined || ctx === undefined ? undefined : await findForm(ctx.db, place.formId);
  if (ctx === undefined || form === undefined) throw notFound("form");
  return { ctx, form };
}

function registerConfirmation(scope: FastifyInstance, deps: PublicPageDeps): void {
  scope.get("/c/:token", async (request, reply) => {
    const { opened } = await openLink(deps, request);
    reply.header("Content-Security-Policy", policyWithFormTargets([opened.form.confirmedUrl]));
    return showLink(reply, opened, opened.state);
  });

  scope.post("/c/:token", async (request, reply) => {
    const { ctx, opened, link } = await openLink(deps, request);
    const { form } = opened;
    reply.header("Content-Security-Policy", policyWithFormTargets([form.confirmedUrl]));
    const { state, contactId } = await confirmSignUp(ctx, opened, { ...link, ip: request.ip });
    if (state !== "confirmed") return showLink(reply, opened, state);
    const mark = (url: string) =>
      contactId === undefined ? url : deps.clickTokens.add({ tenantId: ctx.db.tenantId, contactId }, url);
    if (form.confirmedUrl !== null) return redirect(reply, await mark(form.confirmedUrl));
    if (contactId === undefined) return showLink(reply, opened, state);
    const { shopUrl } = opened;
    return show(reply, 200, confirmedPage(opened.shown, shopUrl === null ? undefined : await mark(shopUrl)));
  });
}

/** A token of another purpose or company, or one that names no confirmation e-mail, leads nowhere. */
async function openLink(deps: PublicPageDeps, request: FastifyRequest) {
  const verified = await findVerifiedToken(deps, pathParam(request, "token"), ["confirmation"]);
  if (verified === undefined) throw notFound("token");
  const { ctx, claims } = verified;
  const link = { signUpId: claims.contactId, confirmationEmailId: claims.messageId ?? "0" };
  const opened = await findOpenedLink(ctx, link);
  if (opened === undefined) throw notFound("token");
  return { ctx, link, opened };
}

/** What the link means now; a link that was used offers no button. */
function showLink(reply: FastifyReply, { shown, form }: OpenedLink, state: OpenedLink["state"]): FastifyReply {
  const linked = { form: shown, isOpen: form.isActive };
  switch (state) {
    case "open":
      return show(reply, 200, confirmPage(shown));
    case "confirmed":
      return show(reply, 200, alreadyConfirmedPage(shown));
    case "unsubscribed":
      return show(reply, 200, unsubscribedPage(linked));
    case "expired":
      return show(reply, 410, expiredPage(linked));
    case "ended":
      return show(reply, 410, endedPage(shown));
  }
}

/** Bots and browsers that load a page before the visitor opens it see no form. */
const isSeenByPerson = ({ method, headers }: FastifyRequest): boolean =>
  method !== "HEAD" &&
  !isBot(headers["user-agent"] ?? "") &&
  headers["sec-purpose"] === undefined &&
  headers["purpose"] === undefined;

const wantsJson = ({ headers }: FastifyRequest): boolean => /\bapplication\/json\b/i.test(headers.accept ?? "");

/** The address as the owner wrote it, unless it has characters that a header cannot hold. */
const redirect = (reply: FastifyReply, target: string): FastifyReply =>
  reply
    .code(303)
    .header("Location", /^[\x21-\x7e]*$/.test(target) ? target : new URL(target).href)
    .send();

const show = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(markup);

const sendJson = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(body));

const sendError = (reply: FastifyReply, error: ApiError): FastifyReply =>
  sendJson(reply, error.status, errorAnswers.v1(error).body);

const maxAddressLength = 2000;

function webAddress(text: string | undefined): string | null {
  const isWeb =
    text !== undefined && text.length <= maxAddressLength && /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isWeb) return null;
  const address = new URL(text);
  // The mark of a click identifies a visitor.
  if (address.searchParams.has(tokenParameter)) address.searchParams.delete(tokenParameter);
  return address.href.length > maxAddressLength ? null : address.href;
}

const utmForm = /^utm_(source|medium|campaign|term|content|id)$/;

const readUtm = (query: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries(
    [...query].filter(([name]) => utmForm.test(name)).map(([name, value]) => [name, printable(value).slice(0, 200)]),
  );

/** The query that the page's form is sent with. */
function utmQuery(request: FastifyRequest): string {
  const query = new URLSearchParams(readUtm(parseQuery(request)));
  return query.size === 0 ? "" : `?${query}`;
}
