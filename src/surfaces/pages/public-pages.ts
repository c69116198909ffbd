import type { FastifyInstance, FastifyReply } from "fastify";
import { requireDatabase } from "../../http/database-timeout.ts";
import { acceptUrlEncodedForms, acceptMultipartFields, parseQuery } from "./forms.ts";
import { errorPage } from "./error-page.ts";
import { registerFormPages } from "./form-pages.ts";
import { registerLandingPages } from "./landing-pages.ts";
import { registerWebVersion } from "./web-version.ts";
import { ownPolicy } from "./policies.ts";
import { registerPreferences } from "./preferences.ts";
import { publicStylesheet, themeStylesheet } from "./public-stylesheets.ts";
import { registerSurveys } from "./surveys.ts";
import { registerTestPages } from "./test-pages.ts";
import type { PublicPageDeps } from "./page-deps.ts";

const headers = { "Content-Security-Policy": ownPolicy, "X-Robots-Tag": "noindex, nofollow" };

/** The longest form is a survey: fifty texts of five thousand characters. */
const maxFormBytes = 1_048_576;

/**
 * Pages that people reach from a company's e-mails. They work without JavaScript and without cookies; the token in the URL identifies the contact, and a GET changes nothing.
 */
export function registerPublicPages(app: FastifyInstance, deps: PublicPageDeps): void {
  void app.register(async (pages) => {
    acceptUrlEncodedForms(pages, maxFormBytes);
    acceptMultipartFields(pages, maxFormBytes);
    pages.addHook("onRequest", async (_request, reply) => {
      void reply.headers(headers);
      await requireDatabase(deps.db);
    });
    pages.setErrorHandler(errorPage(deps.log));
    registerSheets(pages);
    registerIcon(pages);
    registerTestPages(pages);
    registerPreferences(pages, deps);
    registerWebVersion(pages, deps);
    registerLandingPages(pages, deps);
    registerSurveys(pages, deps);
    registerFormPages(pages, deps);
  });
}

function registerSheets(pages: FastifyInstance): void {
  const send = (reply: FastifyReply, sheet: string) =>
    reply.type("text/css; charset=utf-8").header("Cache-Control", "public, max-age=3600").send(sheet);
  pages.get("/pages/public.css", async (_request, reply) => send(reply, publicStylesheet));
  pages.get("/pages/theme.css", async (request, reply) => send(reply, themeStylesheet(parseQuery(request))));
}

/** Browsers request it beside every page; pages of a company do not show our icon. */
function registerIcon(pages: FastifyInstance): void {
  pages.get("/favicon.ico", async (_request, reply) =>
    reply.code(204).header("Cache-Control", "public, max-age=86400").send(),
  );
}
