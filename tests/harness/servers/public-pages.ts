import { publicTokenKey, signToken, type PublicToken } from "../../../src/kernel/public-token.ts";
import { request } from "./api-client.ts";
import type { TestCompany } from "../factories/company.ts";

/** A token as the company's e-mails carry it. */
export const aToken = (
  { ctx, tenantId }: TestCompany,
  claims: Pick<PublicToken, "purpose" | "contactId"> & Partial<PublicToken>,
): string => signToken(publicTokenKey(ctx.company.fingerprintKey), { tenantId, ...claims });

/** A public page as a browser gets it. */
export async function visit(own: TestCompany, url: string, headers: Record<string, string> = {}) {
  const answer = await request(own.server, { method: "GET", url, headers });
  return { ...answer, html: String(answer.body).replaceAll(/\s+/g, " ") };
}

/** A form as a browser sends it; a list of values is a field that stands more than once. */
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
