import { afterEach, describe, expect, it } from "vitest";
import { createApi } from "../../tests/harness/servers/api-client.ts";
import { anAutomation } from "../../tests/harness/factories/automations.ts";
import { aSignedDomain } from "../../tests/harness/factories/senders.ts";
import { createRequest } from "../features/mcp/requests/service.ts";
import { startMigration } from "../features/platform-migration/start.ts";
import { company, type TestCompany } from "../../tests/harness/factories/company.ts";
import { adminEmail, adminHeaders, password } from "../../tests/harness/servers/sign-in.ts";
import { loadBackground } from "../composition/background.ts";
import { reencrypt } from "./reencrypt.ts";
import { sealPlainFingerprintKeys } from "../features/account/seal-fingerprint-keys.ts";
import { getCompanyById } from "../features/account/find-company.ts";
import { findOutgoingSender, createSenderSigner } from "../features/sending/outgoing-sender.ts";
import { totpAssociatedData } from "../features/members/sessions/two-factor.ts";
import { decrypt, fixedDataKey, keyId } from "../kernel/encryption.ts";

const old = Buffer.alloc(32, 7);
const fresh = Buffer.alloc(32, 9);
const both = fixedDataKey(fresh, old);

const webhook = { url: "https://example.com/", basicAuth: { enabled: true, username: "user", password: "secret" } };

async function withSecrets() {
  const own = await company();
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  const { secret } = await admin.ok("beginTwoFactor", { body: { password } });
  await aSignedDomain(own, "signed.example.org");
  const relay = { name: "Relay", kind: "smtp", host: "relay.example.org", username: "user", secret: "secret" };
  await own.api.ok("createConnection", { body: relay });
  const mailbox = { name: "Bounces", host: "imap.example.org", username: "user", password: "secret" };
  await own.api.ok("createMailbox", { body: mailbox });
  await anAutomation(own, { graph: { nodes: [{ id: "hook", type: "webhook", config: webhook }] } });
  const basicAuth = { login: "user", password: "secret" };
  await own.api.ok("createAccountWebhook", { body: { url: "https://example.com/", event: "new_contact", basicAuth } });
  const { id } = await own.api.ok("createWebhookEndpoint", {
    body: { url: "https://example.com/", events: ["new_contact"] },
  });
  await own.api.ok("rotateWebhookEndpointSecret", { params: { endpoint_id: id } });
  const access = { url: "https://example.com/api", login: "user", password: "secret" };
  await startMigration(own.ctx, { platform: "smartemailing", shopId: own.shopId, source: access });
  await createRequest(own.ctx, {
    holder: "key 1",
    client: "Assistant",
    memberId: own.member,
    operation: "createAccountWebhook",
    input: { params: {}, query: {}, body: {} },
    preview: {},
    warnings: [],
    snapshot: {},
  });
  return { ...own, secret, email: await adminEmail(own) };
}

const storedBy = async ({ app, tenantId }: TestCompany, email: string) => {
  const [row] = await app.db.sql<{ totp: Buffer; dkim: Buffer; fingerprint: Buffer; personId: string }[]>`
    select p.totp_secret as totp, p.id as person_id, d.dkim_private_key as dkim, c.fingerprint_key as fingerprint
    from company c join sending_domain d on d.tenant_id = c.tenant_id, person p
    where c.tenant_id = ${tenantId} and p.email = ${email}`;
  if (row === undefined) throw new Error("no secrets");
  return row;
};

async function rotate(own: TestCompany, keys = both) {
  const { encryptedColumns } = await loadBackground();
  const done = [];
  for (const column of encryptedColumns) done.push(await reencrypt(own.app.db, keys, column));
  return done;
}

/** The database is shared with other tests. */
afterEach(async () => {
  await rotate(await company(), fixedDataKey(old, fresh));
});

