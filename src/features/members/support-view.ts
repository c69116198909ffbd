import type { SystemDb } from "../../db/tenant.ts";
import { insertNotification } from "../../jobs/queries.ts";
import { accepts } from "../../kernel/accepts.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { notFound, validation } from "../../kernel/errors.ts";
import { addMs, hours } from "../../kernel/local-time.ts";
import { findPersonByEmail, upsertSupportView } from "./queries.ts";

const maxHours = 168;

export type SupportViewRequest = { tenantId: string; email: string; forHours: number; at: Date };

/** Gives a person of the operator read-only access to a company for some hours. The company is notified. */
export async function grantSupportView(db: SystemDb, request: SupportViewRequest): Promise<Date> {
  const { tenantId, forHours, at } = request;
  if (!(forHours > 0 && forHours <= maxHours))
    throw validation("hours", { ...accepts.aboveZero, max: maxHours, unit: "hours" });
  const email = normalizeEmail(request.email);
  const person = email === undefined ? undefined : await findPersonByEmail(db, email);
  if (person === undefined) throw notFound("person");
  const expiresAt = addMs(at, hours(forHours));
  await db.forTenant(tenantId).transaction(async (own) => {
    await upsertSupportView(own, { personId: person.id, grantedAt: at, expiresAt });
    const params = { email: person.email, until: expiresAt.toISOString() };
    await insertNotification(own, { type: "support_view", params, at });
  });
  return expiresAt;
}
