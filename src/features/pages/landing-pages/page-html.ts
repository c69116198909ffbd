import { Parser } from "htmlparser2";
import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { isNestedTooDeep } from "../../../kernel/html-nesting.ts";
import { sanitizePage } from "../../../kernel/sanitize-html.ts";
import { maxPageLength } from "./shapes.ts";

/** Allowed form actions: forms and surveys of this service. */
export const formPaths = ["/f/", "/s/"] as const;

/** Sanitizes the HTML. A form with another action is rejected instead of being removed silently. */
export function sanitizeLandingPage(dirty: string, publicUrl: string, field: "html" | "blocks" = "html"): string {
  if (isNestedTooDeep(dirty)) throw validation(field, { reason: "nesting", ...accepts.lessNested });
  const clean = sanitizePage(dirty);
  if (clean.length > maxPageLength) throw validation(field, { reason: "size", type: "string", max: maxPageLength });
  for (const action of findFormActions(clean)) {
    if (!isOwnForm(action, publicUrl)) throw validation(field, { reason: "form", action, ...accepts.ownForms });
  }
  return clean;
}

function findFormActions(markup: string): string[] {
  const actions: string[] = [];
  const parser = new Parser({
    onopentag: (name, { action = "" }) => {
      if (name === "form") actions.push(action.trim());
    },
  });
  parser.end(markup);
  return actions;
}

function isOwnForm(action: string, publicUrl: string): boolean {
  if (action === "" || !URL.canParse(action, publicUrl)) return false;
  const { origin, pathname } = new URL(action, publicUrl);
  return origin === new URL(publicUrl).origin && formPaths.some((path) => pathname.startsWith(path));
}
