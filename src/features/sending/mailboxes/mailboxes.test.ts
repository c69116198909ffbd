import { afterEach, describe, expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import { imapServer } from "../../../../tests/harness/servers/imap.ts";
import { rawServers } from "../../../../tests/harness/servers/raw-servers.ts";
import { findReturnPath } from "../outgoing-sender.ts";
import { returnPathFor } from "../../../mail/return-path.ts";

const servers = rawServers();
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const input = {
  name: "Bounces",
  host: "imap.example.com",
  username: "bounces@shop.cz",
  password: "secret",
  enabled: false,
};

const shown = {
  name: "Bounces",
  host: "imap.example.com",
  port: 993,
  security: "tls",
  auth: "password",
  username: "bounces@shop.cz",
  secretSet: true,
  oauth: null,
  folder: "INBOX",
  address: null,
  subaddresses: false,
  enabled: false,
  state: "ok",
  stateReason: null,
  lastCheckedAt: null,
  processed: { mails: 0, bounces: 0, complaints: 0, others: 0 },
};

const reachable = { MAIL_HOSTS_ALLOW_PRIVATE: "1", WEBHOOK_ALLOW_PRIVATE: "1" };

describe("mailboxes", () => {
  it("are created, changed, listed and deleted, and never show the secret", async () => {
    const own = await company();
    const { id, createdAt, ...made } = await own.api.ok("createMailbox", { body: input });
    expect(made).toEqual(shown);
    const params = { mailbox_id: id };
    const body = { name: "Reports", address: "bounces@shop.cz", subaddresses: true };
    const changed = await own.api.ok("updateMailbox", { params, body });
    expect(changed).toEqual({ ...shown, ...body, id, createdAt });
    expect((await own.api.ok("listMailboxes")).items).toEqual([changed]);
    expect(await own.api.ok("getMailbox", { params })).toEqual(changed);
    expect(JSON.stringify(changed)).not.toContain('secret"');
    await own.api.ok("deleteMailbox", { params });
    expect((await own.api.ok("listMailboxes")).items).toEqual([]);
    expect(await own.api.refused("getMailbox", { params })).toMatchObject({ status: 404, message: "mailbox" });
  });

  it("store the secret encrypted", async () => {
    const own = await company();
    await own.api.ok("createMailbox", { body: input });
    const [row] = await own.ctx.db.sql<{ secret: Buffer }[]>`
      select secret from inbound_mailbox where tenant_id = ${own.tenantId}`;
    expect(row?.secret.toString("latin1")).not.toContain("secret");
    const without = await company({ DATA_KEY: "" });
    expect(await without.api.refused("createMailbox", { body: input })).toMatchObject({
      status: 503,
      message: "data_key",
    });
  });

  it.each([
    [{ host: "127.0.0.1" }, "host"],
    [{ host: "169.254.169.254" }, "host"],
    [{ host: "https://imap.example.com/" }, "host"],
    [{ password: undefined }, "password"],
    [{ auth: "xoauth2" }, "oauth"],
    [{ security: "ssl" }, "security"],
    [{ port: 0 }, "port"],
    [{ username: "a\nb" }, "username"],
    [{ address: "no address" }, "address"],
  ])("refuse %o", async (fields, path) => {
    const own = await company();
    expect(await own.api.refused("createMailbox", { body: { ...input, ...fields } })).toMatchObject({
      status: 400,
      message: path,
    });
  });

  it("send a stored secret to no other server or account", async () => {
    const own = await company();
    const { id } = await own.api.ok("createMailbox", { body: input });
    const params = { mailbox_id: id };
    for (const change of [{ host: "imap.example.org" }, { username: "eva@shop.cz" }, { port: 143 }]) {
      expect(await own.api.refused("updateMailbox", { params, body: change })).toMatchObject({
        status: 400,
        message: "password",
      });
      await own.api.ok("updateMailbox", { params, body: { ...change, password: "other" } });
    }
  });

  it("are ten at most", async () => {
    const own = await company();
    for (let n = 0; n < 10; n += 1) await own.api.ok("createMailbox", { body: input });
    expect(await own.api.refused("createMailbox", { body: input })).toMatchObject({ status: 409, message: "limit" });
  });

  it("belong to their company, and a key that only reads changes none", async () => {
    const own = await company();
    const other = await company();
    const { id } = await own.api.ok("createMailbox", { body: input });
    const params = { mailbox_id: id };
    for (const operation of ["getMailbox", "deleteMailbox", "checkMailbox"] as const)
      expect(await other.api.refused(operation, { params })).toMatchObject({ status: 404, message: "mailbox" });
    expect(await other.api.refused("updateMailbox", { params, body: { name: "x" } })).toMatchObject({ status: 404 });
    const reader = await own.apiWith({ scope: "read" });
    expect((await reader.ok("listMailboxes")).items).toHaveLength(1);
    expect(await reader.refused("createMailbox", { body: input })).toMatchObject({ status: 403 });
    expect(await reader.refused("checkMailbox", { params })).toMatchObject({ status: 403 });
    expect(await reader.refused("deleteMailbox", { params })).toMatchObject({ status: 403 });
  });
});

describe("the check of a mailbox", () => {
  it("names what the server offers, or the failure", async () => {
    const own = await company(reachable);
    const server = await imapServer();
    stops.push(() => server.close());
    server.deliver("Subject: x\n\nx\n");
    const body = { ...input, host: "127.0.0.1", port: server.port, security: "none" as const };
    const { id } = await own.api.ok("createMailbox", { body });
    const params = { mailbox_id: id };
    const checked = await own.api.ok("checkMailbox", { params });
    expect(checked).toMatchObject({ ok: true, reason: null, messages: 1 });
    expect(checked.capabilities).toContain("IDLE");
    await own.api.ok("updateMailbox", { params, body: { folder: "Missing" } });
    expect(await own.api.ok("checkMailbox", { params })).toMatchObject({ ok: false, reason: "folder" });
    await own.api.ok("updateMailbox", { params, body: { folder: "INBOX", password: "wrong" } });
    expect(await own.api.ok("checkMailbox", { params })).toMatchObject({ ok: false, reason: "sign_in" });
    expect(await own.api.ok("getMailbox", { params })).toMatchObject({ state: "paused", stateReason: "sign_in" });
    server.interrupt = () => "drop";
    expect(await own.api.ok("checkMailbox", { params })).toMatchObject({ ok: false, reason: "connection" });
    expect(await own.api.ok("getMailbox", { params })).toMatchObject({ state: "failing", stateReason: "connection" });
  });

  it("signs in by an access token, and requests a new one when the server refuses it", async () => {
    const own = await company(reachable);
    const server = await imapServer();
    stops.push(() => server.close());
    let tokens = 0;
    const providerPort = await servers.open((socket) => {
      socket.once("data", () => {
        tokens += 1;
        const answer = JSON.stringify({ access_token: `token${tokens}`, expires_in: 3600 });
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\nConnection: close\r\n\r\n${answer}`);
      });
    });
    const tokenUrl = `http://127.0.0.1:${providerPort}/token`;
    server.accessToken = "token1";
    const oauth = { tokenUrl, clientId: "app", clientSecret: "s", refreshToken: "r" };
    const body = { ...input, host: "127.0.0.1", port: server.port, security: "none" as const, password: undefined };
    const mailbox = await own.api.ok("createMailbox", { body: { ...body, auth: "xoauth2" as const, oauth } });
    expect(mailbox.oauth).toEqual({ tokenUrl, clientId: "app", scope: "" });
    const params = { mailbox_id: mailbox.id };
    expect(await own.api.ok("checkMailbox", { params })).toMatchObject({ ok: true });
    server.accessToken = "token2";
    expect(await own.api.ok("checkMailbox", { params })).toMatchObject({ ok: true });
    expect(tokens).toBe(2);
  });
});

describe("the return path", () => {
  it.each([
    ["bounce.shop.cz", "bname@bounce.shop.cz"],
    ["bounces+@shop.cz", "bounces+bname@shop.cz"],
    ["bounces@shop.cz", "bounces@shop.cz"],
    [`${"a".repeat(60)}+@shop.cz`, `${"a".repeat(60)}@shop.cz`],
  ])("at %s is %s", (target, expected) => {
    expect(returnPathFor(target, "bname")).toBe(expected);
  });

  it("leads to the company's mailbox, then to that of the installation, then to the company's host", () => {
    const host = { returnPathHost: "bounce.shop.cz", returnPathMailbox: null };
    const mailbox = { returnPathHost: "bounce.shop.cz", returnPathMailbox: "bounces@shop.cz" };
    expect(findReturnPath(mailbox, "b+@postrider.example")).toBe("bounces@shop.cz");
    expect(findReturnPath(host, "b+@postrider.example")).toBe("b+@postrider.example");
    expect(findReturnPath(host, "mail.postrider.example")).toBe("bounce.shop.cz");
    expect(findReturnPath(undefined, "mail.postrider.example")).toBe("mail.postrider.example");
  });
});
