import type { Context } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { presentContact } from "./present.ts";
import { findFullContact } from "./queries.ts";

export async function get(ctx: Context, id: string) {
  const since = addMs(ctx.clock.now(), -days(90));
  const contact = await findFullContact(ctx.db, id, ctx.company.timeZone, since);
  if (contact === undefined) throw notFound("contact");
  return presentContact(contact);
}
