import type { TenantDb } from "../../../../src/db/tenant.ts";

/** Contacts for the reference evaluator. The same rows are written to the database. */
export type SampleContact = {
  id: string;
  email: string;
  texts: Readonly<Record<string, string | null>>;
  status: string;
  engagement: string;
  birthday: string | null;
  nameDay: string | null;
  times: Readonly<Record<string, Date | null>>;
  customFields: Readonly<Record<string, unknown>>;
  lists: readonly { listId: string; state: string }[];
  consents: readonly { purposeId: string; state: string; validUntil: Date | null }[];
  orders: readonly SampleOrder[];
  messages: readonly { campaignId: string; delivered: boolean; opened: boolean; clicked: boolean }[];
  snapshots: readonly string[];
  scores: readonly { shopId: string; currency: string; rfmGroup: string }[];
};

export type SampleOrder = {
  shopId: string;
  meaning: string;
  currency: string;
  cents: number;
  at: Date;
  items: readonly { code: string | null; category: string | null; brand: string | null }[];
};

/** Ids that rules can reference. */
export type SampleIds = {
  shops: readonly string[];
  lists: readonly string[];
  purposes: readonly string[];
  campaigns: readonly string[];
  fields: Readonly<Record<"text" | "number" | "date" | "bool" | "select" | "multiselect", string>>;
  options: readonly string[];
  snapshots: readonly string[];
};

/** Deterministic pseudo-random numbers. */
export function seededRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const upTo = (count: number) => Math.floor(next() * count);
  return {
    upTo,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[upTo(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    some: <Item>(items: readonly Item[]): Item[] => items.filter(() => next() < 0.4),
  };
}

export const sampleTexts = {
  firstName: [null, "Žofie", "zofie", "ŽOFIE", "Petr", "Łukasz", "Anna Marie"],
  city: [null, "Brno", "brno", "Plzeň", "PLZEN", "Praha 50%", "Praha_5", "Ústí nad Labem"],
  note: [null, "a\\b", "100 %", "Straße", "strasse"],
  language: [null, "cs", "sk"],
  country: [null, "CZ", "SK"],
  gender: [null, "f", "m"],
  source: ["manual", "Import", "form"],
} as const;
export const itemCodes = ["a-1", "b-2", "boty"] as const;
const statuses = ["subscribed", "pending", "unsubscribed", "bounced", "complained", "customer"] as const;
const birthdays = [null, "2000-02-29", "1990-02-28", "1990-03-01", "1985-12-31", "1985-01-01", "2001-07-15"] as const;
const nameDays = [null, "02-29", "02-28", "03-01", "12-31", "01-05", "07-15"] as const;
const timeColumns = ["createdAt", "updatedAt", "consentAt", "lastSentAt", "lastOpenAt", "lastClickAt"] as const;

/** The others are stored in a separate table. */
const ownTimes = timeColumns.filter((column) => column !== "lastSentAt");

const day = 86_400_000;

/** Instants around the midnights in rules, where an hour or a millisecond matters. */
function timeNearMidnight({ pick, upTo }: ReturnType<typeof seededRandom>, now: Date): Date {
  const midnight = Math.floor(now.getTime() / day) * day - pick([1, 2]) * 3_600_000;
  return new Date(midnight - (upTo(50) - 2) * day + pick([-1, 0, 1, 7_200_000, 43_200_000]));
}

export function makeSampleContacts(count: number, ids: SampleIds, now: Date): SampleContact[] {
  const random = seededRandom(7);
  const { pick, some, upTo } = random;
  const maybe = (time: Date) => (upTo(4) === 0 ? null : time);
  return Array.from({ length: count }, (_, index) => ({
    id: String(1_000_000 + index),
    email: `${pick(["jana", "petr.novak", "o_k"])}${index}@${pick(["example.com", "seznam.cz"])}`,
    texts: Object.fromEntries(
      Object.entries(sampleTexts).map(([field, choices]) => [field, pick<string | null>(choices)]),
    ),
    status: pick(statuses),
    engagement: pick(["A", "B", "C", "D", "E", "N"]),
    birthday: pick(birthdays),
    nameDay: pick(nameDays),
    times: Object.fromEntries(
      timeColumns.map((field) => [
        field,
        field === "createdAt" ? timeNearMidnight(random, now) : maybe(timeNearMidnight(random, now)),
      ]),
    ),
    customFields: Object.fromEntries(
      some<[string, unknown]>([
        [ids.fields.text, pick(["Zelená", "zelena", "10 %"])],
        [ids.fields.number, pick([-1, 0, 5, 5.5, 100])],
        [ids.fields.date, timeNearMidnight(random, now).toISOString().slice(0, 10)],
        [ids.fields.bool, pick([true, false])],
        [ids.fields.select, pick(ids.options)],
        [ids.fields.multiselect, some(ids.options)],
      ]),
    ),
    lists: some(ids.lists).map((listId) => ({
      listId,
      state: pick(["confirmed", "unconfirmed", "unsubscribed", "removed"]),
    })),
    consents: some(ids.purposes).map((purposeId) => ({
      purposeId,
      state: pick(["valid", "valid", "pending", "withdrawn", "expired"]),
      validUntil: pick([null, new Date(now.getTime() - 1), new Date(now.getTime() + 1)]),
    })),
    orders: Array.from({ length: pick([0, 0, 1, 2, 4]) }, () => ({
      shopId: pick(ids.shops),
      meaning: pick(["completed", "completed", "completed", "cancelled", "new"]),
      currency: pick(["CZK", "EUR"]),
      cents: pick([10_000, 50_000, 150_050]),
      at: timeNearMidnight(random, now),
      items: some([0, 1]).map(() => ({
        code: pick([null, ...itemCodes]),
        category: pick([null, ...itemCodes]),
        brand: pick([null, ...itemCodes]),
      })),
    })),
    messages: some(ids.campaigns).map((campaignId) => {
      const [delivered, opened] = [upTo(4) > 0, upTo(2) > 0];
      return { campaignId, delivered, opened: delivered && opened, clicked: delivered && opened && upTo(2) > 0 };
    }),
    snapshots: some(ids.snapshots),
    scores: some(ids.shops).map((shopId) => ({
      shopId,
      currency: pick(["CZK", "EUR"]),
      rfmGroup: pick(["champions", "loyal", "lost"]),
    })),
  }));
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const snaked = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value]));

