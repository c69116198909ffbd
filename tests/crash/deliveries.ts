import { expect } from "vitest";
import { request } from "./api.ts";
import type { MailingProduct } from "./mailing-product.ts";

export type RecipientRow = { email: string; state: string };

/** The recipients of a campaign with the state of their message. */
export async function listRecipients({ origin, company }: MailingProduct, id: string): Promise<RecipientRow[]> {
  const answer = await request(
    `${origin}/api/v1/tenants/${company.tenant}/stats/campaigns/${id}/recipients?format=csv`,
    { headers: { authorization: `Bearer ${company.apiKey}` } },
  );
  const [header = "", ...lines] = String(answer.body)
    .replace(/^\ufeff/, "")
    .trim()
    .split(/\r?\n/);
  const columns = header.split(";");
  return lines.map((line) => {
    const cells = line.split(";");
    const at = (name: string) => cells[columns.indexOf(name)] ?? "";
    return { email: at("email"), state: at("state") };
  });
}

/**
 * Nobody gets it twice and nobody is lost: every recipient marked as sent got it, and only messages in flight are
 * unknown. The mark begins all addresses of the campaign.
 */
export async function checkDeliveries(
  mailing: MailingProduct,
  id: string,
  { mark, unknownAtMost }: { mark: string; unknownAtMost: number },
): Promise<RecipientRow[]> {
  const rows = await listRecipients(mailing, id);
  const taken = mailing.sink.accepted.filter(({ to }) => to.startsWith(mark));
  const times = new Map<string, number>();
  for (const { to } of taken) times.set(to, (times.get(to) ?? 0) + 1);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  expect(rows.filter(({ email, state }) => state === "sent" && !times.has(email))).toEqual([]);
  const uncertain = rows.filter(({ state }) => state === "unknown");
  const got = new Set(rows.filter(({ state }) => state === "sent" || state === "unknown").map(({ email }) => email));
  expect([...times.keys()].filter((to) => !got.has(to))).toEqual([]);
  expect(uncertain.length).toBeLessThanOrEqual(unknownAtMost);
  return rows;
}
