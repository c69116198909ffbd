import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { toMessageId, returnPath } from "../../../tests/harness/factories/message-addresses.ts";
import { aSentCampaign, stateCounts } from "../../../tests/harness/factories/sent-campaigns.ts";
import { imapServer, type ImapServer } from "../../../tests/harness/servers/imap.ts";
import type { ImapAddress } from "../../config/config-values.ts";
import type { MessageState } from "../../features/delivery/reports.queries.ts";
import { days, hours, minutes } from "../../kernel/local-time.ts";
import { createLog } from "../../log/log.ts";
import { processedKeyword } from "../../mail/imap/imap-session.ts";
import { returnPathKey } from "../../mail/verp.ts";
import { createMailboxLoop } from "./mailbox-loop.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const folder = path.resolve(import.meta.dirname, "../../../tests/fixtures/bounces");
const fixtureName = /b046806zrjj62ygyg458z16jqv85p0/g;

const reachable = () => company({ MAIL_HOSTS_ALLOW_PRIVATE: "1" });

async function aServer(): Promise<ImapServer> {
  const server = await imapServer();
  stops.push(() => server.close());
  return server;
}

async function aMailbox({ api }: TestCompany, { port }: ImapServer, more: object = {}) {
  const mailbox = await api.ok("createMailbox", {
    body: {
      name: "Bounces",
      host: "127.0.0.1",
      port,
      security: "none",
      username: "bounces@shop.cz",
      password: "secret",
      ...more,
    },
  });
  // Other tests of the file must not read it.
  stops.push(() => api.ok("deleteMailbox", { params: { mailbox_id: mailbox.id } }));
  return mailbox;
}

/** A sent message of the company and mails about it. */
async function aMessage(own: TestCompany, state: MessageState = "sent") {
  const contact = await own.aContact();
  const campaignId = await aSentCampaign(own, { contactIds: [contact.id], state });
  const key = returnPathKey(own.ctx.company.fingerprintKey);
  const ids = { tenantId: own.tenantId, campaignId, contactId: contact.id };
  const address = returnPath(key, ids, "bounce.shop.cz");
  const name = address.split("@")[0] ?? "";
  const fixture = (file: string) =>
    readFileSync(path.join(folder, `${file}.eml`), "latin1").replaceAll(fixtureName, name);
  return { contact, campaignId, address, name, messageId: toMessageId(key, ids, "shop.cz"), fixture };
}

/** One round of a worker that waits for its runs. */
async function readOnce({ app }: TestCompany, installation?: ImapAddress): Promise<number> {
  const { db, services } = app;
  const loop = createMailboxLoop({ db, services, log: createLog("silent"), dmarc: undefined }, { installation });
  const runs = await loop.startTasks();
  await Promise.all(runs);
  return runs.length;
}

const status = async ({ api }: TestCompany, id: string) => (await api.ok("getContact", { params: { id } })).status;

const read = ({ api }: TestCompany, id: string) => api.ok("getMailbox", { params: { mailbox_id: id } });

const nothing = { mails: 0, bounces: 0, complaints: 0, others: 0 };

