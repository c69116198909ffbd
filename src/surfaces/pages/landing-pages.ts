import type { FastifyInstance } from "fastify";
import { findPublishedLandingPage } from "../../features/pages/landing-pages/queries.ts";
import { notFound } from "../../kernel/errors.ts";
import { renderLandingPage } from "./landing-page-view.ts";
import { pathParam } from "./forms.ts";
import { landingPolicy } from "./policies.ts";
import type { PublicPageDeps } from "./page-deps.ts";

const slugForm = /^[a-z0-9-]{1,100}$/;

/** `/l/{slug}`: a page written by a company, in a sandbox. Search engines may index it. */
export function registerLandingPages(pages: FastifyInstance, deps: PublicPageDeps): void {
  const policy = landingPolicy(deps.publicUrls);
  pages.get("/l/:slug", async (request, reply) => {
    const slug = pathParam(request, "slug");
    const page = slugForm.test(slug) ? await findPublishedLandingPage(deps.db, slug) : undefined;
    if (page === undefined) throw notFound("landing_page");
    return reply
      .headers({ "Content-Security-Policy": policy, "Cache-Control": "public, max-age=60" })
      .removeHeader("X-Robots-Tag")
      .type("text/html; charset=utf-8")
      .send(renderLandingPage(page));
  });
}
