import { CompanyBatcher } from "../../../db/batcher.ts";
import { setIndexedGenericPlan } from "../../../db/generic-plan.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { VisitorToken } from "../../../kernel/visitor-token.ts";
import type { ReceivedEvent } from "../../events/queries.ts";
import { recordWebEvents } from "../../events/service.ts";
import { hostOf, shopHosts } from "../hosts.ts";
import { listSitesOf, type SiteRecord } from "../queries.ts";
import * as queries from "./queries.ts";

/** A request of the site script. */
export type Visit = {
  readonly shopId: string;
  readonly visitor: string;
  /** Absent when the request has none or an invalid one. */
  readonly token: VisitorToken | undefined;
  /** The Origin header; absent outside browsers. */
  readonly origin: string | undefined;
  /** Empty for machines. */
  readonly events: readonly Pick<ReceivedEvent, "type" | "data">[];
  readonly at: Date;
};

export type VisitOutcome = { readonly accepted: number } | "foreign_origin";

/** Concurrent requests of a company share one transaction. */
export const visitBatcher = new CompanyBatcher<Visit, VisitOutcome>(recordVisits);

async function recordVisits(db: TenantDb, visits: readonly Visit[]): Promise<VisitOutcome[]> {
  const foreign = new Set<number>();
  const stored = await db.pipelinedTransaction(async (inner) => {
    const { check, contacts } = await readVisitors(inner, visits);
    const events = visits.flatMap((visit, request): ReceivedEvent[] => {
      const verdict = check(visit);
      if (verdict === "foreign") foreign.add(request);
      const contactId = verdict === "tracked" ? contacts.get(visitorKey(visit)) : undefined;
      // Events of visitors that no mark identified are not stored.
      if (contactId === undefined) return [];
      return visit.events.map(({ type, data }) => ({ request, contactId, shopId: visit.shopId, type, data }));
    });
    return recordWebEvents(inner, events, latest(visits));
  });
  const accepted = new Map(stored.map((row) => [row.request, row.stored]));
  return visits.map((_, request) =>
    foreign.has(request) ? "foreign_origin" : { accepted: accepted.get(request) ?? 0 },
  );
}

const latest = (visits: readonly Visit[]): Date => new Date(Math.max(...visits.map(({ at }) => at.getTime())));

type OriginVerdict = "tracked" | "untracked" | "foreign";
type OriginCheck = (visit: Visit) => OriginVerdict;
type Visitors = { readonly check: OriginCheck; readonly contacts: ReadonlyMap<string, string> };

/** Nearly all requests are without a mark: settings and visitors are then read in one round trip. */
async function readVisitors(db: TenantDb, visits: readonly Visit[]): Promise<Visitors> {
  const shopIds = [...new Set(visits.map(({ shopId }) => shopId))];
  const hasToken = visits.some(({ token }) => token !== undefined);
  const [, sites, known] = await Promise.all([
    setIndexedGenericPlan(db),
    listSitesOf(db, shopIds),
    hasToken ? [] : queries.lockVisitorContacts(db, uniqueVisitors(visits)),
  ]);
  const check = originCheck(sites);
  if (!hasToken) return { check, contacts: mapContacts(known) };
  const tracked = visits.filter((visit) => check(visit) === "tracked");
  return { check, contacts: mapContacts(await useTokens(db, tracked)) };
}

async function useTokens(db: TenantDb, visits: readonly Visit[]): Promise<queries.KnownVisitor[]> {
  const tokens = visits.flatMap(({ shopId, visitor, token, events }) =>
    token === undefined || events.length === 0
      ? []
      : [{ contactId: token.contactId, clickedAt: token.clickedAt, shopId, visitor }],
  );
  await queries.insertTokens(db, tokens);
  return queries.lockVisitorContacts(db, uniqueVisitors(visits));
}

const mapContacts = (known: readonly queries.KnownVisitor[]): ReadonlyMap<string, string> =>
  new Map(known.map((visitor) => [visitorKey(visitor), visitor.contactId]));

/** Parses the hosts of a shop once for all requests. */
function originCheck(sites: readonly SiteRecord[]): OriginCheck {
  const verdicts = new Map(sites.map((site) => [site.shopId, originVerdicts(site)]));
  return ({ shopId, origin }) => verdicts.get(shopId)?.(origin) ?? "untracked";
}

function originVerdicts({ shopUrl, domains, trackingEnabled, isShopEnabled }: SiteRecord) {
  const hosts = shopHosts(shopUrl, domains);
  const own: OriginVerdict = trackingEnabled && isShopEnabled ? "tracked" : "untracked";
  const known = new Map<string, OriginVerdict>();
  return (origin: string | undefined): OriginVerdict => {
    if (origin === undefined) return own;
    const verdict = known.get(origin) ?? (hosts.has(hostOf(origin) ?? "") ? own : "foreign");
    known.set(origin, verdict);
    return verdict;
  };
}

const visitorKey = ({ shopId, visitor }: queries.VisitorKey): string => `${shopId} ${visitor}`;

/** Machines have no events. */
const uniqueVisitors = (visits: readonly Visit[]): queries.VisitorKey[] => {
  const counted = visits.filter(({ events }) => events.length > 0);
  return [
    ...new Map(counted.map(({ shopId, visitor }) => [visitorKey({ shopId, visitor }), { shopId, visitor }])).values(),
  ];
};
