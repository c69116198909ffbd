import { sendSenderMail } from "../../src/features/sending/senders/jobs.ts";
import type { TestCompany } from "./company.ts";
import { catchMail } from "./people.ts";

/** Sends the letter of a sender as the worker would; answers the letter and the path of the page behind its link. */
export async function letterOf(own: TestCompany, senderId: string) {
  const { caught, transport } = catchMail();
  const { db } = own.app;
  const mailFrom = "Postrider <post@service.test>";
  const parts = { db, clock: own.clock, transport, mailFrom, publicUrl: "https://app.test" };
  await sendSenderMail(parts, { tenantId: own.tenantId, senderId });
  const [letter] = caught;
  return { letter, page: `/sender/${letter?.token}` };
}

/** Campaigns are another feature's: a row is enough for what names a sender. */
export async function aCampaignOf({ ctx, shopId }: TestCompany, senderId: string, status = "draft"): Promise<string> {
  const [row] = await ctx.db.sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, shop_id, status, sender_id, created_at)
    values (${ctx.db.tenantId}, ${`Campaign ${status}`}, ${shopId}, ${status}, ${senderId}, ${ctx.clock.now()})
    returning id`;
  return String(row?.id);
}
