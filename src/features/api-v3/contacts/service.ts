import type { Context } from "../../../context.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { requireFound } from "../../../kernel/errors.ts";
import { itemAnswer, listAnswer, type ListPage } from "../envelope.ts";
import { isPossibleId } from "../ids.ts";
import { hasExpand, parseListQuery, parseSelect, type ListParameters } from "../list-request.ts";
import { findRow, listRows } from "../rows.queries.ts";
import { Contact, CustomFieldValue } from "./contract.ts";
import { customFieldValueSource } from "./custom-field-values.sql.ts";
import { contactScope, contactSource, type ContactFilter } from "./source.sql.ts";

type ContactQuery = ListParameters & {
  emailaddress?: string;
  id?: string;
  blacklisted?: 0 | 1;
  hardbounced?: 0 | 1;
  expand?: string;
};

const expandedName = "customfields";
const nobody: ListPage = { total: 0, rows: [] };

export async function listContacts(ctx: Context, query: ContactQuery) {
  const request = parseListQuery(query, Contact);
  const filter = toFilter(query);
  if (filter === undefined) return listAnswer(nobody, request);
  const source = contactSource(contactScope(ctx), { filter, isExpanded: hasExpand(query.expand, expandedName) });
  return listAnswer(await listRows(ctx.db, source, request), request);
}

/** Undefined when no contact can match. */
function toFilter({ emailaddress, id, blacklisted, hardbounced }: ContactQuery): ContactFilter | undefined {
  // Clients that do not encode the + of an address send a blank.
  const email = emailaddress === undefined ? undefined : normalizeEmail(emailaddress.replaceAll(" ", "+"));
  if (emailaddress !== undefined && email === undefined) return undefined;
  if (id !== undefined && !isPossibleId(id)) return undefined;
  return {
    ...(email === undefined ? {} : { email }),
    ...(id === undefined ? {} : { id }),
    ...(blacklisted === undefined ? {} : { isBlacklisted: blacklisted === 1 }),
    ...(hardbounced === undefined ? {} : { isHardBounced: hardbounced === 1 }),
  };
}

type ItemQuery = { select?: string; expand?: string };

export async function getContact(ctx: Context, id: string, query: ItemQuery) {
  const select = parseSelect(query.select, Contact);
  const source = contactSource(contactScope(ctx), { isExpanded: hasExpand(query.expand, expandedName) });
  return itemAnswer(requireFound(await findRow(ctx.db, source, { id, select }), "contact"));
}

export async function listContactCustomFields({ db }: Context, query: ListParameters & { contact_id?: string }) {
  const request = parseListQuery(query, CustomFieldValue);
  const contactId = query.contact_id;
  if (contactId !== undefined && !isPossibleId(contactId)) return listAnswer(nobody, request);
  return listAnswer(await listRows(db, customFieldValueSource(db.tenantId, contactId), request), request);
}
