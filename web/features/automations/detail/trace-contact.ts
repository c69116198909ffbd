import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type TraceStep = OutputOf<"POST /automations/{automation_id}/trace">["steps"][number];

/** Every decision about the contact with the address; undefined when there is none. */
export async function traceContact(automationId: string, email: string): Promise<readonly TraceStep[] | undefined> {
  const { items } = await call("GET /contacts", { query: { q: email, pageSize: 10 } });
  const contact = items.find((one) => one.email === email.trim().toLowerCase());
  if (contact === undefined) return undefined;
  const { steps } = await call("POST /automations/{automation_id}/trace", {
    params: { automation_id: automationId },
    body: { contactId: contact.id },
  });
  return steps;
}