describe("a mailbox of a company", () => {
  it("gives bounces, complaints and replies to the messages they are about, marks them and deletes nothing", async () => {
    const own = await reachable();
    const [bounced, complained, answered] = [await aMessage(own), await aMessage(own), await aMessage(own)];
    const server = await aServer();
    server.deliver(bounced.fixture("dsn-postfix-user-unknown"));
    server.deliver(complained.fixture("complaint-yahoo"));
    server.deliver(answered.fixture("person-reply"));
    const { id } = await aMailbox(own, server);
    expect(await readOnce(own)).toBe(1);
    expect(await status(own, bounced.contact.id)).toBe("bounced");
    expect(await status(own, complained.contact.id)).toBe("complained");
    expect(await status(own, answered.contact.id)).toBe("subscribed");
    expect(server.mails.map(({ flags }) => [...flags])).toEqual([
      ["\\Seen", processedKeyword],
      ["\\Seen", processedKeyword],
      [processedKeyword],
    ]);
    expect(await read(own, id)).toMatchObject({
      state: "ok",
      stateReason: null,
      processed: { mails: 3, bounces: 1, complaints: 1, others: 1 },
    });
    own.clock.advance(minutes(2));
    server.deliver(answered.fixture("plain-qmail-no-mailbox"));
    expect(await readOnce(own)).toBe(1);
    expect(await status(own, answered.contact.id)).toBe("bounced");
    expect((await read(own, id)).processed).toEqual({ mails: 4, bounces: 2, complaints: 1, others: 1 });
  });

  it.each(["dsn-postfix-user-unknown", "plain-qmail-no-mailbox", "plain-exim-unrouteable"])(
    "without subaddresses finds the message inside %s",
    async (file) => {
      const own = await reachable();
      const { contact, address, messageId, fixture } = await aMessage(own);
      const server = await aServer();
      const mail = fixture(file)
        .replace(/^To: .*$/m, "To: bounces@shop.cz")
        .replaceAll(address, "bounces@shop.cz");
      server.deliver(
        mail.includes(messageId.replaceAll(/[<>]/g, "").split("@")[0] ?? "") ? mail : `${mail}\n${messageId}\n`,
      );
      await aMailbox(own, server);
      await readOnce(own);
      expect(await status(own, contact.id)).toBe("bounced");
    },
  );

  it("with subaddresses finds the message in the recipient", async () => {
    const own = await reachable();
    const { contact, name } = await aMessage(own);
    const server = await aServer();
    server.deliver(
      `Delivered-To: bounces+${name}@shop.cz\nFrom: MAILER-DAEMON@mx.example.net\nSubject: failure notice\nTo: bounces@shop.cz\n\n550 5.1.1 User unknown\n`,
    );
    await aMailbox(own, server);
    await readOnce(own);
    expect(await status(own, contact.id)).toBe("bounced");
  });

  it("has no effect on messages of another company", async () => {
    const own = await reachable();
    const other = await reachable();
    const { contact, fixture } = await aMessage(other);
    const server = await aServer();
    server.deliver(fixture("dsn-postfix-user-unknown"));
    const { id } = await aMailbox(own, server);
    await readOnce(own);
    expect(await status(other, contact.id)).toBe("subscribed");
    expect((await read(own, id)).processed).toEqual({ ...nothing, mails: 1, others: 1 });
  });

  it("counts a mail once when the connection ends before it is marked", async () => {
    const own = await reachable();
    const { contact, campaignId, fixture } = await aMessage(own);
    const server = await aServer();
    const mail = server.deliver(fixture("dsn-postfix-user-unknown"));
    server.interrupt = (command) => (command === "UID STORE" ? "drop" : undefined);
    const { id } = await aMailbox(own, server);
    await readOnce(own);
    expect(await read(own, id)).toMatchObject({ state: "failing", stateReason: "connection", processed: { mails: 1 } });
    expect(mail.flags.size).toBe(0);
    // A person gave the contact back; the same mail must not take it again.
    await own.api.ok("undoBounces", { params: { campaign_id: campaignId }, body: {} });
    server.interrupt = () => undefined;
    own.clock.advance(minutes(2));
    expect(await readOnce(own)).toBe(1);
    expect(await read(own, id)).toMatchObject({ state: "ok", stateReason: null, processed: { mails: 1, bounces: 1 } });
    expect(await status(own, contact.id)).toBe("subscribed");
  });

  it("goes on with the same mail after a lost connection, with growing pauses", async () => {
    const own = await reachable();
    const { contact, fixture } = await aMessage(own);
    const server = await aServer();
    server.deliver(fixture("dsn-postfix-user-unknown"));
    server.interrupt = (command) => (command === "UID FETCH" ? "drop" : undefined);
    const { id } = await aMailbox(own, server);
    expect(await readOnce(own)).toBe(1);
    expect(await readOnce(own)).toBe(0);
    own.clock.advance(minutes(1.5));
    expect(await readOnce(own)).toBe(1);
    own.clock.advance(minutes(1.5));
    expect(await readOnce(own)).toBe(0);
    expect((await read(own, id)).processed).toEqual(nothing);
    server.interrupt = () => undefined;
    own.clock.advance(minutes(2));
    expect(await readOnce(own)).toBe(1);
    expect(await status(own, contact.id)).toBe("bounced");
    expect((await read(own, id)).processed).toEqual({ ...nothing, mails: 1, bounces: 1 });
  });

  it("is taken over when its worker was killed, and what a lost claim writes changes nothing", async () => {
    const own = await reachable();
    const { contact, fixture } = await aMessage(own);
    const server = await aServer();
    server.deliver(fixture("dsn-postfix-user-unknown"));
    const { id } = await aMailbox(own, server);
    let isTakenOver = false;
    server.interrupt = (command) => {
      if (command === "UID FETCH" && !isTakenOver) {
        isTakenOver = true;
        own.clock.advance(hours(1));
      }
      return undefined;
    };
    const { db, services } = own.app;
    const loop = createMailboxLoop(
      { db, services, log: createLog("silent"), dmarc: undefined },
      { installation: undefined },
    );
    const [first] = await loop.startTasks();
    await expect.poll(() => isTakenOver).toBe(true);
    await readOnce(own);
    await first;
    expect(await status(own, contact.id)).toBe("bounced");
    expect((await read(own, id)).processed).toEqual({ ...nothing, mails: 1, bounces: 1 });
  });

  it("keeps a report about a message that is still in flight for later", async () => {
    const own = await reachable();
    const early = await aMessage(own, "queued");
    const sent = await aMessage(own);
    const server = await aServer();
    const mail = server.deliver(early.fixture("dsn-postfix-user-unknown"), own.clock.now());
    server.deliver(sent.fixture("dsn-postfix-user-unknown"), own.clock.now());
    const { id } = await aMailbox(own, server);
    await readOnce(own);
    expect(await status(own, sent.contact.id)).toBe("bounced");
    expect((await read(own, id)).processed).toEqual({ ...nothing, mails: 1, bounces: 1 });
    expect(mail.flags.size).toBe(0);
    own.clock.advance(days(4));
    await readOnce(own);
    expect((await read(own, id)).processed).toEqual({ mails: 2, bounces: 1, complaints: 0, others: 1 });
    expect(await status(own, early.contact.id)).toBe("subscribed");
  });

  it("reads marked mails no second time when the server numbers them anew", async () => {
    const own = await reachable();
    const { fixture } = await aMessage(own);
    const server = await aServer();
    server.deliver(fixture("dsn-postfix-user-unknown"));
    const { id } = await aMailbox(own, server);
    await readOnce(own);
    server.uidValidity = 8;
    server.deliver(fixture("person-reply"));
    own.clock.advance(minutes(2));
    await readOnce(own);
    expect((await read(own, id)).processed).toEqual({ mails: 2, bounces: 1, complaints: 0, others: 1 });
  });

  it("pauses and notifies once when the sign-in is refused; a change or a check ends the pause", async () => {
    const own = await reachable();
    const server = await aServer();
    server.password = "changed";
    const { id } = await aMailbox(own, server);
    expect(await readOnce(own)).toBe(1);
    expect(await read(own, id)).toMatchObject({ state: "paused", stateReason: "sign_in" });
    own.clock.advance(hours(3));
    expect(await readOnce(own)).toBe(0);
    const notified = (await own.api.ok("listNotifications")).items.filter(
      ({ type }) => type === "inbound_mailbox_paused",
    );
    expect(notified).toMatchObject([{ params: { mailboxId: id, reason: "sign_in" } }]);
    const params = { mailbox_id: id };
    expect(await own.api.ok("checkMailbox", { params })).toEqual({
      ok: false,
      reason: "sign_in",
      messages: 0,
      capabilities: [],
    });
    await own.api.ok("updateMailbox", { params, body: { password: "changed" } });
    expect(await own.api.ok("checkMailbox", { params })).toMatchObject({ ok: true, reason: null });
    expect(await read(own, id)).toMatchObject({ state: "ok", stateReason: null });
    expect(await readOnce(own)).toBe(1);
  });

  it("does not pause for a server that is busy", async () => {
    const own = await reachable();
    const server = await aServer();
    server.password = "other";
    server.refusal = "[UNAVAILABLE] try later";
    const { id } = await aMailbox(own, server);
    await readOnce(own);
    expect(await read(own, id)).toMatchObject({ state: "failing", stateReason: "connection" });
  });

  it("that is disabled is not read", async () => {
    const own = await reachable();
    await aMailbox(own, await aServer(), { enabled: false });
    expect(await readOnce(own)).toBe(0);
  });
});

describe("the mailbox of the installation", () => {
  it("serves the messages of all companies, each mail once", async () => {
    const [own, other] = [await reachable(), await reachable()];
    const messages = [await aMessage(own), await aMessage(other)];
    const server = await aServer();
    for (const { fixture } of messages) server.deliver(fixture("dsn-postfix-user-unknown"));
    const address: ImapAddress = {
      host: "127.0.0.1",
      port: server.port,
      security: "none",
      username: "bounces@shop.cz",
      password: "secret",
      folder: "INBOX",
    };
    server.interrupt = (command) => (command === "UID STORE" ? "drop" : undefined);
    expect(await readOnce(own, address)).toBe(1);
    server.interrupt = () => undefined;
    own.clock.advance(minutes(5));
    expect(await readOnce(own, address)).toBe(1);
    expect(await status(own, messages[0]?.contact.id ?? "")).toBe("bounced");
    expect(await status(other, messages[1]?.contact.id ?? "")).toBe("bounced");
    expect(await stateCounts(own, messages[0]?.campaignId ?? "")).toEqual({ hardbounced: 1 });
    own.clock.advance(minutes(5));
    await readOnce(own, address);
    expect(server.commands.filter((command) => command === "UID FETCH")).toHaveLength(2);
  });
});
