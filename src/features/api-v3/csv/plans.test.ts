import { expect, it } from "vitest";
import { aCampaign } from "../../../../tests/harness/factories/campaign-events.ts";
import { insertContactsOfCity } from "../../../../tests/harness/factories/bulk-contacts.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { rowsReadBy } from "../../../../tests/harness/servers/rows-read.ts";
import { beforeEvents, readEvents } from "./events.queries.ts";
import { beforeMembers, readMembers } from "./members.queries.ts";

it("members of a list: a page reads no rows of others", async () => {
  const own = await company();
  const { id } = await own.aList();
  const { sql, tenantId } = own.ctx.db;
  await insertContactsOfCity(own, 12_000);
  await sql`
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
    select tenant_id, ${id}, id, 'confirmed', now() + id * interval '1 second', now(), created_at
    from contact where tenant_id = ${tenantId}`;
  const list = { listId: id, timeZone: "Europe/Prague" };
  const { next = beforeMembers } = await readMembers(own.ctx.db, list, beforeMembers);
  const rows = await rowsReadBy(own.ctx.db, (db) => readMembers(db, list, next));
  expect(rows["list_member"]).toBe(5000);
});

it("events of a campaign: a page reads no rows of others", async () => {
  const own = await company();
  const { sql, tenantId } = own.ctx.db;
  const id = await aCampaign(own);
  await insertContactsOfCity(own, 12_000);
  await sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select tenant_id, now() - id * interval '1 microsecond', 'email_opened', id,
      jsonb_build_object('campaignId', ${id}::text, 'variantId', ${id}::text, 'verdict', 'human')
    from contact where tenant_id = ${tenantId}`;
  const scope = { sourceIds: [id], variantId: null };
  const selection = { scope, from: null, to: null, timeZone: "Europe/Prague" };
  const { next = beforeEvents } = await readEvents(own.ctx.db, "opened", selection, beforeEvents);
  const rows = await rowsReadBy(own.ctx.db, (db) => readEvents(db, "opened", selection, next));
  expect(rows["journal"]).toBe(5000);
});
