import { describe, expect, it } from "vitest";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aConnectedApp } from "../../../../tests/harness/factories/oauth.ts";
import {
  adminEmail,
  adminHeaders,
  captureMail,
  password,
  signInHeaders,
} from "../../../../tests/harness/servers/sign-in.ts";
import { minutes } from "../../../kernel/local-time.ts";
import type { MailLanguage } from "../../../mail/service-mail-template.ts";
import { securityNoticeMailJob, sendSecurityNoticeMail } from "../jobs.ts";
import { addMember } from "../members.ts";
import { totpCodeAt, totpStepAt } from "../sessions/totp.ts";
import type { PayloadOf } from "../../../jobs/job.ts";
import { securityNoticeKinds } from "./kinds.ts";
import { securityNoticeMail } from "./notice-mail.ts";

type Notice = PayloadOf<typeof securityNoticeMailJob>;

async function withAdmin() {
  const own = await company();
  const headers = await adminHeaders(own);
  return { ...own, headers, email: await adminEmail(own), admin: createApi(own.server, own.tenant, headers) };
}

/** Queued for the person, oldest first. */
async function listNotices({ app }: TestCompany, email: string): Promise<Notice[]> {
  const rows = await app.db.sql<{ data: Notice }[]>`
    select j.data from pgboss.job j join person p on p.id = (j.data->>'personId')::bigint
    where j.name = ${securityNoticeMailJob.name} and p.email = ${email} order by j.created_on, j.id`;
  return rows.map(({ data }) => data);
}

const listKinds = async (own: TestCompany, email: string) => (await listNotices(own, email)).map(({ kind }) => kind);

async function getMail(own: TestCompany, notice: Notice | undefined) {
  const { caught, transport } = captureMail();
  const parts = { db: own.app.db, clock: own.clock, transport, mailFrom: "p@localhost", publicUrl: "https://app.test" };
  if (notice !== undefined) await sendSecurityNoticeMail(parts, notice);
  return caught;
}

/** Newest first, without the access of the tests themselves. */
const listAudit = async ({ api }: Pick<TestCompany, "api">) =>
  (await api.ok("listAuditLog")).items
    .filter(({ operation }) => operation !== "useKey" && operation !== "signIn")
    .map(({ actor, operation, object: { kind, id } }) => ({
      memberId: actor.memberId,
      operation,
      object: { kind, id },
    }));

const keyBody = { name: "Warehouse", roles: ["analyst"], scope: "read", validDays: 1 };

describe("a change of how a person signs in", () => {
  it("is mailed to them and is in the audit log of each of their companies", async () => {
    const own = await withAdmin();
    const other = await company();
    const at = own.clock.now();
    const elsewhere = await addMember(own.app.db, other.tenantId, {
      email: own.email,
      password,
      roles: ["analyst"],
      at,
    });
    const code = (secret: string) => totpCodeAt(secret, totpStepAt(own.clock.now()));
    const { secret } = await own.admin.ok("beginTwoFactor", { body: { password } });
    await own.admin.ok("confirmTwoFactor", { body: { code: code(secret) } });
    own.clock.advance(minutes(1));
    await own.admin.ok("replaceRecoveryCodes", { body: { password, code: code(secret) } });
    own.clock.advance(minutes(1));
    await own.admin.ok("endTwoFactor", { body: { password, code: code(secret) } });
    const newPassword = "an entirely new password";
    await own.admin.ok("changePassword", { body: { password, newPassword } });
    const again = { password: newPassword, newPassword: `${newPassword} again`, endAccess: true };
    await own.admin.ok("changePassword", { body: again });

    expect(await listKinds(own, own.email)).toEqual([
      "two_factor_enabled",
      "recovery_codes_replaced",
      "two_factor_disabled",
      "password_changed",
      "password_changed_access_ended",
    ]);
    const operations = [
      ["changePassword", "password"],
      ["changePassword", "password"],
      ["endTwoFactor", "two-factor"],
      ["replaceRecoveryCodes", "recovery-codes"],
      ["confirmTwoFactor", "two-factor"],
    ];
    const entriesFor = (memberId: string) =>
      operations.map(([operation, kind]) => ({ memberId, operation, object: { kind, id: null } }));
    expect(await listAudit({ api: own.admin })).toEqual(entriesFor(own.member));
    expect(await listAudit(other)).toEqual(entriesFor(elsewhere));
  });

  it("that is refused leaves neither", async () => {
    const own = await withAdmin();
    await own.admin.refused("changePassword", { body: { password: "wrong", newPassword: "an entirely new password" } });
    await own.admin.refused("confirmTwoFactor", { body: { code: "000000" } });
    expect(await listNotices(own, own.email)).toEqual([]);
    expect(await listAudit(own)).toEqual([]);
  });
});

