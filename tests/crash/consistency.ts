import type { Static } from "typebox";
import { expect } from "vitest";
import { connect } from "../../src/db/client.ts";
import { findRunningServer } from "../../src/db/embedded/server.ts";
import { contactRoutes } from "../../src/features/contacts/contract.ts";
import { ContactRow } from "../../src/features/contacts/shapes.ts";
import { Page } from "../../src/kernel/schema.ts";
import type { Api } from "./api.ts";
import type { WriteLog } from "./writers.ts";

const ContactPage = Page(ContactRow);
const pageSize = 100;
type Row = Static<typeof ContactRow>;

/** All contacts, page by page, and the total of each page. */
export async function listAllContacts(api: Api): Promise<{ rows: Row[]; totals: number[] }> {
  const rows: Row[] = [];
  const totals: number[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.read(`/contacts?sort=id&pageSize=${pageSize}&page=${page}`, ContactPage);
    rows.push(...items);
    totals.push(total);
    if (items.length < pageSize) return { rows, totals };
  }
}

const { 200: ExportedContact } = contactRoutes.records.exportContact.answers;

/** The rows that each write of a client creates, all or none. */
const expectedTraces = {
  subscribed: { consent: "valid", history: ["given"], activities: ["contact_created"] },
  unsubscribed: {
    consent: "withdrawn",
    history: ["given", "unsubscribed", "withdrawn"],
    activities: ["contact_created", "status_change", "unsubscribed"],
  },
} as const;

async function checkContact(api: Api, { id, email, status }: Row, purposeId: string): Promise<void> {
  if (status !== "subscribed" && status !== "unsubscribed") throw new Error(`${email} is ${status}`);
  const { profile, consents, consentHistory, activities } = await api.read(`/contacts/${id}/export`, ExportedContact);
  const { consent, ...history } = expectedTraces[status];
  expect({
    email: profile.email,
    consents: consents.map(({ purposeId, state, basis }) => ({ purposeId, state, basis })),
    history: consentHistory.map(({ action }) => action).toSorted(),
    activities: activities.map(({ type }) => type).toSorted(),
  }).toEqual({ email, consents: [{ purposeId, state: consent, basis: "imported" }], ...history });
}

async function checkTotals(api: Api, rows: readonly Row[]): Promise<void> {
  for (const status of ["subscribed", "unsubscribed"]) {
    const { total } = await api.read(`/contacts?status=${status}&pageSize=1`, ContactPage);
    expect({ status, total }).toEqual({ status, total: rows.filter((row) => row.status === status).length });
  }
}

/** Nothing may remain of a missing contact. */
async function countOrphans(dataDir: string): Promise<number> {
  const running = await findRunningServer(dataDir);
  if (running === undefined) throw new Error("the database does not run");
  const sql = connect(running.ownerUrl, { max: 1 });
  try {
    const rows = await sql`
      select from (
        select tenant_id, contact_id from journal where contact_id is not null
        union all select tenant_id, contact_id from consent
        union all select tenant_id, contact_id from consent_event
      ) trace
      where not exists (select from contact c where c.tenant_id = trace.tenant_id and c.id = trace.contact_id)`;
    return rows.length;
  } finally {
    await sql.end();
  }
}

/** The service has exactly the acknowledged writes, complete, once each, with correct counts. */
export async function checkConsistency(
  api: Api,
  written: WriteLog,
  { purposeId, dataDir }: { purposeId: string; dataDir: string },
): Promise<void> {
  expect(written.unexpectedAnswers).toEqual([]);
  const { rows, totals } = await listAllContacts(api);
  expect(new Set(totals)).toEqual(new Set([rows.length]));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const idByEmail = new Map(rows.map(({ id, email }) => [email, id]));
  expect(idByEmail.size).toBe(rows.length);
  expect(written.acknowledged.filter(({ id, email }) => idByEmail.get(email) !== id)).toEqual([]);
  const statusById = new Map(rows.map(({ id, status }) => [id, status]));
  expect([...written.unsubscribed].filter((id) => statusById.get(id) !== "unsubscribed")).toEqual([]);
  await checkTotals(api, rows);
  const mine = rows.filter(({ email }) => written.attempted.has(email));
  expect(mine.length).toBeGreaterThanOrEqual(written.acknowledged.length);
  for (let from = 0; from < mine.length; from += 20) {
    await Promise.all(mine.slice(from, from + 20).map((row) => checkContact(api, row, purposeId)));
  }
  expect(await countOrphans(dataDir)).toBe(0);
}
