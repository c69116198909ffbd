import { startOfDay, startOfNextDay } from "../../src/kernel/local-time.ts";
import type { ContactPageRequest } from "../../src/features/contacts/contact-list.queries.ts";

export const timeZone = "Europe/Prague";

/** A `listContacts` request, the hand-written SQL for it, and the condition whose plain count is the expected total. */
export type MillionCase = { bench: string; request: ContactPageRequest; best: string; where: string };

const size = 25;
const columns = `id, email, first_name, last_name, status, engagement, excluded, shop_id, suppression_reason, blacklisted,
  blacklisted_at, state, created_at`;
const newestFirst = "order by created_at desc, id desc";
const oldestFirst = "order by created_at, id";

const kept = (where: string) => `select sum(n) from contact_count where ${where}`;
const counted = (where: string) => `select count(*) from contact where ${where}`;

/** Every condition starts with the company's. */
const readCompany = (where: string) => where.split(" and ", 1)[0] ?? where;

/** The index gives the order, the first entries are the page. */
const firstPage = (where: string, total: string) => `
  select (${total})::float8 as total, page.*
  from (select ${columns} from contact where ${where} ${newestFirst} limit ${size}) page`;

/** Skips index entries without fetching rows; only those of the page are fetched. */
const deepPage = (where: string, offset: number) => `
  select (${kept(where)})::float8 as total, page.*
  from (
    select ${columns} from contact where ${readCompany(where)} and id = any(array(
      select id from contact where ${where} ${newestFirst} limit ${size} offset ${offset}))
  ) page ${newestFirst}`;

/** Beyond the middle the other end of the index is nearer. */
const pageFromTheEnd = (where: string, offset: number) => `
  with totals as materialized (select coalesce(sum(n), 0)::bigint as total from contact_count where ${where})
  select (select total from totals)::float8 as total, page.*
  from (
    select ${columns} from contact where ${readCompany(where)} and id = any(array(
      select id from contact where ${where} ${oldestFirst}
      limit (select greatest(0, least(${size}, total - ${offset})) from totals)
      offset (select greatest(0, total - ${offset} - ${size}) from totals)))
  ) page ${newestFirst}`;

/** Few hits: found once, for the page and for the total. */
const fewHits = (where: string) => `
  with hit as materialized (select ${columns} from contact where ${where})
  select (select count(*) from hit)::float8 as total, page.*
  from (select * from hit ${newestFirst} limit ${size}) page`;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export function millionCases(tenantId: string): MillionCase[] {
  const company = `tenant_id = ${tenantId}`;
  const first = { limit: size, offset: 0 };
  const lastOffset = 999_975;
  const subscribed = `${company} and status = 'subscribed'`;
  const unsubscribed = `${company} and status = 'unsubscribed'`;
  const engaged = `${company} and engagement = 'A'`;
  const [from, to] = [daysAgo(60), daysAgo(31)];
  const month = `${company} and created_at >= '${startOfDay(from, timeZone).toISOString()}'
    and created_at < '${startOfNextDay(to, timeZone).toISOString()}'`;
  const found = (needle: string) =>
    `${company} and grams @> contact_grams(${tenantId}, '${needle}') and search like '%${needle}%'`;
  return [
    { bench: "first page", request: first, where: company, best: firstPage(company, kept(company)) },
    {
      bench: "page 20 000",
      request: { ...first, offset: 499_975 },
      where: company,
      best: deepPage(company, 499_975),
    },
    {
      bench: "last page",
      request: { ...first, offset: lastOffset },
      where: company,
      best: pageFromTheEnd(company, lastOffset),
    },
    {
      bench: "status subscribed, first page",
      request: { ...first, status: "subscribed" },
      where: subscribed,
      best: firstPage(subscribed, kept(subscribed)),
    },
    {
      bench: "status subscribed, page 20 000",
      request: { ...first, status: "subscribed", offset: 499_975 },
      where: subscribed,
      best: pageFromTheEnd(subscribed, 499_975),
    },
    {
      bench: "status unsubscribed, page 1 000",
      request: { ...first, status: "unsubscribed", offset: 24_975 },
      where: unsubscribed,
      best: deepPage(unsubscribed, 24_975),
    },
    {
      bench: "engagement A, first page",
      request: { ...first, engagement: "A" },
      where: engaged,
      best: firstPage(engaged, kept(engaged)),
    },
    {
      bench: "created in 30 days, first page",
      request: { ...first, createdFrom: from, createdTo: to },
      where: month,
      best: firstPage(month, counted(month)),
    },
    {
      bench: "search, rare",
      request: { ...first, q: "12345" },
      where: found("12345"),
      best: fewHits(found("12345")),
    },
    {
      bench: "search, medium",
      request: { ...first, q: "Novák12" },
      where: found("novak12"),
      best: fewHits(found("novak12")),
    },
    {
      bench: "search, unselective",
      request: { ...first, q: "jana" },
      where: found("jana"),
      best: firstPage(found("jana"), counted(found("jana"))),
    },
    {
      bench: "search, two letters",
      request: { ...first, q: "ja" },
      where: found(" ja"),
      best: firstPage(found(" ja"), counted(found(" ja"))),
    },
  ];
}

/** Members in the order of the list's index; only the page's contacts are fetched. */
const pageOfList = (company: string, listId: string, offset: number) => `
  select (select sum(n) from list_count where ${company} and list_id = ${listId})::float8 as total, page.*
  from (
    select ${columns} from contact where ${company} and id = any(array(
      select contact_id from list_member where ${company} and list_id = ${listId} and state <> 'removed'
      order by contact_created_at desc, contact_id desc limit ${size} offset ${offset}))
  ) page ${newestFirst}`;

/** The newest contacts, each looked up in the list. */
const pageBesideList = (where: string, listId: string) =>
  firstPage(
    where,
    `${kept(readCompany(where))}) - (select sum(n) from list_count where ${readCompany(where)} and list_id = ${listId}`,
  );

/** The filter by a list, for lists with these shares of the contacts in percent. */
export function listCases(tenantId: string, lists: ReadonlyMap<number, string>): MillionCase[] {
  const company = `tenant_id = ${tenantId}`;
  return [...lists].flatMap(([percent, list]) => {
    const isMember = `exists (select from list_member m where m.tenant_id = ${tenantId} and m.list_id = ${list}
      and m.contact_id = contact.id and m.state <> 'removed')`;
    const middle = percent * 4000;
    return [
      ...[0, middle].map((offset) => ({
        bench: `list of ${percent} %, page ${offset / size + 1}`,
        request: { list, limit: size, offset },
        where: `${company} and ${isMember}`,
        best: pageOfList(company, list, offset),
      })),
      {
        bench: `not on the list of ${percent} %, first page`,
        request: { list, listOp: "neq", limit: size, offset: 0 },
        where: `${company} and not ${isMember}`,
        best: pageBesideList(`${company} and not ${isMember}`, list),
      },
    ];
  });
}
