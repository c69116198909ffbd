import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { OAuthError, type OAuthErrorCode } from "../kernel/oauth-error.ts";
import type { ApiError } from "../kernel/errors.ts";
import { negotiatePageLanguage } from "../kernel/page-language.ts";
import type { Log } from "../log/log.ts";
import { isolationHeader } from "../surfaces/isolation.ts";
import { rejectedPage } from "../surfaces/pages/consent-views.ts";
import { ownPolicy } from "../surfaces/pages/policies.ts";
import { translateError, type AnyError } from "./errors.ts";

const maxFormBytes = 65_536;

/** Operations with the protocol `oauth`, in a Fastify scope of their own: URL-encoded bodies, errors as in RFC 6749. */
export function registerOAuthRoutes(app: FastifyInstance, log: Log, routes: readonly RouteOptions[]): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.setErrorHandler(oauthErrorSender(log));
    for (const route of routes) scope.route(route);
  });
}

const oauthErrorSender = (log: Log) => (error: AnyError, request: FastifyRequest, reply: FastifyReply) => {
  const known = error instanceof OAuthError ? error : fromApiError(translateError(error, request), reply);
  if (known.code === "server_error") log.error({ err: error, requestId: request.id }, "unexpected error");
  if (known.code === "temporarily_unavailable") log.warn({ requestId: request.id, code: error.code }, known.message);
  if (known.status === 401) reply.header("WWW-Authenticate", 'Basic realm="OAuth"');
  void reply.code(known.status);
  if (isShownToPerson(request)) return sendPage(request, reply);
  return reply
    .type("application/json; charset=utf-8")
    .serializer((body: object) => JSON.stringify(body))
    .send({ error: known.code, error_description: known.message });
};

/** Only authorization requests are opened in a browser. */
const isShownToPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && headers.accept?.includes("text/html") === true;

const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .type("text/html; charset=utf-8")
    .headers({ "Content-Security-Policy": ownPolicy, Vary: "Accept, Accept-Language", ...isolationHeader })
    .serializer((markup: string) => markup)
    .send(rejectedPage(negotiatePageLanguage(request.headers["accept-language"])));

function fromApiError(error: ApiError | undefined, reply: FastifyReply): OAuthError {
  if (error === undefined) return new OAuthError("server_error", "unexpected");
  const retryAfter = error.params["retryAfter"];
  if (typeof retryAfter === "number") reply.header("Retry-After", String(retryAfter));
  return new OAuthError(codeFor(error), error.message, error.code === "validation" ? 400 : error.status);
}

function codeFor({ code }: ApiError): OAuthErrorCode {
  if (code === "rate_limited") return "rate_limited";
  if (code === "unavailable") return "temporarily_unavailable";
  return code === "validation" ? "invalid_request" : "server_error";
}
