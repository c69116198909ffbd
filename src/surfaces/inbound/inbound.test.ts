import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { createTransport } from "nodemailer";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sendOnce } from "../../../tests/harness/servers/smtp-client.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aToken } from "../../../tests/harness/servers/public-pages.ts";
import { aSentCampaign, stateCounts } from "../../../tests/harness/factories/sent-campaigns.ts";
import type { MessageState } from "../../features/delivery/reports.queries.ts";
import { createLog } from "../../log/log.ts";
import { toMessageId, returnPath } from "../../../tests/harness/factories/message-addresses.ts";
import { returnPathKey, testReturnPath, unsubscribeLocalPart } from "../../mail/verp.ts";
import { handleAttachments, type InboundDeps } from "./receive.ts";
import { listenForMail, type InboundListener } from "./listener.ts";
import { createInboundServer, inboundLimits, type InboundLimits } from "./server.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const folder = path.resolve(import.meta.dirname, "../../../tests/fixtures/bounces");
const fixtureName = /b046806zrjj62ygyg458z16jqv85p0/g;
const fixtureToken = /EAz4lIwvAIAbAFppUSuunZimH8ObGcW7DMY/g;

type Server = { port: number; reports: Buffer[] };

async function aServer(
  own: TestCompany,
  { limits, ...replaced }: Partial<InboundDeps> & { limits?: Partial<InboundLimits> } = {},
): Promise<Server> {
  const reports: Buffer[] = [];
  const dmarc = async (raw: Buffer) => reports.push(raw) > 0;
  const { db, services } = own.app;
  const parts = { db, services, log: createLog("silent"), dmarc, ...replaced };
  const server = createInboundServer(parts, { ...inboundLimits, ...limits });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { port: typeof address === "object" && address !== null ? address.port : 0, reports };
}

async function recipient(state: MessageState = "sent") {
  const own = await company();
  const contact = await own.aContact();
  const campaignId = await aSentCampaign(own, { contactIds: [contact.id], state });
  const key = returnPathKey(own.ctx.company.fingerprintKey);
  const ids = { tenantId: own.tenantId, campaignId, contactId: contact.id };
  const address = returnPath(key, ids, "bounce.shop.cz");
  const token = aToken(own, { purpose: "unsubscribe", contactId: contact.id, campaignId });
  /** A mail of the corpus about this message. */
  const fixture = (name: string) =>
    Buffer.from(
      readFileSync(path.join(folder, `${name}.eml`), "latin1")
        .replaceAll(fixtureName, address.split("@")[0] ?? "")
        .replaceAll(fixtureToken, token),
      "latin1",
    );
  return { own, contact, campaignId, key, ids, address, fixture };
}

const status = async ({ api }: TestCompany, id: string) => (await api.ok("getContact", { params: { id } })).status;

const send = (port: number, to: string, raw: Buffer) =>
  sendOnce(`smtp://127.0.0.1:${port}?tls=never`, { from: "mailer-daemon@example.net", to }, raw);

const taken = { outcome: "sent", response: "250 2.0.0 Accepted" };

