import { publicTokenKey, signToken, type PublicToken } from "../../../src/kernel/public-token.ts";
import { request } from "./api-client.ts";
import type { TestCompany } from "../factories/company.ts";

/** A token as in the company's e-mails. */
export const aToken = (
  { ctx, tenantId }: TestCompany,
  claims: Pick<PublicToken, "purpose" | "contactId"> & Partial<PublicToken>,
): string => signToken(publicTokenKey(ctx.company.fingerprintKey), { tenantId, ...claims });

/** A public page as a browser requests it. */
export async function visit(own: TestCompany, url: string, headers: Record<string, string> = {}) {
  const answer = await request(own.server, { method: "GET", url, headers });
  return { ...answer, html: String(answer.body).replaceAll(/\s+/g, " ") };
}

/** Posts a form as a browser does; a list of values repeats the field. */
export async function submitForm(
  own: TestCompany,
  url: string,
  fields: Record<string, string | readonly string[]>,
  headers: Record<string, string> = {},
) {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((each) => [name, each]),
  );
  const answer = await request(own.server, {
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(pairs).toString(),
  });
  return { ...answer, html: String(answer.body).replaceAll(/\s+/g, " ") };
}
