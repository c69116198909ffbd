import type { DatabaseUrls } from "../../../src/db/application-role.ts";

/** True for tests under row level security, which proves that every query filters by company. */
export const isGuarded = process.env["ROW_SECURITY"] === "1";

/** The databases that test workers copy. */
export const plainTemplate = "template_postrider";
export const guardedTemplate = "template_guarded";

/** Another database of the same server. */
export function urlsOf({ ownerUrl, applicationUrl }: DatabaseUrls, database: string): DatabaseUrls {
  const inDatabase = (address: string) => {
    const url = new URL(address);
    url.pathname = `/${database}`;
    return url.href;
  };
  return { ownerUrl: inDatabase(ownerUrl), applicationUrl: inDatabase(applicationUrl) };
}
