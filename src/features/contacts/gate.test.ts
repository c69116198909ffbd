import { expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { addMonths } from "../../kernel/local-time.ts";

const everyone = { type: "group", match: "all", rules: [] };

it("blocks a contact whose consent expired by the context's clock, in audiences and segments alike", async () => {
  const { api, ctx, shopId, clock, aList, aContact } = await company();
  await ctx.db.sql`update purpose set valid_months = 6 where tenant_id = ${ctx.db.tenantId} and is_default`;
  const list = await aList();
  await aContact({ listIds: [list.id] });
  const audience = { listIds: [list.id] };
  const recipients = async () => (await api.ok("measureAudience", { body: { audience } })).recipients;
  const mailable = async () => (await api.ok("previewSegment", { body: { shopId, definition: everyone } })).mailable;
  expect([await recipients(), await mailable()]).toEqual([1, 1]);
  clock.set(addMonths(clock.now(), 7));
  expect([await recipients(), await mailable()]).toEqual([0, 0]);
});
