import { describe, expect, it } from "vitest";
import { company, companyOfSmallVolumes, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aConnection, aSink, companyWithConnections } from "../../../../tests/harness/factories/connections.ts";
import { addPreverifiedSender } from "../senders/preverified-sender.ts";
import { decryptSecret } from "./secrets.ts";

const paramsOf = ({ id }: { readonly id: string }) => ({ params: { connection_id: id } });
const fields = { name: "Relay", kind: "smtp", host: "relay.example", username: "user", secret: "s3cret" };

const storedOf = async ({ ctx, tenantId }: TestCompany, { id }: { readonly id: string }) => {
  const [row] = await ctx.db.sql<{ secret: Buffer | null }[]>`
    select secret from sending_connection where tenant_id = ${tenantId} and id = ${id}`;
  return row?.secret === null || row === undefined ? null : decryptSecret(ctx.dataKey, tenantId, row.secret);
};

describe("a connection", () => {
  it("has the preset of its kind, and never shows its secret", async () => {
    const own = await company();
    const body = { name: " Postmark ", kind: "postmark", username: "token", secret: "token", messageStream: "news" };
    const made = await own.api.ok("createConnection", { body });
    expect(made).toEqual({
      id: expect.any(String),
      name: "Postmark",
      kind: "postmark",
      host: "smtp-broadcasts.postmarkapp.com",
      port: 587,
      security: "starttls",
      auth: "password",
      username: "token",
      secretSet: true,
      oauth: null,
      messageStream: "news",
      hook: "postmark",
      limits: { perSecond: null, perHour: null, perDay: null, connections: null },
      enabled: true,
      isDefault: false,
      fallback: [],
      state: "ok",
      stateReason: null,
      stateCode: null,
      retryAt: null,
      sentToday: 0,
      checkedAt: null,
      createdAt: made.createdAt,
      updatedAt: made.updatedAt,
    });
    expect(await own.api.ok("getConnection", paramsOf(made))).toEqual(made);
    expect(await own.api.ok("listConnections")).toEqual({ items: [made] });
    expect(await storedOf(own, made)).toEqual({ auth: "password", password: "token" });
  });

  it("signs in by OAuth 2 with the addresses of its provider", async () => {
    const own = await company();
    const secrets = { clientSecret: "c", refreshToken: "r" };
    const oauth = { provider: "microsoft", clientId: "app", ...secrets };
    const body = { name: "Office", kind: "smtp", auth: "xoauth2", username: "shop@example.com", oauth };
    const made = await own.api.ok("createConnection", { body });
    expect(made).toMatchObject({
      host: "smtp.office365.com",
      auth: "xoauth2",
      secretSet: true,
      oauth: {
        provider: "microsoft",
        clientId: "app",
        tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
        scope: "https://outlook.office.com/SMTP.Send offline_access",
      },
    });
    expect(await storedOf(own, made)).toEqual({ auth: "xoauth2", ...secrets });
    const elsewhere = { oauth: { clientId: "app", tokenUrl: "https://token.example/take" } };
    expect(await own.api.refused("updateConnection", { ...paramsOf(made), body: elsewhere })).toMatchObject({
      status: 400,
      message: "oauth",
    });
  });

  it("is changed field by field, and its password goes to no other server", async () => {
    const own = await company();
    const made = await own.api.ok("createConnection", { body: fields });
    const change = (body: Record<string, unknown>) => own.api.ok("updateConnection", { ...paramsOf(made), body });
    expect(await change({ limits: { perSecond: 5, perDay: 100 } })).toMatchObject({
      name: "Relay",
      secretSet: true,
      limits: { perSecond: 5, perHour: null, perDay: 100, connections: null },
    });
    expect(await change({ limits: { perSecond: null }, username: "other" })).toMatchObject({
      username: "other",
      limits: { perSecond: null, perDay: 100 },
    });
    const moved = { ...paramsOf(made), body: { host: "evil.example" } };
    expect(await own.api.refused("updateConnection", moved)).toMatchObject({ status: 400 });
    expect(await change({ host: "new.example", secret: "new" })).toMatchObject({ host: "new.example" });
    expect(await storedOf(own, made)).toEqual({ auth: "password", password: "new" });
    expect(await change({ auth: "none" })).toMatchObject({ auth: "none", secretSet: false });
    expect(await storedOf(own, made)).toBeNull();
  });

  it("is the only default", async () => {
    const own = await company();
    const first = await own.api.ok("createConnection", { body: { ...fields, isDefault: true } });
    const second = await own.api.ok("createConnection", { body: { ...fields, name: "Other", isDefault: true } });
    expect(await own.api.ok("getConnection", paramsOf(first))).toMatchObject({ isDefault: false });
    expect(second).toMatchObject({ isDefault: true });
  });

  it.each([
    [{ host: "" }, "host"],
    [{ host: "no spaces.example" }, "host"],
    [{ host: "127.0.0.1" }, "host"],
    [{ host: "10.1.2.3" }, "host"],
    [{ host: "169.254.169.254" }, "host"],
    [{ host: "localhost" }, "host"],
    [{ secret: undefined }, "secret"],
    [{ username: "" }, "username"],
    [{ messageStream: "news" }, "messageStream"],
    [{ auth: "xoauth2" }, "oauth"],
    [{ fallback: ["999999999"] }, "fallback"],
    [{ port: 0 }, "port"],
    [{ limits: { perSecond: 0 } }, "limits"],
  ])("is refused with %j", async (wrong, word) => {
    const own = await company();
    const refused = await own.api.refused("createConnection", { body: { ...fields, ...wrong } });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused)).toContain(word);
  });

  it("is refused with a taken name, its own id as a fallback, without the data key and beyond the limit", async () => {
    const own = await company();
    const made = await own.api.ok("createConnection", { body: fields });
    expect(await own.api.refused("createConnection", { body: { ...fields, name: "RELAY" } })).toMatchObject({
      status: 409,
      message: "name",
    });
    const itself = { ...paramsOf(made), body: { fallback: [made.id] } };
    expect(await own.api.refused("updateConnection", itself)).toMatchObject({ status: 400 });
    for (let count = 1; count < 20; count += 1)
      await own.api.ok("createConnection", { body: { ...fields, name: `Relay ${count}` } });
    expect(await own.api.refused("createConnection", { body: { ...fields, name: "One more" } })).toMatchObject({
      status: 409,
      message: "limit",
    });
    const keyless = await company({ DATA_KEY: "" });
    expect((await keyless.api.refused("createConnection", { body: fields })).status).toBe(503);
  });

  it("belongs to its company, and a read-only key changes nothing", async () => {
    const [own, other] = [await company(), await company()];
    const made = await own.api.ok("createConnection", { body: fields });
    for (const operation of ["getConnection", "deleteConnection", "checkConnection"] as const)
      expect((await other.api.refused(operation, paramsOf(made))).status).toBe(404);
    expect((await other.api.refused("updateConnection", { ...paramsOf(made), body: {} })).status).toBe(404);
    const fallback = { ...fields, fallback: [made.id] };
    expect((await other.api.refused("createConnection", { body: fallback })).status).toBe(400);
    const sender = await addPreverifiedSender(other.ctx.db, { address: "a@b.example", name: "A", at: new Date() });
    const named = { params: { sender_id: sender }, body: { connectionId: made.id } };
    expect((await other.api.refused("updateSender", named)).status).toBe(400);
    const reader = await own.apiWith({ scope: "read" });
    expect(await reader.ok("listConnections")).toMatchObject({ items: [{ id: made.id }] });
    for (const operation of ["deleteConnection", "checkConnection"] as const)
      expect((await reader.refused(operation, paramsOf(made))).status).toBe(403);
    expect((await reader.refused("createConnection", { body: fields })).status).toBe(403);
  });

  it("is not deleted while a sender, a domain or a connection names it, nor as the default", async () => {
    const own = await companyOfSmallVolumes();
    const made = await own.api.ok("createConnection", { body: fields });
    const refuse = () => own.api.refused("deleteConnection", paramsOf(made));
    const sender = await addPreverifiedSender(own.ctx.db, { address: "a@b.example", name: "A", at: new Date() });
    const nameBySender = (connectionId: string | null) =>
      own.api.ok("updateSender", { params: { sender_id: sender }, body: { connectionId } });
    expect(await nameBySender(made.id)).toMatchObject({ connectionId: made.id });
    expect(await refuse()).toMatchObject({ message: "used", params: { by: [{ kind: "sender", id: sender }] } });
    await nameBySender(null);
    const { id } = await own.api.ok("createSendingDomain", { body: { domain: "b.example" } });
    const nameByDomain = (connectionId: string | null) =>
      own.api.ok("updateSendingDomain", { params: { domain_id: id }, body: { connectionId } });
    expect(await nameByDomain(made.id)).toMatchObject({ connectionId: made.id });
    expect(await refuse()).toMatchObject({ message: "used", params: { by: [{ kind: "domain" }] } });
    await nameByDomain(null);
    const other = await own.api.ok("createConnection", { body: { ...fields, name: "Other", fallback: [made.id] } });
    expect(await refuse()).toMatchObject({ params: { by: [{ kind: "connection", id: other.id }] } });
    await own.api.ok("updateConnection", { ...paramsOf(other), body: { fallback: [] } });
    await own.api.ok("updateConnection", { ...paramsOf(made), body: { isDefault: true } });
    expect(await refuse()).toMatchObject({ message: "default" });
    await own.api.ok("updateConnection", { ...paramsOf(made), body: { isDefault: false } });
    await own.api.ok("deleteConnection", paramsOf(made));
    expect(await own.api.ok("listConnections")).toMatchObject({ items: [{ id: other.id }] });
  });

  it("is not for companies that the operator forbids it", async () => {
    for (const policy of ["none", "paid"]) {
      const own = await company({ OWN_CONNECTIONS: policy });
      expect(await own.api.refused("createConnection", { body: fields })).toMatchObject({
        status: 403,
        message: "own_connections",
      });
    }
  });
});

