import { generateKeyPairSync } from "node:crypto";
import { dkimKeyAssociatedData } from "../../../src/features/sending/outgoing-sender.ts";
import { sendSenderVerificationMail } from "../../../src/features/sending/senders/jobs.ts";
import { encrypt, requireDataKey } from "../../../src/kernel/encryption.ts";
import type { TestCompany } from "./company.ts";
import { captureMail } from "../servers/sign-in.ts";

/** Sends the verification mail of a sender as the worker would; returns the mail and the path of its page. */
export async function sendVerificationMailTo(own: TestCompany, senderId: string) {
  const { caught, transport } = captureMail();
  const { db } = own.app;
  const mailFrom = "Postrider <post@service.test>";
  const parts = { db, clock: own.clock, transport, mailFrom, publicUrl: "https://app.test" };
  await sendSenderVerificationMail(parts, { tenantId: own.tenantId, senderId });
  const [mail] = caught;
  return { mail, page: `/sender/${mail?.token}` };
}

/** Inserts only a row: the tests need a reference to the sender, not a working campaign. */
export async function aCampaignFrom({ ctx, shopId }: TestCompany, senderId: string, status = "draft"): Promise<string> {
  const [row] = await ctx.db.sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, shop_id, status, sender_id, created_at)
    values (${ctx.db.tenantId}, ${`Campaign ${status}`}, ${shopId}, ${status}, ${senderId}, ${ctx.clock.now()})
    returning id`;
  return String(row?.id);
}

/** A verified domain with a DKIM key, optionally in warm-up. */
export async function aSignedDomain(
  { ctx, app, tenantId }: TestCompany,
  domain: string,
  { warmingSince = null }: { warmingSince?: Date | null } = {},
): Promise<void> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const sealed = encrypt(requireDataKey(app.services.dataKey), dkimKeyAssociatedData(tenantId), pem);
  await ctx.db.sql`
    insert into sending_domain (tenant_id, domain, verified_at, dkim_selector, dkim_private_key, dkim_public_key,
      warming_since, created_at)
    values (${tenantId}, ${domain}, now(), 'mail', ${sealed}, '', ${warmingSince}, now())`;
}
