import type { FastifyInstance } from "fastify";
import { fillForms } from "../../features/pages/landing-pages/form-places.ts";
import { findPublishedLandingPage } from "../../features/pages/landing-pages/queries.ts";
import { findFormsInPage } from "../../features/pages/landing-pages/shown-forms.ts";
import { notFound } from "../../kernel/errors.ts";
import { renderLandingPage } from "./landing-page-view.ts";
import { pathParam } from "./forms.ts";
import { landingPolicy } from "./policies.ts";
import type { PublicPageDeps } from "./page-deps.ts";
import { findServiceContext } from "./verified-token.ts";

const slugForm = /^[a-z0-9-]{1,100}$/;

/** `/l/{slug}`: a page written by a company, in a sandbox. Search engines may index it. */
export function registerLandingPages(pages: FastifyInstance, deps: PublicPageDeps): void {
  pages.get("/l/:slug", async (request, reply) => {
    const slug = pathParam(request, "slug");
    const page = slugForm.test(slug) ? await findPublishedLandingPage(deps.db, slug) : undefined;
    const ctx = page === undefined ? undefined : await findServiceContext(deps, page.tenantId);
    if (page === undefined || ctx === undefined) throw notFound("landing_page");
    const forms = await findFormsInPage(ctx, page.html);
    const markup = fillForms(page.html, new Map([...forms].map(([id, form]) => [id, form.html])));
    const targets = [...forms.values()].map(({ successUrl }) => successUrl);
    return reply
      .headers({
        "Content-Security-Policy": landingPolicy(deps.publicUrls, targets),
        "Cache-Control": "public, max-age=60",
      })
      .removeHeader("X-Robots-Tag")
      .type("text/html; charset=utf-8")
      .send(renderLandingPage({ ...page, html: markup }));
  });
}
