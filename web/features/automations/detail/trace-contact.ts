import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type TraceStep = OutputOf<"POST /automations/{automation_id}/trace">["steps"][number];

/** The contact with the address; undefined when there is none. */
export async function findContact(email: string): Promise<{ readonly id: string } | undefined> {
  const { items } = await call("GET /contacts", { query: { q: email, pageSize: 10 } });
  return items.find((one) => one.email === email.trim().toLowerCase());
}

/** Every decision about the contact with the address; undefined when there is none. */
export async function traceContact(automationId: string, email: string): Promise<readonly TraceStep[] | undefined> {
  const contact = await findContact(email);
  if (contact === undefined) return undefined;
  const { steps } = await call("POST /automations/{automation_id}/trace", {
    params: { automation_id: automationId },
    body: { contactId: contact.id },
  });
  return steps;
}
