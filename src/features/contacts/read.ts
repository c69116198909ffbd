import type { Context } from "../../context.ts";
import { CompanyGathering } from "../../db/gathering.ts";
import { notFound } from "../../kernel/errors.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { presentContact } from "./present.ts";
import { findFullContacts, type FullRecord } from "./full.ts";

type Asked = { readonly id: string; readonly timeZone: string; readonly since: Date };

const reading = new CompanyGathering<Asked, FullRecord | undefined>(async (db, asked) => {
  const [first] = asked;
  if (first === undefined) return [];
  const ids = new Set(asked.map(({ id }) => id));
  const contacts = await findFullContacts(db, [...ids], first);
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return asked.map(({ id }) => byId.get(id));
});

export async function get(ctx: Context, id: string) {
  const { timeZone } = ctx.company;
  const contact = await reading.ask(ctx.db, { id, timeZone, since: addMs(ctx.clock.now(), -days(90)) });
  if (contact === undefined) throw notFound("contact");
  return presentContact(contact);
}