describe("a check", () => {
  const check = ({ api }: TestCompany, connection: { readonly id: string }) =>
    api.ok("checkConnection", paramsOf(connection));

  it("says what the server offers and sends nothing", async () => {
    const own = await companyWithConnections();
    const { sink, port } = await aSink();
    const made = await aConnection(own, port);
    const checked = await check(own, made);
    expect(checked).toMatchObject({ ok: true, failure: null, encrypted: false, startTls: false, pipelining: true });
    expect(checked.connection.checkedAt).not.toBeNull();
    expect(sink.accepted).toEqual([]);
  });

  it("names a refused sign-in and a server that is away, and pauses the connection until it works", async () => {
    const own = await companyWithConnections();
    const { sink, port } = await aSink({ refusedSignIns: 1 });
    const made = await aConnection(own, port);
    expect(await check(own, made)).toMatchObject({
      ok: false,
      failure: { reason: "sign_in_refused", stage: "auth", code: "535 5.7.8", reply: "535 5.7.8 bad credentials" },
      connection: { state: "failing", stateReason: "sign_in_refused", stateCode: "535 5.7.8" },
    });
    sink.faults = { ...sink.faults, refusedSignIns: 0 };
    expect(await check(own, made)).toMatchObject({ ok: true, connection: { state: "ok", stateReason: null } });
    await sink.close();
    expect(await check(own, made)).toMatchObject({ failure: { reason: "unreachable", stage: "connect", code: null } });
  });

  it("refuses a name that leads to a private address at the time of the connection", async () => {
    const own = await company();
    const made = await own.api.ok("createConnection", { body: fields });
    await own.ctx.db.sql`
      update sending_connection set host = 'localhost' where tenant_id = ${own.tenantId} and id = ${made.id}`;
    expect(await check(own, made)).toMatchObject({ failure: { reason: "address_not_allowed" } });
    await own.ctx.db.sql`
      update sending_connection set host = 'nowhere.example' where tenant_id = ${own.tenantId} and id = ${made.id}`;
    expect(await check(own, made)).toMatchObject({ failure: { reason: "host_not_found" } });
  });
});
