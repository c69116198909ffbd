import { describe, expect, it } from "vitest";
import { createApi, request } from "../../../tests/harness/servers/api-client.ts";
import { anEmail, company, testApp, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { sendInvitationMail, sendPasswordResetMail } from "../../features/members/jobs.ts";
import {
  adminEmail,
  adminHeaders,
  captureMail,
  password,
  signInHeaders,
} from "../../../tests/harness/servers/sign-in.ts";
import { insertReset } from "../../features/members/password-resets/queries.ts";
import { findPersonId } from "../../features/members/queries.ts";
import { hours } from "../../kernel/local-time.ts";

async function withAdmin() {
  const own = await company();
  return { ...own, admin: createApi(own.server, own.tenant, await adminHeaders(own)) };
}

type Own = Awaited<ReturnType<typeof withAdmin>>;

function mailParts(own: TestCompany) {
  const { caught, transport } = captureMail();
  return { caught, parts: { db: own.app.db, clock: own.clock, transport, mailFrom: "p@localhost", publicUrl: "" } };
}

async function invitationTo(own: Own, email: string): Promise<string> {
  const invitation = await own.admin.ok("createInvitation", { body: { email, roles: ["analyst"] } });
  const { caught, parts } = mailParts(own);
  await sendInvitationMail(parts, { tenantId: own.tenantId, invitationId: invitation.id });
  return `/invitation/${caught[0]?.token}`;
}

async function requestReset(own: Own, email: string): Promise<string> {
  const now = own.clock.now();
  const expiresAt = new Date(now.getTime() + hours(1));
  const personId = await findPersonId(own.app.db, email);
  const resetId = await insertReset(own.app.db, { personId, now, expiresAt, maxOpen: 3 });
  const { caught, parts } = mailParts(own);
  await sendPasswordResetMail(parts, { resetId: resetId ?? "" });
  return `/password-reset/${caught[0]?.token}`;
}

async function open(own: TestCompany, url: string, language = "en") {
  const answer = await request(own.server, { method: "GET", url, headers: { "accept-language": language } });
  return { ...answer, html: String(answer.body) };
}

async function submit(own: TestCompany, url: string, fields: Record<string, string>) {
  const answer = await request(own.server, {
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
  return { ...answer, html: String(answer.body) };
}

const policy = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'";
const joining = { firstName: "Eva", lastName: "Nová", password: "a long new password" };

describe("the invitation page", () => {
  it("shows the company and a form, and changes nothing on GET", async () => {
    const own = await withAdmin();
    const email = anEmail();
    const url = await invitationTo(own, email);
    const { companies } = await own.admin.ok("getSession");
    for (let count = 0; count < 2; count += 1) {
      const page = await open(own, url);
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cross-origin-opener-policy": "same-origin",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      expect(page.html).toContain(`<h1>Invitation to the ${companies[0]?.name} account</h1>`);
      expect(page.html).toContain(`value="${email}"`);
      for (const field of ["firstName", "lastName", "password"]) {
        expect(page.html).toContain(`<label for="${field}">`);
        expect(page.html).toMatch(new RegExp(`<input\\s+id="${field}"\\s+name="${field}"`));
      }
      expect(page.html).not.toMatch(/<script|style=|onclick/);
    }
    expect((await own.admin.ok("listInvitations")).items).toHaveLength(1);
    expect((await own.admin.ok("listMembers")).items).toHaveLength(1);
  });

  it.each([
    ["cs-CZ,cs;q=0.9", '<html lang="cs">', "Přijmout pozvánku"],
    ["sk", '<html lang="sk">', "Prijať pozvánku"],
    ["de", '<html lang="en">', "Accept the invitation"],
  ])("uses the visitor's language: %s", async (header, tag, button) => {
    const own = await withAdmin();
    const page = await open(own, await invitationTo(own, anEmail()), header);
    expect(page.html).toContain(tag);
    expect(page.html).toContain(button);
    expect(page.headers["vary"]).toBe("Accept-Language");
  });

  it("accepts a new person and links to the sign-in", async () => {
    const own = await withAdmin();
    const email = anEmail();
    const url = await invitationTo(own, email);
    const page = await submit(own, url, joining);
    expect(page.status).toBe(200);
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.html).toContain('href="/"');
    await signInHeaders(own.server, email, joining.password);
    expect((await own.admin.ok("listMembers")).items[1]).toMatchObject({ firstName: "Eva", lastName: "Nová" });
    for (const again of [await open(own, url), await submit(own, url, joining)]) {
      expect(again.status).toBe(404);
      expect(again.html).toContain("This link no longer works");
    }
  });

  it("shows errors beside the form, keeps the names and never the password", async () => {
    const own = await withAdmin();
    const url = await invitationTo(own, anEmail());
    const names = { firstName: '"><script>', lastName: "O'Neil" };
    const page = await submit(own, url, { ...names, password: "too short" });
    expect(page.status).toBe(400);
    expect(page.html).toContain('role="alert">The password is too short or too easy to guess.');
    expect(page.html).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(page.html).toContain('value="O&#39;Neil"');
    expect(page.html).not.toContain('too short"');
    const long = await submit(own, url, { ...joining, firstName: "x".repeat(101) });
    expect(long.status).toBe(400);
    expect(long.html).toContain("Please check what you filled in.");
    expect((await submit(own, url, { firstName: "a\u0000b", lastName: "", password: joining.password })).status).toBe(
      200,
    );
  });

  it("asks a person with an account for the password only", async () => {
    const other = await withAdmin();
    const email = await adminEmail(other);
    const own = await withAdmin();
    const url = await invitationTo(own, email);
    const page = await open(own, url);
    expect(page.html).toContain("You already have a Postrider account.");
    expect(page.html).not.toContain('name="firstName"');
    const wrong = await submit(own, url, { password: "not the password" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("This is not the password of your account.");
    expect((await submit(own, url, { password })).status).toBe(200);
  });

  it("reports too many attempts", async () => {
    const other = await withAdmin();
    const own = await withAdmin();
    const url = await invitationTo(own, await adminEmail(other));
    for (let count = 0; count < 10; count += 1) await submit(own, url, { password: "not the password" });
    const page = await submit(own, url, { password });
    expect(page.status).toBe(429);
    expect(page.html).toContain("Too many attempts.");
  });
});

describe("the password reset page", () => {
  it("shows a form, changes nothing on GET and sets the password once", async () => {
    const own = await withAdmin();
    const email = await adminEmail(own);
    const url = await requestReset(own, email);
    const page = await open(own, url);
    expect(page.status).toBe(200);
    expect(page.headers["content-security-policy"]).toBe(policy);
    expect(page.html).toContain('autocomplete="new-password"');
    await own.admin.ok("getSession");

    const short = await submit(own, url, { password: "short" });
    expect([short.status, short.html.includes("The password is too short or too easy to guess.")]).toEqual([400, true]);
    const done = await submit(own, url, { password: "an entirely new password" });
    expect(done.status).toBe(200);
    expect(done.html).toContain("Your password is changed");
    await signInHeaders(own.server, email, "an entirely new password");
    expect(await own.admin.refused("getSession")).toMatchObject({ status: 401 });
    expect((await submit(own, url, { password: "yet another password" })).status).toBe(404);
  });
});

describe("pages and the API", () => {
  it.each([
    "/invitation/short",
    `/invitation/${"x".repeat(43)}`,
    "/password-reset/%00",
    `/password-reset/${"x".repeat(43)}`,
  ])("%s is not a valid link", async (url) => {
    const own = await company();
    for (const answer of [await open(own, url), await submit(own, url, joining)]) {
      expect(answer.status).toBe(404);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.html).toContain("This link no longer works");
    }
  });

  it("accept forms and JSON respectively", async () => {
    const own = await withAdmin();
    const url = await invitationTo(own, anEmail());
    const json = await request(own.server, { method: "POST", url, payload: joining });
    expect(json.status).toBe(415);
    expect(json.headers["content-type"]).toBe("text/html; charset=utf-8");
    const form = await request(own.server, {
      method: "POST",
      url: "/api/v1/password-reset",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "email=a%40example.com",
    });
    expect(form.status).toBe(415);
    expect(form.body).toEqual({ error: { code: "validation", message: "contentType", params: {} } });
    const large = await submit(own, url, { ...joining, lastName: "x".repeat(20_000) });
    expect(large.status).toBe(413);
  });

  it("share one style sheet", async () => {
    const { server } = await testApp();
    const sheet = await request(server, { method: "GET", url: "/pages/style.css" });
    expect(sheet.status).toBe(200);
    expect(sheet.headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(sheet.headers["cache-control"]).toBe("public, max-age=3600");
  });
});