describe("mail to an unsubscribe address", () => {
  const request = Buffer.from("From: jana@example.com\r\nSubject: unsubscribe\r\n\r\n");
  const addressFor = ({ key, ids }: Awaited<ReturnType<typeof recipient>>) =>
    `${unsubscribeLocalPart(key, ids)}@bounce.shop.cz`;
  const fromPerson = (port: number, to: string, raw: Buffer) =>
    sendOnce(`smtp://127.0.0.1:${port}?tls=never`, { from: "jana@example.com", to }, raw);
  const listActivitiesOf = async ({ own, contact }: Awaited<ReturnType<typeof recipient>>) =>
    (await own.api.ok("listActivities", { params: { id: contact.id } })).items;

  it("unsubscribes the recipient of the message, once", async () => {
    const person = await recipient();
    const { own, contact } = person;
    const { port } = await aServer(own);
    expect(await fromPerson(port, addressFor(person).toUpperCase(), request)).toEqual(taken);
    expect(await status(own, contact.id)).toBe("unsubscribed");
    const before = await listActivitiesOf(person);
    expect(await fromPerson(port, addressFor(person), request)).toEqual(taken);
    expect(await listActivitiesOf(person)).toEqual(before);
  });

  it("is refused with a forged signature, also of another company, and for a deleted company's", async () => {
    const person = await recipient();
    const { own, contact, ids } = person;
    const { port } = await aServer(own);
    const other = await company();
    const otherKey = returnPathKey(other.ctx.company.fingerprintKey);
    const good = addressFor(person);
    const forged = [
      `${unsubscribeLocalPart(otherKey, ids)}@bounce.shop.cz`,
      good.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@")),
      `u${person.address.slice(1)}`,
    ];
    for (const to of forged)
      expect(await fromPerson(port, to, request)).toMatchObject({ outcome: "refused", code: 550 });
    expect(await status(own, contact.id)).toBe("subscribed");
  });

  it.each(["dsn-postfix-user-unknown", "auto-gmail-vacation", "delay-postfix", "complaint-yahoo"])(
    "changes nothing for a report or an automatic reply: %s",
    async (name) => {
      const person = await recipient();
      const { own, contact, campaignId, fixture } = person;
      const { port } = await aServer(own);
      expect(await fromPerson(port, addressFor(person), fixture(name))).toEqual(taken);
      expect(await status(own, contact.id)).toBe("subscribed");
      expect(await stateCounts(own, campaignId)).toEqual({ sent: 1 });
    },
  );

  it("changes nothing when it comes from the null sender, or when the contact is gone", async () => {
    const person = await recipient();
    const { own, contact } = person;
    const { port } = await aServer(own);
    const transport = createTransport({ host: "127.0.0.1", port, secure: false, ignoreTLS: true });
    await transport.sendMail({ envelope: { from: "", to: [addressFor(person)] }, raw: request });
    expect(await status(own, contact.id)).toBe("subscribed");
    await own.ctx.db.sql`delete from message where tenant_id = ${own.tenantId}`;
    await own.ctx.db.sql`delete from contact where tenant_id = ${own.tenantId} and id = ${contact.id}`;
    expect(await fromPerson(port, addressFor(person), request)).toEqual(taken);
  });
});

describe("mail to a return path", () => {
  it("is a bounce that is recorded before it is accepted", async () => {
    const { own, contact, campaignId, address, fixture } = await recipient();
    const { port } = await aServer(own);
    for (const to of [address, address.toUpperCase()]) {
      expect(await send(port, to, fixture("dsn-postfix-user-unknown"))).toEqual(taken);
      expect(await status(own, contact.id)).toBe("bounced");
      expect(await stateCounts(own, campaignId)).toEqual({ hardbounced: 1 });
    }
  });

  it.each([
    ["plain-qmail-no-mailbox", "bounced"],
    ["dsn-gmail-over-quota", "subscribed"],
    ["delay-postfix", "subscribed"],
    ["auto-gmail-vacation", "subscribed"],
    ["person-reply", "subscribed"],
    ["challenge-tmda", "subscribed"],
    ["complaint-yahoo", "complained"],
    ["report-not-spam", "subscribed"],
  ])("of kind %s leaves the contact %s", async (name, expected) => {
    const { own, contact, address, fixture } = await recipient();
    const { port } = await aServer(own);
    expect(await send(port, address, fixture(name))).toEqual(taken);
    expect(await status(own, contact.id)).toBe(expected);
  });

  it("has the null sender, as reports do", async () => {
    const { own, contact, address, fixture } = await recipient();
    const { port } = await aServer(own);
    const transport = createTransport({ host: "127.0.0.1", port, secure: false, ignoreTLS: true });
    await transport.sendMail({ envelope: { from: "", to: [address] }, raw: fixture("dsn-gmail-no-such-user") });
    expect(await status(own, contact.id)).toBe("bounced");
  });

  it("is rejected without a valid signature", async () => {
    const { own, contact, campaignId, key, ids, address, fixture } = await recipient();
    const other = await company();
    const otherKey = returnPathKey(other.ctx.company.fingerprintKey);
    const { port, reports } = await aServer(own);
    const wrong = [
      returnPath(otherKey, ids, "bounce.shop.cz"),
      returnPath(key, { ...ids, tenantId: other.tenantId }, "bounce.shop.cz"),
      returnPath(key, { ...ids, tenantId: "9007199254740991" }, "bounce.shop.cz"),
      address.replace(/.@/, (last) => (last === "0@" ? "1@" : "0@")),
      "info@bounce.shop.cz",
      "postmaster@bounce.shop.cz",
      "dmarcx@bounce.shop.cz",
      "x+dmarc@bounce.shop.cz",
    ];
    for (const to of wrong) {
      expect(await send(port, to, fixture("dsn-gmail-no-such-user"))).toMatchObject({
        outcome: "refused",
        kind: "permanent",
        stage: "rcpt",
        code: 550,
      });
    }
    expect(await status(own, contact.id)).toBe("subscribed");
    expect(await stateCounts(own, campaignId)).toEqual({ sent: 1 });
    expect(reports).toEqual([]);
  });

  it("gets a temporary error while the message is in flight", async () => {
    const { own, contact, address, fixture } = await recipient("queued");
    const { port } = await aServer(own);
    const outcome = await send(port, address, fixture("dsn-gmail-no-such-user"));
    expect(outcome).toMatchObject({ outcome: "refused", kind: "temporary", stage: "message", code: 451 });
    expect(await status(own, contact.id)).toBe("subscribed");
  });

  it("of a deleted contact is accepted without effect", async () => {
    const { own, contact, address, fixture } = await recipient();
    const { port } = await aServer(own);
    await own.api.ok("eraseContact", { params: { id: contact.id }, body: { confirm: true } });
    expect(await send(port, address, fixture("dsn-gmail-no-such-user"))).toEqual(taken);
  });

  it("gets a temporary error when the database is unreachable", async () => {
    const { own, contact, address, fixture } = await recipient();
    const { db } = own.app;
    const unreachable = () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
    let isDatabaseDown = true;
    const failingDb: InboundDeps["db"] = {
      ...db,
      sql: db.sql,
      forTenant: (tenantId) =>
        isDatabaseDown ? { ...db.forTenant(tenantId), transaction: unreachable } : db.forTenant(tenantId),
    };
    const { port } = await aServer(own, { db: failingDb });
    const outcome = await send(port, address, fixture("dsn-gmail-no-such-user"));
    expect(outcome).toMatchObject({ outcome: "refused", kind: "temporary", stage: "message", code: 451 });
    expect(await status(own, contact.id)).toBe("subscribed");
    isDatabaseDown = false;
    expect(await send(port, address, fixture("dsn-gmail-no-such-user"))).toEqual(taken);
    expect(await status(own, contact.id)).toBe("bounced");
  });
});