describe("a rotation of the data key", () => {
  it("encrypts every stored secret with the new key, once", async () => {
    const own = await withSecrets();
    const before = own.ctx.company.fingerprintKey;
    const first = await rotate(own);
    expect(first.map(({ table }) => table)).toEqual([
      "person",
      "sending_connection",
      "sending_domain",
      "inbound_mailbox",
      "automation_secret",
      "platform_migration",
      "company",
      "webhook",
      "webhook_endpoint",
      "webhook_endpoint",
      "assistant_request",
    ]);
    expect(first.every(({ encrypted }) => encrypted >= 1)).toBe(true);

    const stored = await storedBy(own, own.email);
    for (const bytes of [stored.totp, stored.dkim, stored.fingerprint])
      expect(bytes.subarray(0, 4)).toEqual(keyId(fresh));
    const onlyNew = fixedDataKey(fresh);
    expect(decrypt(onlyNew, totpAssociatedData(stored.personId), stored.totp)).toBe(own.secret);
    const company = await getCompanyById({ db: own.app.db, dataKey: onlyNew }, own.tenantId);
    expect(company.fingerprintKey).toEqual(before);
    const { id } = await own.api.ok("createSender", { body: { email: "a@signed.example.org", name: "A" } });
    await own.app.db.sql`update sender set verified_at = now() where tenant_id = ${own.tenantId} and id = ${id}`;
    const sender = await findOutgoingSender(own.ctx.db, id);
    expect(sender && createSenderSigner(own.tenantId, sender, onlyNew)).toBeDefined();

    expect((await rotate(own)).map(({ encrypted }) => encrypted)).toEqual(first.map(() => 0));
    expect((await rotate(own, fixedDataKey(old, fresh))).every(({ encrypted }) => encrypted >= 1)).toBe(true);
  });

  it("leaves a value alone that changed meanwhile or that no key decrypts", async () => {
    const own = await withSecrets();
    const { encryptedColumns } = await loadBackground();
    const totp = encryptedColumns.find(({ table }) => table === "person");
    const { personId, totp: bytes } = await storedBy(own, own.email);
    expect(await totp?.replace(own.app.db, { id: personId, bytes: Buffer.from("changed") }, fresh)).toBe(false);
    expect((await storedBy(own, own.email)).totp).toEqual(bytes);

    const foreign = fixedDataKey(Buffer.alloc(32, 3));
    const counts = await rotate(own, foreign);
    expect(counts.every(({ encrypted, failed }) => encrypted === 0 && failed >= 1)).toBe(true);
    expect((await storedBy(own, own.email)).totp).toEqual(bytes);
  });

  it("by two processes at once encrypts each value once", async () => {
    const own = await withSecrets();
    const failures = (done: readonly { failed: number }[]) => done.map(({ failed }) => failed);
    // Companies of other tests may have other keys.
    const before = failures(await rotate(own, fixedDataKey(old, fresh)));
    const [one, two] = await Promise.all([rotate(own), rotate(own)]);
    expect([failures(one), failures(two)]).toEqual([before, before]);
    const stored = await storedBy(own, own.email);
    expect(stored.fingerprint.subarray(0, 4)).toEqual(keyId(fresh));
  });
});

describe("fingerprint keys", () => {
  it("are stored encrypted", async () => {
    const own = await withSecrets();
    const { fingerprint } = await storedBy(own, own.email);
    expect(fingerprint.length).toBeGreaterThan(32);
    expect(fingerprint.includes(Buffer.from(own.ctx.company.fingerprintKey))).toBe(false);
  });

  it("of an earlier version are encrypted at the start, also by several processes at once", async () => {
    const own = await withSecrets();
    const plain = own.ctx.company.fingerprintKey;
    await own.app.db.sql`update company set fingerprint_key = ${plain} where tenant_id = ${own.tenantId}`;
    await own.api.ok("getCompany");
    await Promise.all([1, 2, 3].map(() => sealPlainFingerprintKeys(own.app.db, fixedDataKey(old))));
    const { fingerprint } = await storedBy(own, own.email);
    expect(fingerprint.subarray(0, 4)).toEqual(keyId(old));
    const { fingerprintKey } = await getCompanyById({ db: own.app.db, dataKey: fixedDataKey(old) }, own.tenantId);
    expect(fingerprintKey).toEqual(plain);
  });
});