describe("an act in a company", () => {
  it("of connecting an app names the app and the company", async () => {
    const own = await withAdmin();
    await aConnectedApp(own, { cookie: own.headers.cookie });
    const [notice, ...more] = await listNotices(own, own.email);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ kind: "app_connected", tenantId: own.tenantId, name: "Assistant" });
    const object = { kind: "connected-apps", id: (await own.admin.ok("listConnectedApps")).items[0]?.id };
    expect(await listAudit(own)).toEqual([{ memberId: own.member, operation: "connectApp", object }]);
    const [mail] = await getMail(own, notice);
    expect(mail?.to).toBe(own.email);
    expect(mail?.raw).toContain("Assistant");
    expect(mail?.raw).toContain((await own.api.ok("getCompany")).name);
    expect(mail?.raw).toContain("https://app.test/app/");
  });

  it("on an API key is mailed to who did it and to whose it was, never with the key", async () => {
    const own = await withAdmin();
    const { id, key } = await own.admin.ok("createApiKey", { body: keyBody });
    const email = anEmail();
    await addMember(own.app.db, own.tenantId, { email, password, roles: ["account_admin"], at: own.clock.now() });
    const colleague = createApi(own.server, own.tenant, await signInHeaders(own.server, email));
    await colleague.ok("revokeApiKey", { params: { id } });
    expect(await listKinds(own, own.email)).toEqual(["api_key_created", "api_key_revoked"]);
    expect(await listKinds(own, email)).toEqual(["api_key_revoked"]);
    const notices = await listNotices(own, own.email);
    expect(notices.map(({ name }) => name)).toEqual(["Warehouse", "Warehouse"]);
    const mails = (await Promise.all(notices.map((notice) => getMail(own, notice)))).flat();
    expect(mails).toHaveLength(2);
    expect(JSON.stringify([mails, notices])).not.toContain(key);
    expect(await colleague.refused("revokeApiKey", { params: { id } })).toMatchObject({ status: 404 });
    expect(await listNotices(own, email)).toHaveLength(1);
  });

  it("on roles is mailed to the member whose they are", async () => {
    const own = await withAdmin();
    const email = anEmail();
    const id = await addMember(own.app.db, own.tenantId, { email, password, roles: ["analyst"], at: own.clock.now() });
    await own.admin.ok("updateMember", { params: { id }, body: { roles: ["accountant"] } });
    await own.admin.ok("updateMember", { params: { id }, body: { roles: ["accountant"] } });
    expect(await listKinds(own, email)).toEqual(["roles_changed"]);
    expect(await listKinds(own, own.email)).toEqual([]);
  });

  it("on webhooks is mailed to a person each time, and every 10 minutes where their key acts", async () => {
    const own = await withAdmin();
    const body = (path: string) => ({ url: `https://hooks.example.com/${path}`, event: "new_contact" });
    const { id } = await own.admin.ok("createAccountWebhook", { body: body("a") });
    const params = { webhook_id: id };
    await own.admin.ok("updateAccountWebhook", { params, body: { active: false } });
    await own.admin.ok("deleteAccountWebhook", { params });
    expect(await listKinds(own, own.email)).toEqual(Array.from({ length: 3 }, () => "webhooks_changed"));
    for (const path of ["b", "c", "d"]) await own.api.ok("createAccountWebhook", { body: body(path) });
    expect(await listNotices(own, own.email)).toHaveLength(4);
    own.clock.advance(minutes(10));
    await own.api.ok("createAccountWebhook", { body: body("e") });
    expect(await listNotices(own, own.email)).toHaveLength(5);
  });
});

describe("the e-mail", () => {
  const notice = { url: "https://app.test/app/", at: new Date("2026-03-01T10:30:00Z"), timeZone: "Europe/Prague" };

  it.each(["cs", "sk", "en"] satisfies MailLanguage[])("says in %s what happened, when and what to do", (language) => {
    const mails = securityNoticeKinds.map((kind) =>
      securityNoticeMail({ ...notice, kind, language, companyName: "Acme", name: "" }),
    );
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(securityNoticeKinds.length);
    for (const { text, html, subject } of mails) {
      for (const part of [text, html]) {
        expect(part).toContain(subject);
        expect(part).toContain("Acme");
        expect(part).toContain("11:30");
      }
    }
  });

  it("keeps names on one line and short, and escapes them", () => {
    const mail = securityNoticeMail({
      ...notice,
      kind: "app_connected",
      language: "en",
      companyName: "Acme",
      name: `<b>\r\nBcc: x@example.com ${"long ".repeat(40)}`,
    });
    expect(mail.text).toContain("Name: <b> Bcc: x@example.com long");
    expect(mail.text).toContain("….");
    expect(mail.html).toContain("&lt;b&gt; Bcc");
  });

  it("is not sent for a person who is gone, and names no company that is gone", async () => {
    const own = await company();
    const at = own.clock.now().toISOString();
    const gone = { personId: "0", kind: "password_changed", tenantId: "", name: "", at } as const;
    expect(await getMail(own, gone)).toEqual([]);
    const [person] = await own.app.db.sql<{ id: string }[]>`
      select person_id as id from membership where tenant_id = ${own.tenantId}`;
    const left = { personId: person?.id ?? "", kind: "roles_changed", tenantId: "999999999", name: "", at } as const;
    expect(await getMail(own, left)).toHaveLength(1);
  });
});
