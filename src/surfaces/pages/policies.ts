import { formPaths } from "../../features/pages/landing-pages/page-html.ts";

/** Our own pages: our style sheet, images from anywhere, forms to ourselves, no scripts. */
export const ownPolicy =
  "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' https: http:; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'";

/** The same for a form whose answer redirects to these addresses: browsers check the whole chain. */
export function policyWithFormTargets(targets: readonly (string | null)[]): string {
  return ownPolicy.replace("form-action 'self'", `form-action 'self'${listOrigins(targets)}`);
}

const listOrigins = (targets: readonly (string | null)[]): string =>
  targets.flatMap((target) => (target === null ? [] : [` ${sourceOf(new URL(target))}`])).join("");

/** The origin; the scheme alone for native clients and IPv6 addresses, which have no form in a policy. */
const sourceOf = ({ origin, protocol, hostname }: URL): string =>
  origin === "null" || hostname.startsWith("[") ? protocol : origin;

const styleSources =
  "default-src 'none'; script-src 'none'; img-src https: http: data:; media-src https: http:; style-src 'unsafe-inline' https: http:; " +
  "font-src https: http: data:; base-uri 'none'; frame-ancestors 'none'";

const sandboxFlags = "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

/** For foreign HTML: a sandboxed opaque origin without scripts and without our cookies. */
export const sandboxPolicy = `sandbox ${sandboxFlags}; ${styleSources}; form-action 'none'`;

/** The same with forms that post to our own forms and surveys, whose answers redirect to these addresses. */
export function landingPolicy(publicUrls: readonly string[], targets: readonly (string | null)[]): string {
  const own = publicUrls.flatMap((url) => formPaths.map((path) => `${url.replace(/\/+$/, "")}${path}`));
  return `sandbox allow-forms ${sandboxFlags}; ${styleSources}; form-action ${own.join(" ")}${listOrigins(targets)}`;
}

/** The same for a survey below blocks, which posts to its own address. */
export const surveyPolicy = (publicUrls: readonly string[], targets: readonly (string | null)[]): string =>
  landingPolicy(publicUrls, targets).replace("form-action ", "form-action 'self' ");
