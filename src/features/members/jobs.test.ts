import { describe, expect, it } from "vitest";
import { createApi } from "../../../tests/harness/servers/api-client.ts";
import { anEmail, company } from "../../../tests/harness/factories/company.ts";
import { days, hours } from "../../kernel/local-time.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { deleteExpiredAccess, sendInvitationMail } from "./jobs.ts";
import { adminEmail, adminHeaders, captureMail } from "../../../tests/harness/servers/sign-in.ts";

async function withInvitation() {
  const own = await company();
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  const email = anEmail();
  const invitation = await admin.ok("createInvitation", { body: { email, roles: ["analyst"] } });
  return { ...own, admin, email, payload: { tenantId: own.tenantId, invitationId: invitation.id } };
}

type Own = Awaited<ReturnType<typeof withInvitation>>;

function mailParts(own: Own, answers: SendOutcome[] = []) {
  const { caught, transport } = captureMail(answers);
  const mailFrom = "Postrider <post@service.test>";
  return { caught, parts: { db: own.app.db, clock: own.clock, transport, mailFrom, publicUrl: "https://app.test" } };
}

const refused = (kind: "temporary" | "permanent"): SendOutcome => ({
  outcome: "refused",
  kind,
  stage: "rcpt",
  code: 450,
  enhanced: undefined,
  response: "no",
});

describe("the invitation mail", () => {
  it("is sent to the invited address with the link, in the company's language", async () => {
    const own = await withInvitation();
    const { caught, parts } = mailParts(own);
    await sendInvitationMail(parts, own.payload);
    const [mail] = caught;
    expect(caught).toHaveLength(1);
    expect(mail?.to).toBe(own.email);
    expect(mail?.raw).toContain("From: Postrider <post@service.test>");
    expect(mail?.raw).toContain("Auto-Submitted: auto-generated");
    expect(mail?.raw).toContain(`https://app.test/app/invitation/${mail?.token}`);
    expect(mail?.raw).toContain(`${await adminEmail(own)} vás zve`);
  });

  it("is retried while mail is deferred", async () => {
    const own = await withInvitation();
    const { caught, parts } = mailParts(own, [{ outcome: "held" }, refused("temporary")]);
    await expect(sendInvitationMail(parts, own.payload)).rejects.toThrow("will be retried");
    await expect(sendInvitationMail(parts, own.payload)).rejects.toThrow("will be retried");
    await sendInvitationMail(parts, own.payload);
    expect(new Set(caught.map(({ token }) => token)).size).toBe(3);
  });

  it("is not retried after a permanent rejection, nor if it may have been delivered", async () => {
    const own = await withInvitation();
    const { caught, parts } = mailParts(own, [refused("permanent"), { outcome: "unknown", response: "" }]);
    await sendInvitationMail(parts, own.payload);
    await sendInvitationMail(parts, own.payload);
    expect(caught).toHaveLength(2);
  });

  it("is not sent for a revoked invitation", async () => {
    const own = await withInvitation();
    await own.admin.ok("revokeInvitation", { params: { id: own.payload.invitationId } });
    const { caught, parts } = mailParts(own);
    await sendInvitationMail(parts, own.payload);
    expect(caught).toEqual([]);
  });
});

describe("the daily cleanup", () => {
  it("deletes expired rows and keeps the others", async () => {
    const own = await withInvitation();
    const { parts } = mailParts(own);
    await sendInvitationMail(parts, own.payload);
    const email = await adminEmail(own);
    const askAndFail = async () => {
      await own.admin.call("requestPasswordReset", { body: { email } });
      await own.admin.call("signIn", { body: { email, password: "wrong password" } });
    };
    const counts = async () => {
      const [row] = await own.app.db.sql`
        select (select count(*)::int from person_session s join person p on p.id = s.person_id where p.email = ${email}) as sessions,
          (select count(*)::int from sign_in_attempt) as attempts,
          (select count(*)::int from password_reset r join person p on p.id = r.person_id where p.email = ${email}) as resets,
          (select count(*)::int from invitation where tenant_id = ${own.tenantId}) as invitations,
          (select count(*)::int from invitation_lookup where tenant_id = ${own.tenantId}) as links`;
      return { ...row };
    };
    await deleteExpiredAccess(own.app.db, { now: () => new Date(own.clock.now().getTime() + days(400)) });
    own.clock.advance(days(401));
    const later = createApi(own.server, own.tenant, await adminHeaders(own));
    await later.ok("createInvitation", { body: { email: anEmail(), roles: ["analyst"] } });
    await askAndFail();
    const fresh = { sessions: 1, attempts: 3, resets: 1, invitations: 1, links: 0 };
    expect(await counts()).toEqual(fresh);

    await deleteExpiredAccess(own.app.db, own.clock);
    expect(await counts()).toEqual(fresh);
    own.clock.advance(hours(25));
    await deleteExpiredAccess(own.app.db, own.clock);
    expect(await counts()).toEqual({ sessions: 1, attempts: 0, resets: 0, invitations: 1, links: 0 });
    own.clock.advance(days(14));
    await deleteExpiredAccess(own.app.db, own.clock);
    expect(await counts()).toEqual({ sessions: 0, attempts: 0, resets: 0, invitations: 0, links: 0 });
  });
});
