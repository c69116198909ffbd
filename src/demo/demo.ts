import type { Services } from "../context.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import { createCompany } from "../features/account/create-company.ts";
import { getCompanyById } from "../features/account/find-company.ts";
import { hasCompany } from "../features/account/queries.ts";
import { findEmailBrand } from "../features/content/brand/queries.ts";
import { refreshEngagement } from "../features/contacts/engagement.queries.ts";
import type { NewJournalEntry } from "../journal/entry.ts";
import { appendEntries } from "../journal/journal.ts";
import { createJournalPartitions } from "../journal/partitions.ts";
import { isMailable, writeAutomations } from "./automations/write.ts";
import { localCalendar } from "./calendar.ts";
import { writeCampaignHistory } from "./campaign-history.ts";
import { writeCampaignMessages, writeCampaigns, writeDraft } from "./campaigns.ts";
import { writeColleague } from "./colleague.ts";
import { writeCommerce } from "./commerce.ts";
import { writeConnectedApp } from "./connected-app.ts";
import { createContacts, type DemoContact } from "./contacts.ts";
import { writeDmarcReports } from "./dmarc.ts";
import { writeForm } from "./form.ts";
import { emailCompiler } from "./emails.ts";
import { planNewsletters } from "./newsletters.ts";
import { openedDaysAgo } from "./lifecycle.ts";
import { createOrderEntries } from "./orders.ts";
import { writeLists } from "./lists.ts";
import { createNotifications } from "./notifications.ts";
import { writePages } from "./pages.ts";
import * as queries from "./queries.ts";
import { writeSegment } from "./segment.ts";
import { writeSettings, type DemoSettings } from "./settings.ts";
import { company, czechShop, demoEmail, newsPurpose, owner, timeZone } from "./words/company.ts";
import { randomInt } from "node:crypto";
import { passwordWords } from "./words/texts.ts";

/** The ids of the next campaign, form and automation follow it; examples of requests name them. */
const lastSourceId = 30;

const connectedDaysAgo = 20;

export type Demo = { email: string; password: string; tenant: string; apiKey: string };

/**
 * Creates the demo company of the first start: two shops with a history. Undefined when a company exists already.
 * One transaction: an interrupted start leaves nothing behind. Its e-mails are compiled meanwhile, and the start does not wait for them.
 */
export async function createDemo(
  db: SystemDb,
  services: Pick<Services, "clock" | "dataKey" | "sandbox">,
): Promise<Demo | undefined> {
  const { clock, sandbox } = services;
  const password = readablePassword();
  return db.transaction(async (inner) => {
    await queries.lockDemo(inner);
    if (await hasCompany(inner)) return undefined;
    const created = await createCompany(inner, services, {
      name: company.name,
      email: demoEmail,
      password,
      shop: czechShop.name,
      timeZone,
      language: czechShop.language,
      country: czechShop.country,
      currency: czechShop.currency,
      purpose: newsPurpose.name,
    });
    await queries.updatePersonName(inner, demoEmail, owner);
    const calendar = localCalendar(clock.now(), timeZone);
    await createJournalPartitions(inner.sql, calendar.at(openedDaysAgo.cs, 0), calendar.now);
    const own = inner.forTenant(created.tenantId);
    const { fingerprintKey } = await getCompanyById({ db: inner, dataKey: services.dataKey }, created.tenantId);
    const settings = await writeSettings(own, created, calendar);
    const brand = await findEmailBrand(own, settings.shopIds.cs);
    const compile = emailCompiler(sandbox.forCompany(own.tenantId), brand, "cs");
    const newsletters = await writeCampaigns(own, planNewsletters(calendar), { shopId: settings.shopIds.cs, compile });
    const time = { calendar, newsletters };
    const contacts = createContacts(time, { ...settings, fingerprintKey, tenantId: own.tenantId });
    const written = await writeContacts(own, contacts, settings);
    const begunAt = calendar.at(openedDaysAgo.sk, 0);
    const lists = await writeLists(own, written, settings.shopIds, begunAt);
    await writeCampaignMessages(own, newsletters, { contacts: written, listId: lists.newsId });
    const place = { shopId: settings.shopIds.cs, listId: lists.newsId, purposeId: settings.purposes.news.id, compile };
    const draft = await writeDraft(own, calendar, place);
    await writeSegment(own, calendar, place.shopId);
    await writeForm(own, calendar, { place, contacts: written });
    await writeAutomations(own, calendar, { contacts: written, shopId: settings.shopIds.cs, compile });
    await writePages(own, calendar, { shopIds: settings.shopIds, contacts: written });
    await queries.takeSourceIds(own, lastSourceId);
    const customers = written.filter(({ row }) => row.shopId === settings.shopIds.cs && row.status === "subscribed");
    await writeCommerce(own, calendar, {
      shopId: settings.shopIds.cs,
      contactIds: customers.map(({ contactId }) => contactId),
      compile,
    });
    await refreshEngagement(own, calendar.now);
    const members = { ownerId: created.member, colleagueId: await writeColleague(inner, own, begunAt) };
    await writeConnectedApp(inner, own, { memberId: members.ownerId, at: calendar.at(connectedDaysAgo, 11 * 60) });
    await writeDmarcReports(own, calendar);
    const recipients = written.filter(({ row }) => isMailable(row)).length;
    const waiting = await writeCampaignHistory(own, { newsletters, draft, recipients }, members);
    await queries.insertNotifications(own, createNotifications(time, contacts, waiting));
    await queries.advanceJournalCursors(own);
    return { email: demoEmail, password, tenant: created.tenant, apiKey: created.apiKey };
  });
}

