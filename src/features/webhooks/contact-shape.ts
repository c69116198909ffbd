import type { Context } from "../../context.ts";
import { localSecondAt } from "../../kernel/local-time.ts";
import type { Static } from "typebox";
import type { Row } from "../api-v3/envelope.ts";
import type { Contact } from "../api-v3/contacts/contract.ts";
import { contactScope, contactSource } from "../api-v3/contacts/source.sql.ts";
import { findRow } from "../api-v3/rows.queries.ts";

/** A contact as API v3 shows it; undefined when it does not exist any more. */
export const findContactShape = (ctx: Context, id: string): Promise<Row | undefined> =>
  findRow(ctx.db, contactSource(contactScope(ctx)), { id, select: undefined });

/** A fictional contact. */
export function sampleContact({ clock, company, publicUrl }: Context): Static<typeof Contact> {
  const now = localSecondAt(clock.now(), company.timeZone);
  return {
    id: 0,
    guid: "00000000-0000-4000-8000-000000000000",
    emailaddress: "jana.novakova@example.com",
    name: "Jana",
    surname: "Nováková",
    titlesbefore: null,
    titlesafter: null,
    salution: "Jano",
    company: null,
    street: null,
    town: null,
    postalcode: null,
    country: "CZ",
    cellphone: null,
    phone: null,
    language: "cs_CZ",
    birthday: "1990-05-17",
    nameday: "2000-05-24",
    gender: "F",
    notes: null,
    realname: null,
    blacklisted: 0,
    is_blacklisted: 0,
    hardbounced: 0,
    softbounced: 0,
    created: now,
    updated: null,
    created_at: now,
    last_updated_at: null,
    domain: "example.com",
    origin: null,
    contactlists: [],
    customfields_url: `${publicUrl}/api/v3/contact-customfields?contact_id=0`,
  };
}
