import { openPool, type TenantDb } from "../src/db/tenant.ts";
import { listContactRows, type ContactPageRequest } from "../src/features/contacts/contact-list.queries.ts";
import { median } from "./support/compare.ts";
import { timeZone } from "./support/million-cases.ts";
import { withEnvironment } from "./support/environment.ts";
import { seedContacts, seedLists } from "./support/seed-contacts.ts";

const contacts = 1_000_000;
const pageSize = 50;
const rounds = 7;
const sortableFields = [
  "id",
  "email",
  "createdAt",
  "updatedAt",
  "lastSentAt",
  "firstName",
  "lastName",
  "status",
  "state",
  "engagement",
];

/** Time in the database of the first and of a middle page, for every sort and every single filter of the grid. */
export async function benchGrid(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const lists = await seedLists(environment);
    const { tenantId, shopId } = environment.company;
    return measureGrid(environment.url, { tenantId, shopId, listId: lists.get(10) ?? "" });
  });
}

type Grid = { readonly tenantId: string; readonly shopId: string; readonly listId: string };

export async function measureGrid(url: string, grid: Grid): Promise<object[]> {
  const pool = openPool(url, 1);
  try {
    const db = pool.forTenant(grid.tenantId);
    const lines: object[] = [];
    for (const [name, request] of Object.entries(toRequests(grid))) {
      const { total } = await listContactRows(
        db,
        { ...request, limit: pageSize, offset: 0 },
        { timeZone, now: new Date() },
      );
      const middle = Math.floor(total / 2 / pageSize) * pageSize;
      lines.push({
        bench: `1 000 000 contacts, ${name}`,
        target: "page 1 at most 5 ms, any page at most 50 ms",
        total,
        firstPageMs: await time(db, { ...request, limit: pageSize, offset: 0 }),
        middlePageMs: await time(db, { ...request, limit: pageSize, offset: middle }),
      });
    }
    return lines;
  } finally {
    await pool.close();
  }
}

function toRequests({ shopId, listId }: Grid): Record<string, Omit<ContactPageRequest, "limit" | "offset">> {
  const sorts = sortableFields.flatMap((field) => [field, `-${field}`]);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return {
    ...Object.fromEntries(sorts.map((sort) => [`sort ${sort}`, { sort }])),
    "status subscribed": { status: "subscribed" },
    "status unsubscribed": { status: "unsubscribed" },
    "state active": { state: "active" },
    "state not active": { state: "active", stateOp: "neq" },
    "state not unsubscribed": { state: "unsubscribed", stateOp: "neq" },
    "tab bounced": { tab: "bounced" },
    "engagement A": { engagement: "A" },
    "engagement N": { engagement: "N" },
    shop: { shop: shopId },
    "source manual": { source: "manual" },
    "source form": { source: "form" },
    "created from": { createdFrom: day(60) },
    "created to": { createdTo: day(60) },
    list: { list: listId },
    "not on a list": { list: listId, listOp: "neq" },
    search: { q: "novak12" },
  };
}

async function time(db: TenantDb, request: ContactPageRequest): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await listContactRows(db, request, { timeZone, now: new Date() });
    times.push(performance.now() - startedAt);
  }
  return Number(median(times).toFixed(2));
}