/** Uses one statement per table. */
export async function insertSampleContacts(
  db: TenantDb,
  people: readonly SampleContact[],
  shopId: string,
): Promise<void> {
  const { sql, tenantId } = db;
  const columns = ["id", "email", "status", "engagement", "birthday", "name_day", "custom_fields"];
  const all = sql.unsafe([...columns, ...Object.keys(sampleTexts).map(snake), ...ownTimes.map(snake)].join(", "));
  // Properties without a column are skipped.
  const contacts = people.map((person) => snaked({ ...person, ...person.texts, ...person.times }));
  await sql`
    insert into contact (tenant_id, shop_id, fingerprint, status_at, search, grams, name_key, ${all})
    select ${tenantId}, ${shopId}, sha256(email::bytea), now(), '', '{}', '', ${all}
    from jsonb_populate_recordset(null::contact, ${JSON.stringify(contacts)}::jsonb)`;
  await sql`
    insert into contact_send_summary (tenant_id, contact_id, received_count, last_sent_at)
    select ${tenantId}, id, 1, last_sent_at
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as m(id bigint, last_sent_at timestamptz)
    where last_sent_at is not null`;
  const own = (rowsOf: (person: SampleContact) => readonly object[]) =>
    JSON.stringify(people.flatMap((person) => rowsOf(person).map((row) => snaked({ contactId: person.id, ...row }))));
  await sql`
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
    select ${tenantId}, list_id, contact_id, state, now(), now(), (
      select created_at from contact c where c.tenant_id = ${tenantId} and c.id = contact_id)
    from jsonb_populate_recordset(null::list_member, ${own(({ lists }) => lists)}::jsonb)`;
  await sql`
    insert into consent (tenant_id, contact_id, purpose_id, state, valid_until, basis, source, at)
    select ${tenantId}, contact_id, purpose_id, state, valid_until, 'imported', 'manual', now()
    from jsonb_populate_recordset(null::consent, ${own(({ consents }) => consents)}::jsonb)`;
  await sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, domain, state, delivered_at,
      opened_at, clicked_at)
    select ${tenantId}, campaign_id, contact_id, campaign_id, 0, 'example.com', 'sent', case when delivered then now() end,
      case when opened then now() end, case when clicked then now() end
    from jsonb_to_recordset(${own(({ messages }) => messages)}::jsonb)
      as m(campaign_id bigint, contact_id bigint, delivered boolean, opened boolean, clicked boolean)`;
  await sql`
    insert into segment_member (tenant_id, segment_id, contact_id)
    select ${tenantId}, segment_id, contact_id
    from jsonb_populate_recordset(null::segment_member, ${own(({ snapshots }) =>
      snapshots.map((segmentId) => ({ segmentId })),
    )}::jsonb)`;
  await sql`
    insert into rfm_score (tenant_id, contact_id, shop_id, currency, recency, frequency, monetary, rfm_group)
    select ${tenantId}, contact_id, shop_id, currency, 1, 1, 1, rfm_group
    from jsonb_populate_recordset(null::rfm_score, ${own(({ scores }) => scores)}::jsonb)`;
  await insertOrders(db, people);
}

async function insertOrders({ sql, tenantId }: TenantDb, people: readonly SampleContact[]): Promise<void> {
  const orders = people
    .flatMap((person) => person.orders.map((order) => ({ ...order, contactId: person.id })))
    .map((order, index) => ({ ...order, id: String(1_000_000 + index) }));
  await sql`
    insert into shop_order (tenant_id, id, shop_id, external_id, contact_id, state, state_category, currency, total, created_at,
      recorded_at)
    select ${tenantId}, id, shop_id, id::text, contact_id, meaning, meaning, currency, cents / 100.0, at, now()
    from jsonb_to_recordset(${JSON.stringify(orders.map(snaked))}::jsonb)
      as o(id bigint, shop_id bigint, contact_id bigint, meaning text, currency text, cents int, at timestamptz)`;
  const items = orders.flatMap((order) =>
    order.items.map((item, position) => ({ order_id: order.id, position, ...item })),
  );
  await sql`
    insert into order_item (tenant_id, order_id, position, quantity, code_key, category_key, brand_key)
    select ${tenantId}, order_id, position, 1, code, category, brand
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i(order_id bigint, position int, code text, category text, brand text)`;
  await sql`
    insert into contact_order_total (tenant_id, contact_id, shop_id, currency, orders, total, first_at, last_at)
    select tenant_id, contact_id, shop_id, currency, count(*), sum(total), min(created_at), max(created_at)
    from shop_order where tenant_id = ${tenantId} and state_category = 'completed' group by 1, 2, 3, 4`;
}
