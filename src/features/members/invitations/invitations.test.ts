import { describe, expect, it } from "vitest";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { days, hours, minutes } from "../../../kernel/local-time.ts";
import { deleteExpiredAccess, invitationMailJob, sendInvitationMail } from "../jobs.ts";
import { addMember } from "../members.ts";
import {
  adminEmail,
  adminHeaders,
  captureMail,
  password,
  signInHeaders,
} from "../../../../tests/harness/servers/sign-in.ts";
import { createInvitation } from "./service.ts";

async function withAdmin() {
  const own = await company();
  return { ...own, admin: createApi(own.server, own.tenant, await adminHeaders(own)) };
}

type Own = Awaited<ReturnType<typeof withAdmin>>;

async function readToken(own: TestCompany, invitationId: string): Promise<string> {
  const { caught, transport } = captureMail();
  const parts = { db: own.app.db, clock: own.clock, transport, mailFrom: "Postrider <p@localhost>", publicUrl: "" };
  await sendInvitationMail(parts, { tenantId: own.tenantId, invitationId });
  return caught[0]?.token ?? "";
}

async function invited(own: Own, email: string, roles = ["analyst"]) {
  const invitation = await own.admin.ok("createInvitation", { body: { email, roles } });
  return { invitation, token: await readToken(own, invitation.id) };
}

const joining = { password: "a long new password", firstName: "Eva", lastName: "Nová" };
const accept = (own: Own, token: string, body: object = joining) =>
  own.admin.call("acceptInvitation", { params: { token }, body });
const refusedAcceptance = (own: Own, token: string, body: object = joining) =>
  own.admin.refused("acceptInvitation", { params: { token }, body });

const gone = { status: 404, code: "not_found", message: "invitation", params: {} };