type Timed = { readonly at: Date };
const byTime = (left: Timed, right: Timed): number => left.at.getTime() - right.at.getTime();

async function writeContacts(db: TenantDb, contacts: readonly DemoContact[], settings: DemoSettings) {
  const ids = await queries.insertContacts(
    db,
    contacts.map(({ row }) => row),
  );
  const about = contacts.map((contact) => {
    const contactId = ids.get(contact.row.email);
    if (contactId === undefined) throw new Error("a demo contact was not written");
    return { ...contact, contactId };
  });
  await queries.insertConsents(
    db,
    about.flatMap(({ records, contactId }) => records.consents.map((consent) => ({ contactId, ...consent }))),
  );
  await queries.insertConsentEvents(
    db,
    about.flatMap(({ records, contactId }) => records.consentEvents.map((event) => ({ contactId, ...event }))),
  );
  await queries.insertSuppressions(
    db,
    about.flatMap(({ records: { suppression }, row: { email, fingerprint } }) =>
      suppression === null ? [] : [{ ...suppression, email, fingerprint }],
    ),
  );
  await queries.insertLabelAssignments(
    db,
    about.flatMap(({ labels, contactId }) =>
      labels.map((label) => ({ labelId: settings.labelIds[label], kind: "contact", objectId: contactId })),
    ),
  );
  const purchases = await writeOrders(db, about);
  const events = about.flatMap(({ records, contactId }) => records.events.map((event) => ({ ...event, contactId })));
  await writeJournal(db, [...events, ...purchases].sort(byTime));
  return about;
}

/** Orders are numbered in chronological order. Returns the journal entries of the orders. */
async function writeOrders(db: TenantDb, contacts: readonly (DemoContact & { contactId: string })[]) {
  const planned = contacts
    .flatMap(({ orders, contactId, row: { email } }) => orders.map((order) => ({ order, contactId, email })))
    .sort((left, right) => byTime({ at: left.order.content.createdAt }, { at: right.order.content.createdAt }));
  const numbers = new Map<string, number>();
  const numbered = planned.map(({ order, contactId, email }) => {
    const number = (numbers.get(order.prefix) ?? 1000) + 1;
    numbers.set(order.prefix, number);
    return { order, content: { ...order.content, externalId: `${order.prefix}${number}`, contactId, email } };
  });
  const ids = await queries.insertOrders(
    db,
    numbered.map(({ content }) => content),
  );
  return numbered.flatMap(({ order, content }) => {
    const id = ids.get(content.externalId);
    if (id === undefined) throw new Error("a demo order was not written");
    return createOrderEntries(order, { ...content, id });
  });
}

const entriesAtOnce = 5000;

async function writeJournal(db: TenantDb, entries: readonly NewJournalEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    await appendEntries(db, entries.slice(start, start + entriesAtOnce));
  }
}

/** Easy to copy by hand from a terminal; about thirty bits, and sign-in attempts are rate limited. */
export function readablePassword(): string {
  const words = Array.from({ length: 3 }, () => passwordWords[randomInt(passwordWords.length)]);
  return [...words, randomInt(100, 1000)].join("-");
}
