import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context, Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { themeSheet } from "../../features/content/public-page/design.ts";
import { publicStyle } from "../../features/content/public-page/style.ts";
import { requireDatabase } from "../../http/in-time.ts";
import { ApiError } from "../../kernel/errors.ts";
import { languageOf } from "../../kernel/page-language.ts";
import type { PublicToken } from "../../kernel/public-token.ts";
import type { Log } from "../../log.ts";
import { acceptForms, acceptMultipartFields } from "./forms.ts";
import { registerLandingPages } from "./landing-pages.ts";
import { registerMessages } from "./messages.ts";
import { ownPolicy } from "./policies.ts";
import { registerPreferences } from "./preferences.ts";
import { failedPublicPage, gonePublicPage } from "./public-views.ts";
import { registerSurveys } from "./surveys.ts";
import { registerTestPages } from "./test-pages.ts";

/** Finds the HTML of a message as it went to this contact; undefined when it does not know the message. */
export type MessageFinder = (
  ctx: Context,
  message: Pick<PublicToken, "contactId" | "campaignId" | "messageId">,
) => Promise<string | undefined>;

export type PublicParts = {
  readonly db: SystemDb;
  readonly services: Services;
  readonly publicUrls: readonly string[];
  readonly log: Log;
  /** Whoever sends messages shows them. */
  readonly messages: readonly MessageFinder[];
};

const headers = { "Content-Security-Policy": ownPolicy, "X-Robots-Tag": "noindex, nofollow" };

/** The longest form is a survey: fifty texts of five thousand letters. */
const maxFormBytes = 1_048_576;

/**
 * Pages that people reach from a company's e-mails. They work without JavaScript and without cookies; the token in the
 * address says who it is, and a GET changes nothing.
 */
export function registerPublicPages(app: FastifyInstance, parts: PublicParts): void {
  void app.register(async (pages) => {
    acceptForms(pages, maxFormBytes);
    acceptMultipartFields(pages, maxFormBytes);
    pages.addHook("onRequest", async (_request, reply) => {
      void reply.headers(headers);
      await requireDatabase(parts.db);
    });
    pages.setErrorHandler(errorPage(parts.log));
    registerSheets(pages);
    registerIcon(pages);
    registerTestPages(pages);
    registerPreferences(pages, parts);
    registerMessages(pages, parts);
    registerLandingPages(pages, parts);
    registerSurveys(pages, parts);
  });
}

function registerSheets(pages: FastifyInstance): void {
  const send = (reply: FastifyReply, sheet: string) =>
    reply.type("text/css; charset=utf-8").header("Cache-Control", "public, max-age=3600").send(sheet);
  pages.get("/pages/public.css", async (_request, reply) => send(reply, publicStyle));
  pages.get("/pages/theme.css", async ({ url }, reply) => {
    const query = new URL(url, "http://localhost").searchParams;
    return send(reply, themeSheet(query.get("accent") ?? "", query.get("background") ?? ""));
  });
}

/** Browsers ask for it beside every page; those of a company do not carry our sign. */
function registerIcon(pages: FastifyInstance): void {
  pages.get("/favicon.ico", async (_request, reply) =>
    reply.code(204).header("Cache-Control", "public, max-age=86400").send(),
  );
}

export const errorPage = (log: Log) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const language = languageOf(request.headers["accept-language"]);
  void reply.type("text/html; charset=utf-8").header("Vary", "Accept-Language");
  if (error instanceof ApiError && error.code === "not_found") return reply.code(404).send(gonePublicPage(language));
  if (error instanceof ApiError && error.code === "rate_limited") {
    void reply.header("Retry-After", String(error.params["retryAfter"]));
  }
  const status = statusOf(error);
  if (status >= 500) log.error({ err: error, requestId: request.id }, "unexpected error");
  return reply.code(status).send(failedPublicPage(language));
};

function statusOf(error: unknown): number {
  if (error instanceof ApiError) return error.status;
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}
