import { CompanyBatcher } from "../../../db/batcher.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { VisitorMark } from "../../../kernel/visitor-mark.ts";
import { recordWebEvents, type WebEvents } from "../../events/service.ts";
import { hostOf, shopHosts } from "../hosts.ts";
import { listSitesOf, type SiteRecord } from "../queries.ts";
import * as queries from "./queries.ts";

/** A request of the site script. */
export type Visit = {
  readonly shopId: string;
  readonly visitor: string;
  /** Absent when the request has none or an invalid one. */
  readonly mark: VisitorMark | undefined;
  /** The Origin header; absent outside browsers. */
  readonly origin: string | undefined;
  /** Empty for machines. */
  readonly events: WebEvents["events"];
  readonly at: Date;
};

export type VisitOutcome = { readonly accepted: number } | "foreign_origin";

/** Concurrent requests of a company share one transaction. */
export const visitBatcher = new CompanyBatcher<Visit, VisitOutcome>((db, visits) =>
  db.transaction((inner) => recordVisits(inner, visits)),
);

async function recordVisits(db: TenantDb, visits: readonly Visit[]): Promise<VisitOutcome[]> {
  // Sent together: nearly all requests are without a mark.
  const [sites, visitors] = await Promise.all([
    listSitesOf(db, [...new Set(visits.map(({ shopId }) => shopId))]),
    queries.listVisitorContacts(db, uniqueVisitors(visits)),
  ]);
  const siteOf = new Map(sites.map((site) => [site.shopId, site]));
  const counted = visits.filter((visit) => isCounted(visit, siteOf.get(visit.shopId)));
  const known = (await useMarks(db, counted)) ?? visitors;
  const accepted = await recordKnownVisitors(db, counted, known);
  return visits.map((visit) => {
    const site = siteOf.get(visit.shopId);
    if (site !== undefined && !isOwnOrigin(visit, site)) return "foreign_origin";
    return { accepted: accepted.get(visit) ?? 0 };
  });
}

const isOwnOrigin = ({ origin }: Visit, { shopUrl, domains }: SiteRecord): boolean =>
  origin === undefined || shopHosts(shopUrl, domains).has(hostOf(origin) ?? "");

const isCounted = (visit: Visit, site: SiteRecord | undefined): boolean =>
  site !== undefined &&
  site.trackingEnabled &&
  site.isShopEnabled &&
  visit.events.length > 0 &&
  isOwnOrigin(visit, site);

const keyOf = ({ shopId, visitor }: queries.VisitorKey): string => `${shopId} ${visitor}`;

const uniqueVisitors = (visits: readonly Visit[]): queries.VisitorKey[] => [
  ...new Map(visits.map(({ shopId, visitor }) => [keyOf({ shopId, visitor }), { shopId, visitor }])).values(),
];

/** The visitors after their marks are stored; undefined when no request has one. */
async function useMarks(db: TenantDb, visits: readonly Visit[]): Promise<queries.KnownVisitor[] | undefined> {
  const marks = visits.flatMap(({ shopId, visitor, mark }) =>
    mark === undefined ? [] : [{ contactId: mark.contactId, clickedAt: mark.clickedAt, shopId, visitor }],
  );
  if (marks.length === 0) return undefined;
  await queries.insertMarks(db, marks);
  return queries.listVisitorContacts(db, uniqueVisitors(visits));
}

/** Events of visitors that no mark identified are not stored. */
async function recordKnownVisitors(
  db: TenantDb,
  visits: readonly Visit[],
  known: readonly queries.KnownVisitor[],
): Promise<Map<Visit, number>> {
  const contactOf = new Map(known.map((visitor) => [keyOf(visitor), visitor.contactId]));
  const lists = visits.flatMap((visit) => {
    const contactId = contactOf.get(keyOf(visit));
    return contactId === undefined ? [] : [{ visit, contactId }];
  });
  const at = new Date(Math.max(...visits.map((visit) => visit.at.getTime())));
  const counts = await recordWebEvents(
    db,
    lists.map(({ visit: { shopId, events }, contactId }) => ({ contactId, shopId, events })),
    at,
  );
  return new Map(lists.map(({ visit }, index) => [visit, counts[index] ?? 0]));
}
