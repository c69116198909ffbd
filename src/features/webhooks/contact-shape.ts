import type { Context } from "../../context.ts";
import { localSecondAt } from "../../kernel/local-time.ts";
import { findContact } from "../contacts/queries.ts";

/** A contact as the compatible API shows it. */
export async function findContactShape(ctx: Context, id: string) {
  const contact = await findContact(ctx.db, id);
  if (contact === undefined) return undefined;
  const { company } = ctx;
  const created = localSecondAt(contact.createdAt, company.timeZone);
  return { id: Number(id), emailaddress: contact.email, created };
}

export const sampleContact = (ctx: Context) => ({
  id: 0,
  emailaddress: "jana.novakova@example.com",
  created: localSecondAt(ctx.clock.now(), ctx.company.timeZone),
});
