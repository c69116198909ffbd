import type { Context } from "../../../context.ts";
import { defineHooks } from "../../../hooks/hook-point.ts";

/** A form inside of a page: its markup, and where its answer leads if not to us. */
export type ShownForm = { readonly html: string; readonly successUrl: string | null };

type LandingPageHooks = {
  /** The open ones of these forms by their ids. */
  readonly showForms?: (ctx: Context, ids: readonly string[]) => Promise<readonly (readonly [string, ShownForm])[]>;
};

export const landingPageHooks = defineHooks<LandingPageHooks>("landing pages");