it.each(["dsn-postfix-user-unknown", "complaint-yahoo"])(
  "%s of a test e-mail is accepted without effect",
  async (name) => {
    const { own, contact, campaignId, fixture } = await recipient();
    const { port } = await aServer(own);
    expect(await send(port, testReturnPath("bounce.shop.cz"), fixture(name))).toEqual(taken);
    expect(await status(own, contact.id)).toBe("subscribed");
    expect(await stateCounts(own, campaignId)).toEqual({ sent: 1 });
  },
);

describe("mail to the complaint address", () => {
  it.each([
    "complaint-yahoo",
    "complaint-headers-only",
    "complaint-redacted",
    "complaint-link-only",
    "complaint-original-mail-from",
  ])("is attributed to the message inside it: %s", async (name) => {
    const { own, contact, fixture } = await recipient();
    const { port } = await aServer(own);
    expect(await send(port, "fbl@postrider.example", fixture(name))).toEqual(taken);
    expect(await status(own, contact.id)).toBe("complained");
  });

  it("accepts the message alone, without a report around it", async () => {
    const { own, contact, key, ids } = await recipient();
    const { port } = await aServer(own);
    const raw = Buffer.from(
      `From: staff@hotmail.com\r\nSubject: complaint about message\r\nContent-Type: multipart/mixed; boundary=j\r\n\r\n--j\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: ${toMessageId(key, ids, "shop.cz")}\r\nSubject: Sale\r\n\r\nx\r\n--j--\r\n`,
    );
    expect(await send(port, "Complaints+hotmail@postrider.example", raw)).toEqual(taken);
    expect(await status(own, contact.id)).toBe("complained");
  });

  it.each(["dsn-gmail-no-such-user", "auto-gmail-vacation", "report-not-spam", "report-auth-failure"])(
    "ignores other mail: %s",
    async (name) => {
      const { own, contact, fixture } = await recipient();
      const { port } = await aServer(own);
      expect(await send(port, "fbl@postrider.example", fixture(name))).toEqual(taken);
      expect(await status(own, contact.id)).toBe("subscribed");
    },
  );

  it("ignores messages without a valid signature", async () => {
    const { own, contact } = await recipient();
    const { port } = await aServer(own);
    const raw = readFileSync(path.join(folder, "complaint-yahoo.eml"));
    expect(await send(port, "fbl@postrider.example", raw)).toEqual(taken);
    expect(await status(own, contact.id)).toBe("subscribed");
  });
});

