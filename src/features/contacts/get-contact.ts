import type { Context } from "../../context.ts";
import { CompanyBatcher } from "../../db/batcher.ts";
import { notFound } from "../../kernel/errors.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { presentContact } from "./present.ts";
import { findContactDetails, type ContactDetailRecord } from "./contact-detail.queries.ts";

type ContactLookup = { readonly id: string; readonly timeZone: string; readonly since: Date; readonly now: Date };

const contactBatcher = new CompanyBatcher<ContactLookup, ContactDetailRecord | undefined>(async (db, lookups) => {
  const [first] = lookups;
  if (first === undefined) return [];
  const ids = new Set(lookups.map(({ id }) => id));
  const contacts = await findContactDetails(db, [...ids], first);
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return lookups.map(({ id }) => byId.get(id));
});

export async function getContact(ctx: Context, id: string) {
  const { timeZone } = ctx.company;
  const now = ctx.clock.now();
  const contact = await contactBatcher.load(ctx.db, { id, timeZone, since: addMs(now, -days(90)), now });
  if (contact === undefined) throw notFound("contact");
  return presentContact(contact);
}
