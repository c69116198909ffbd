import type { ScriptSite } from "../../features/web-tracking/service.ts";
import { embeddedScript } from "../embedded-program.ts";

const disabledScript = "/* The site script of this shop is off. */\n";

/** The text of the shop's script. */
export function siteScript(site: ScriptSite, { url, key }: { readonly url: string; readonly key: string }): string {
  if (!site.scriptEnabled || !site.isShopEnabled) return disabledScript;
  return embeddedScript("site/client/site.js", "SITE", {
    url,
    key,
    isTracking: site.trackingEnabled,
    needsConsent: site.requireConsent,
    forms: site.formKeys,
  });
}