describe("invitations", () => {
  it("are listed and enqueue a mail job that carries only ids", async () => {
    holdClock();
    const own = await withAdmin();
    const email = anEmail();
    const at = own.clock.now();
    const asked = { email: email.toUpperCase(), roles: ["analyst"] };
    const invitation = await own.admin.ok("createInvitation", { body: asked });
    expect(invitation).toEqual({
      id: invitation.id,
      email,
      roles: ["analyst"],
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + days(7)).toISOString(),
      invitedBy: { id: own.member, email: await adminEmail(own) },
    });
    expect(await own.admin.ok("listInvitations")).toEqual({ items: [invitation] });
    const queued = await own.app.db.sql`
      select data from pgboss.job where name = ${invitationMailJob.name} and data->>'tenantId' = ${own.tenantId}`;
    expect(queued.map((row) => ({ ...row }))).toEqual([
      { data: { tenantId: own.tenantId, invitationId: invitation.id } },
    ]);
  });

  it("store only the hash of a link; a repeated mail creates another valid link", async () => {
    const own = await withAdmin();
    const { invitation, token } = await invited(own, anEmail());
    const second = await readToken(own, invitation.id);
    expect(second).not.toBe(token);
    const kept = await own.app.db.sql<{ hash: string }[]>`
      select encode(token_hash, 'hex') as hash from invitation_lookup where invitation_id = ${invitation.id}`;
    expect(kept).toHaveLength(2);
    expect((await accept(own, token)).status).toBe(200);
    expect(await refusedAcceptance(own, second)).toEqual(gone);
  });

  it("add a new person, who then signs in", async () => {
    const own = await withAdmin();
    const email = anEmail();
    const { token } = await invited(own, email);
    const answer = await accept(own, token);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.body).toMatchObject({ email, company: { tenant: own.tenant } });
    const { items } = await own.admin.ok("listMembers");
    expect(items[1]).toMatchObject({ email, firstName: "Eva", lastName: "Nová", roles: ["analyst"], isActive: true });
    expect((await own.admin.ok("listInvitations")).items).toEqual([]);
    const theirs = createApi(own.server, own.tenant, await signInHeaders(own.server, email, joining.password));
    await theirs.ok("listContacts");
    expect(await refusedAcceptance(own, token)).toEqual(gone);
  });

  it("require the password of an existing account", async () => {
    const other = await withAdmin();
    const email = await adminEmail(other);
    const own = await withAdmin();
    const { token } = await invited(own, email, ["content_editor"]);
    expect(await refusedAcceptance(own, token)).toMatchObject({ status: 400, code: "validation", message: "password" });
    expect((await accept(own, token, { password })).status).toBe(200);
    const session = createApi(own.server, own.tenant, await signInHeaders(own.server, email));
    const { companies } = await session.ok("getSession");
    expect(Object.fromEntries(companies.map(({ tenant, roles }) => [tenant, roles]))).toEqual({
      [other.tenant]: ["account_admin"],
      [own.tenant]: ["content_editor"],
    });
  });

  it("count towards the limit of wrong passwords", async () => {
    const other = await withAdmin();
    const email = await adminEmail(other);
    const own = await withAdmin();
    const { token } = await invited(own, email);
    for (let count = 0; count < 10; count += 1) await accept(own, token);
    expect(await refusedAcceptance(own, token, { password })).toMatchObject({ status: 429, message: "sign-in" });
  });

  it("restore a former member under the same id", async () => {
    const own = await withAdmin();
    const email = anEmail();
    const id = await addMember(own.app.db, own.tenantId, {
      email,
      password,
      roles: ["account_admin"],
      at: own.clock.now(),
    });
    await own.admin.ok("removeMember", { params: { id } });
    const { token } = await invited(own, email);
    await accept(own, token, { password });
    expect((await own.admin.ok("listMembers")).items[1]).toMatchObject({ id, roles: ["analyst"], isActive: true });
  });

  it("are accepted exactly once under concurrent requests", async () => {
    const own = await withAdmin();
    const email = anEmail();
    const { invitation, token } = await invited(own, email);
    const second = await readToken(own, invitation.id);
    const answers = await Promise.all([
      accept(own, token, { ...joining, firstName: "One" }),
      accept(own, second, { ...joining, firstName: "Two" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 404]);
    const winner = answers[0].status === 200 ? "One" : "Two";
    expect((await own.admin.ok("listMembers")).items.map(({ firstName }) => firstName)).toEqual(["", winner]);
  });

  it("of two companies accepted concurrently create one person", async () => {
    const other = await withAdmin();
    const own = await withAdmin();
    const email = anEmail();
    const [first, second] = [await invited(own, email), await invited(other, email)];
    const answers = await Promise.all([accept(own, first.token), accept(other, second.token)]);
    const statuses = answers.map(({ status }) => status);
    // The later request either found the account and its password matched, or has to be retried.
    expect([...new Set(statuses)].every((status) => status === 200 || status === 409)).toBe(true);
    if (statuses[0] === 409) await accept(own, first.token);
    if (statuses[1] === 409) await accept(other, second.token);
    const session = createApi(own.server, own.tenant, await signInHeaders(own.server, email, joining.password));
    expect((await session.ok("getSession")).companies).toHaveLength(2);
  });

  it("are rejected for an active member, also on acceptance", async () => {
    const own = await withAdmin();
    const taken = { status: 409, code: "conflict", message: "email", params: {} };
    const body = { email: await adminEmail(own), roles: ["analyst"] };
    expect(await own.admin.refused("createInvitation", { body })).toEqual(taken);
    const email = anEmail();
    const { token } = await invited(own, email);
    await addMember(own.app.db, own.tenantId, { email, password, roles: ["account_admin"], at: own.clock.now() });
    expect(await refusedAcceptance(own, token, { password })).toEqual(taken);
    expect((await own.admin.ok("listMembers")).items[1]?.roles).toEqual(["account_admin"]);
  });

  it("of the same address replace each other", async () => {
    const own = await withAdmin();
    const email = anEmail();
    const older = await invited(own, email, ["account_admin"]);
    own.clock.advance(minutes(1));
    const newer = await invited(own, email, ["analyst"]);
    expect(await own.admin.ok("listInvitations")).toEqual({ items: [newer.invitation] });
    expect(await refusedAcceptance(own, older.token)).toEqual(gone);
    expect(await readToken(own, older.invitation.id)).toBe("");
    expect((await accept(own, newer.token)).status).toBe(200);
  });

  it("can be revoked, but not by another company", async () => {
    const other = await withAdmin();
    const foreign = await invited(other, anEmail());
    const own = await withAdmin();
    expect(await own.admin.refused("revokeInvitation", { params: { id: foreign.invitation.id } })).toEqual(gone);
    const { invitation, token } = await invited(own, anEmail());
    const params = { id: invitation.id };
    await own.admin.ok("revokeInvitation", { params });
    expect(await refusedAcceptance(own, token)).toEqual(gone);
    expect(await own.admin.refused("revokeInvitation", { params })).toEqual(gone);
    expect(await own.admin.ok("listInvitations")).toEqual({ items: [] });
    expect((await accept(other, foreign.token)).status).toBe(200);
  });

  it("are limited to 20 a day, and to one a minute to the same address, also when they are revoked", async () => {
    holdClock();
    const own = await withAdmin();
    const email = anEmail();
    const inviteTo = (address: string) =>
      own.admin.call("createInvitation", { body: { email: address, roles: ["analyst"] } });
    const limited = (seconds: number) => ({
      status: 429,
      body: { error: { code: "rate_limited", message: "invitation-mail", params: { retryAfter: seconds } } },
      headers: { "retry-after": `${seconds}` },
    });
    const { invitation } = await invited(own, email);
    await own.admin.ok("revokeInvitation", { params: { id: invitation.id } });
    own.clock.advance(20_000);
    expect(await inviteTo(email)).toMatchObject(limited(40));
    own.clock.advance(40_000);
    await invited(own, email);
    for (let count = 2; count < 20; count += 1) await invited(own, anEmail());
    expect(await inviteTo(anEmail())).toMatchObject(limited(24 * 3600 - 60));
    await deleteExpiredAccess(own.app.db, own.clock);
    expect(await inviteTo(anEmail())).toMatchObject(limited(24 * 3600 - 60));
    own.clock.advance(hours(24) - minutes(1));
    const later = createApi(own.server, own.tenant, await adminHeaders(own));
    await later.ok("createInvitation", { body: { email: anEmail(), roles: ["analyst"] } });
  });

  it("expire after 7 days", async () => {
    holdClock();
    const own = await withAdmin();
    const { invitation, token } = await invited(own, anEmail());
    own.clock.advance(days(7) - 1);
    expect(await refusedAcceptance(own, token, { password: "short" })).toMatchObject({ message: "password" });
    own.clock.advance(1);
    expect(await refusedAcceptance(own, token)).toEqual(gone);
    expect(await readToken(own, invitation.id)).toBe("");
    const later = createApi(own.server, own.tenant, await adminHeaders(own));
    expect(await later.ok("listInvitations")).toEqual({ items: [] });
  });

  it("reject an invalid token, address, role or new password", async () => {
    const own = await withAdmin();
    expect(await refusedAcceptance(own, "short")).toMatchObject({ status: 404, code: "not_found" });
    expect(await refusedAcceptance(own, "x".repeat(43))).toEqual(gone);
    const { token } = await invited(own, anEmail());
    expect(await refusedAcceptance(own, token, { password: "123456789" })).toMatchObject({ message: "password" });
    expect(await refusedAcceptance(own, token, { password: "Password1234" })).toMatchObject({ message: "password" });
    const ownName = { password: "vavrincova1", firstName: "Eva", lastName: "Vavřincová" };
    expect(await refusedAcceptance(own, token, ownName)).toMatchObject({ status: 400, message: "password" });
    expect(await refusedAcceptance(own, token, {})).toMatchObject({ status: 400, message: "password" });
    const body = { email: "nobody", roles: ["analyst"] };
    expect(await own.admin.refused("createInvitation", { body })).toMatchObject({ status: 400, message: "email" });
    const beyond = { email: anEmail(), roles: ["owner"] };
    expect(await own.admin.refused("createInvitation", { body: beyond })).toMatchObject({ message: "roles.0" });
  });

  it("grant no more than the inviter has", async () => {
    const own = await company();
    const ctx = {
      ...own.ctx,
      actor: { kind: "member", memberId: own.member, personId: "1", roles: ["marketing_manager"] },
    } as const;
    const refused = createInvitation(ctx, { email: anEmail(), roles: ["account_admin"] });
    await expect(refused).rejects.toMatchObject({ code: "validation", message: "roles" });
  });
});
