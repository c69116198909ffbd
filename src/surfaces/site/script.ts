import { readFileSync } from "node:fs";
import type { SiteRecord } from "../../features/site/queries.ts";
import { packageFile } from "../../package.ts";

/** Exists in dist/ only, after the build. */
const file = "dist/surfaces/site/client/site.js";

let program: string | undefined;

export const disabledScript = "/* The site script of this shop is off. */\n";

export type ScriptSite = Pick<
  SiteRecord,
  "isShopEnabled" | "scriptEnabled" | "trackingEnabled" | "requireConsent" | "formIds"
>;

/** The text of the shop's script: its settings and the program, which is the same for all. */
export function siteScript(site: ScriptSite, { url, key }: { readonly url: string; readonly key: string }): string {
  if (!site.scriptEnabled || !site.isShopEnabled) return disabledScript;
  program ??= readFileSync(packageFile(file), "utf8");
  const settings = {
    url,
    key,
    isTracking: site.trackingEnabled,
    needsConsent: site.requireConsent,
    forms: site.formIds,
  };
  return `(()=>{const SITE=${JSON.stringify(settings)};${program}})();\n`;
}
