import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { negotiatePageLanguage, type PageLanguage } from "../../kernel/page-language.ts";
import type { Log } from "../../log/log.ts";
import { failedPublicPage, notFoundPublicPage } from "./public-views.ts";

type ErrorViews = {
  readonly notFound: (language: PageLanguage) => string;
  readonly failed: (language: PageLanguage) => string;
};

const publicViews: ErrorViews = { notFound: notFoundPublicPage, failed: failedPublicPage };

export const errorPage =
  (log: Log, views = publicViews) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const language = negotiatePageLanguage(request.headers["accept-language"]);
    void reply.type("text/html; charset=utf-8").header("Vary", "Accept-Language");
    if (error instanceof ApiError && error.code === "not_found") return reply.code(404).send(views.notFound(language));
    if (error instanceof ApiError && error.code === "rate_limited") {
      void reply.header("Retry-After", String(error.params["retryAfter"]));
    }
    const status = toStatus(error);
    if (status >= 500) log.error({ err: error, requestId: request.id }, "unexpected error");
    return reply.code(status).send(views.failed(language));
  };

function toStatus(error: unknown): number {
  if (error instanceof ApiError) return error.status;
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}