it("passes DMARC reports on unchanged, and rejects them without a handler", async () => {
  const own = await company();
  const { port, reports } = await aServer(own);
  const raw = Buffer.from("Subject: Report\r\n\r\n.\r\n..x\r\n");
  for (const to of ["dmarc@postrider.example", "DMARC+12@shop.cz", `dmarc-${"0".repeat(32)}@shop.cz`])
    expect(await send(port, to, raw)).toEqual(taken);
  expect(reports).toEqual([raw, raw, raw]);
  const without = await aServer(own, { dmarc: undefined });
  expect(await send(without.port, "dmarc@postrider.example", raw)).toMatchObject({ code: 550, stage: "rcpt" });
});

it("passes the attachments of a mail to the handler, also a mail that is a single file", async () => {
  const files: string[] = [];
  const take = handleAttachments(async (contents) => {
    files.push(...contents.map(String));
    return contents.length > 0;
  });
  const base64 = Buffer.from("first").toString("base64");
  const one = `Content-Type: application/gzip; name=r.xml.gz\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`;
  expect(await take(Buffer.from(one))).toBe(true);
  const many =
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nA report.\r\n--b\r\nContent-Type: text/plain\r\n` +
    `Content-Disposition: attachment; filename="r.xml"\r\n\r\nsecond\r\n--b\r\nContent-Type: text/xml\r\n\r\nthird\r\n--b--`;
  expect(await take(Buffer.from(many))).toBe(true);
  expect(await take(Buffer.from("Subject: x\r\n\r\nnothing"))).toBe(false);
  expect(files).toEqual(["first", "second", "third"]);
});

/** A manual SMTP session: one reply per line. */
async function runSession(port: number, lines: readonly string[]): Promise<string[]> {
  const socket: Socket = connect(port, "127.0.0.1");
  const answers: string[] = [];
  let rest = "";
  const waiting: ((line: string) => void)[] = [];
  socket.on("data", (chunk) => {
    rest += chunk.toString();
    for (let end = rest.indexOf("\r\n"); end !== -1; end = rest.indexOf("\r\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (line[3] === " ") waiting.shift()?.(line);
    }
  });
  socket.on("close", () => {
    for (const each of waiting.splice(0)) each("closed");
  });
  socket.on("error", () => undefined);
  const next = () => new Promise<string>((resolve) => (socket.destroyed ? resolve("closed") : waiting.push(resolve)));
  answers.push(await next());
  for (const line of lines) {
    const answer = next();
    socket.write(`${line}\r\n`);
    answers.push((await answer).slice(0, 3));
  }
  socket.destroy();
  return answers.slice(1);
}

describe("an SMTP session", () => {
  it("offers neither AUTH nor STARTTLS, announces its size limit and relays nothing", async () => {
    const own = await company();
    const { port } = await aServer(own);
    expect(
      await runSession(port, [
        "EHLO x",
        "AUTH PLAIN AAAA",
        "STARTTLS",
        "VRFY root",
        "MAIL FROM:<a@example.net> SIZE=99999999",
        "MAIL FROM:<>",
        "RCPT TO:<someone@example.org>",
        "DATA",
      ]),
    ).toEqual(["250", "500", "500", "252", "552", "250", "550", "503"]);
  });

  it("ends after too many wrong recipients", async () => {
    const own = await company();
    const { port } = await aServer(own, { limits: { maxRefusals: 3 } });
    const wrong = "RCPT TO:<someone@example.org>";
    expect(await runSession(port, ["EHLO x", "MAIL FROM:<>", wrong, wrong, wrong])).toEqual([
      "250",
      "250",
      "550",
      "550",
      "421",
    ]);
  });

  it("accepts a limited number of recipients", async () => {
    const { own, address } = await recipient();
    const { port } = await aServer(own, { limits: { maxRecipients: 2 } });
    const lines = [`RCPT TO:<${address}>`, "RCPT TO:<fbl@x.cz>", "RCPT TO:<dmarc@x.cz>"];
    expect(await runSession(port, ["EHLO x", "MAIL FROM:<>", ...lines])).toEqual(["250", "250", "250", "250", "452"]);
  });

  it("rejects an oversized message without any effect", async () => {
    const { own, contact, address, fixture } = await recipient();
    const { port } = await aServer(own, { limits: { maxBytes: 20_000 } });
    const raw = Buffer.concat([
      fixture("dsn-gmail-no-such-user"),
      Buffer.from("x".repeat(70).concat("\r\n").repeat(400)),
    ]);
    expect(
      await runSession(port, [
        "EHLO x",
        "MAIL FROM:<>",
        `RCPT TO:<${address}>`,
        "DATA",
        `${raw.toString("latin1")}\r\n.`,
      ]),
    ).toEqual(["250", "250", "250", "354", "552"]);
    expect(await status(own, contact.id)).toBe("subscribed");
  });

  it("is limited per client, and a closed connection makes room", async () => {
    const own = await company();
    const { port } = await aServer(own, { limits: { client: { ...inboundLimits.client, perAddress: 1 } } });
    const open = async () => {
      const socket = connect(port, "127.0.0.1");
      const greeting = await new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));
      return { socket, code: greeting.slice(0, 3) };
    };
    const first = await open();
    const second = await open();
    expect([first.code, second.code]).toEqual(["220", "421"]);
    second.socket.destroy();
    expect((await open()).code).toBe("421");
    first.socket.destroy();
    await expect
      .poll(async () => {
        const { socket, code } = await open();
        socket.destroy();
        return code;
      })
      .toBe("220");
  });

  it("is limited in number and duration", async () => {
    const own = await company();
    const { port } = await aServer(own, { limits: { maxClients: 1, sessionMs: 300 } });
    const first = connect(port, "127.0.0.1");
    await new Promise((resolve) => first.once("data", resolve));
    const closed = new Promise((resolve) => first.once("end", resolve));
    const second = connect(port, "127.0.0.1");
    const answer = await new Promise<string>((resolve) => second.once("data", (chunk) => resolve(chunk.toString())));
    expect(answer).toMatch(/^421 /);
    await closed;
    first.destroy();
    second.destroy();
  });

  it("that is aborted in the middle of a message has no effect", async () => {
    const { own, contact, address, fixture } = await recipient();
    const { port } = await aServer(own);
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    const raw = fixture("dsn-gmail-no-such-user");
    let heard = "";
    await new Promise<void>((resolve) => {
      socket.on("data", (chunk) => {
        if (heard === "") socket.write(`EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<${address}>\r\nDATA\r\n`);
        heard += chunk.toString();
        if (heard.includes("\r\n354 ")) resolve();
      });
    });
    await new Promise<void>((resolve) => socket.write(raw.subarray(0, 1500), () => resolve()));
    socket.destroy();
    expect(await send(port, "fbl@x.cz", Buffer.from("Subject: x\r\n\r\nx\r\n"))).toEqual(taken);
    expect(await status(own, contact.id)).toBe("subscribed");
  });
});

describe("the port", () => {
  const portOf = (listening: InboundListener) =>
    vi.waitFor(
      () => {
        const port = listening.port();
        if (port === undefined) throw new Error("not listening yet");
        return port;
      },
      { timeout: 10_000, interval: 5 },
    );

  it("offers STARTTLS with the operator's certificate", async () => {
    const own = await company();
    const { db, services } = own.app;
    const parts: InboundDeps = { db, services, log: createLog("silent"), dmarc: undefined };
    const tls = { certFile: "tests/fixtures/tls/cert.pem", keyFile: "tests/fixtures/tls/key.pem" };
    const listening = listenForMail(parts, { host: "127.0.0.1", port: 0, tls });
    stops.push(listening.stop);
    const port = await portOf(listening);
    const over = { host: "127.0.0.1", port, requireTLS: true };
    expect(await createTransport({ ...over, tls: { rejectUnauthorized: false } }).verify()).toBe(true);
    await expect(createTransport(over).verify()).rejects.toThrow("self-signed certificate");
  });

  it("is taken over by a worker that waited for it", async () => {
    const own = await company();
    const { db, services } = own.app;
    const parts: InboundDeps = { db, services, log: createLog("silent"), dmarc: undefined };
    const first = listenForMail(parts, { host: "127.0.0.1", port: 0, retryMs: 5 });
    const port = await portOf(first);
    const second = listenForMail(parts, { host: "127.0.0.1", port, retryMs: 5 });
    stops.push(second.stop);
    expect(second.port()).toBeUndefined();
    await first.stop();
    expect(await portOf(second)).toBe(port);
    expect(await send(port, "fbl@x.cz", Buffer.from("Subject: x\r\n\r\nx\r\n"))).toEqual(taken);
  });
});
