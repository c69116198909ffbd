import { once } from "node:events";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { sendOnce } from "../../tests/harness/servers/smtp-client.ts";
import { permitServiceMail } from "./permit.ts";
import { defaultLimits, SmtpConnection } from "./smtp.ts";
import { parseSmtpUrl } from "./smtp-url.ts";
import { createTransport } from "./transport.ts";

type Options = NonNullable<ConstructorParameters<typeof SMTPServer>[0]>;
type Received = { from: string; to: string[]; args: unknown; isSecure: boolean; user: string | undefined; raw: Buffer };

const permit = permitServiceMail("password-reset");
const envelope = { from: "shop@example.com", to: "jana@example.com" };
const message = Buffer.from("Subject: x\r\n\r\nhello\r\n");
const open: SMTPServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
});

/** smtp-server is an independent implementation; it includes a self-signed certificate. */
async function aServer(options: Options = {}) {
  const received: Received[] = [];
  const seen = { connections: 0 };
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    closeTimeout: 100,
    hideENHANCEDSTATUSCODES: false,
    onConnect(_session, callback) {
      seen.connections += 1;
      callback();
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope;
      const sender = mailFrom === false ? { address: "", args: false } : mailFrom;
      const to = rcptTo.map((each) => each.address);
      const user = typeof session.user === "string" ? session.user : undefined;
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks);
        received.push({ from: sender.address, to, args: sender.args, isSecure: session.secure, user, raw });
        callback(null, "queued");
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { received, seen, port, url: `smtp://127.0.0.1:${port}` };
}

const answer = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

describe("delivery", () => {
  it.each([
    ["pipelined", {}],
    ["one command at a time", { hidePIPELINING: true }],
    ["without TLS", { disabledCommands: ["STARTTLS"] }],
  ])("sends a message: %s", async (_, options: Options) => {
    const { url, received } = await aServer(options);
    const outcome = await sendOnce(url, envelope, message);
    expect(outcome).toEqual({ outcome: "sent", response: "250 2.6.0 queued" });
    expect(received.map(({ from, to, raw }) => ({ from, to, raw: raw.toString() }))).toEqual([
      { from: envelope.from, to: [envelope.to], raw: message.toString() },
    ]);
  });

  it.each([
    ["dots", "S: x\r\n\r\n.\r\n..\r\n.a\r\nb.\r\n"],
    ["a large message", `S: x\r\n\r\n${".0123456789 žluťoučký\r\n".repeat(50_000)}`],
  ])("round trips %s", async (_, text) => {
    const { url, received } = await aServer();
    expect((await sendOnce(url, envelope, Buffer.from(text))).outcome).toBe("sent");
    expect(received[0]?.raw.equals(Buffer.from(text))).toBe(true);
  });

  it("sends from the null sender", async () => {
    const { url, received } = await aServer();
    expect((await sendOnce(url, { ...envelope, from: "" }, message)).outcome).toBe("sent");
    expect(received[0]?.from).toBe("");
  });

  it("sends many messages over one connection", async () => {
    const { url, received, seen } = await aServer();
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    for (let at = 0; at < 20; at += 1) {
      await connection.send({ envelope: { ...envelope, to: `p${at}@example.com` }, message });
    }
    await connection.quit();
    expect(received.map(({ to }) => to)).toEqual(Array.from({ length: 20 }, (_, at) => [`p${at}@example.com`]));
    expect(seen.connections).toBe(1);
    expect(connection.isOpen).toBe(false);
  });

  it("does not mix two messages on one connection", async () => {
    const { url } = await aServer();
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    const first = connection.send({ envelope, message });
    await expect(connection.send({ envelope, message })).rejects.toThrow("one message at a time");
    expect((await first).outcome).toBe("sent");
    await connection.quit();
  });

  it("shares a few connections among many messages in live mode and closes them", async () => {
    const { url, received, seen } = await aServer();
    const transport = createTransport({ mailMode: "live", smtpUrl: url, smtpConnections: 8, dataDir: "/nonexistent" });
    const ids = Array.from({ length: 40 }, (_, at) => `m${at}`);
    const sending = ids.map((id) =>
      transport.send({ permit, envelope: { ...envelope, to: `${id}@example.com` }, raw: message, id }),
    );
    await transport.close();
    expect(new Set((await Promise.all(sending)).map(({ outcome }) => outcome))).toEqual(new Set(["sent"]));
    expect(received.flatMap(({ to }) => to).sort()).toEqual(ids.map((id) => `${id}@example.com`).sort());
    expect(seen.connections).toBe(8);
    await expect(transport.send({ permit, envelope, raw: message, id: "late" })).rejects.toThrow("closed");
  });
});

describe("refusals", () => {
  it.each([false, true])("have a stage, a class and codes (hidePIPELINING: %s)", async (hidePIPELINING) => {
    const { url, received } = await aServer({
      hidePIPELINING,
      onMailFrom: ({ address }, _, callback) =>
        callback(/^\d/.test(address) ? answer(Number(address.slice(0, 3)), "sender") : null),
      onRcptTo: ({ address }, _, callback) =>
        callback(/^\d/.test(address) ? answer(Number(address.slice(0, 3)), "recipient") : null),
      onData: (stream, { envelope: { rcptTo } }, callback) => {
        const code = Number(/^end(\d+)/.exec(rcptTo[0]?.address ?? "")?.[1] ?? 0);
        stream.resume().on("end", () => callback(code === 0 ? null : answer(code, "content"), "queued"));
      },
    });
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    const send = (change: Partial<typeof envelope>) =>
      connection.send({ envelope: { ...envelope, ...change }, message });
    const refused = { outcome: "refused" };
    expect([
      await send({ from: "451@example.com" }),
      await send({ from: "553@example.com" }),
      await send({ to: "450@example.com" }),
      await send({ to: "550@example.com" }),
      await send({ to: "end452@example.com" }),
      await send({ to: "end554@example.com" }),
      await send({}),
    ]).toEqual([
      { ...refused, kind: "temporary", stage: "mail", code: 451, enhanced: "4.3.0", response: "451 4.3.0 sender" },
      { ...refused, kind: "permanent", stage: "mail", code: 553, enhanced: "5.1.3", response: "553 5.1.3 sender" },
      { ...refused, kind: "temporary", stage: "rcpt", code: 450, enhanced: "4.2.1", response: "450 4.2.1 recipient" },
      { ...refused, kind: "permanent", stage: "rcpt", code: 550, enhanced: "5.1.1", response: "550 5.1.1 recipient" },
      { ...refused, kind: "temporary", stage: "message", code: 452, enhanced: "4.2.2", response: "452 4.2.2 content" },
      { ...refused, kind: "permanent", stage: "message", code: 554, enhanced: "5.6.0", response: "554 5.6.0 content" },
      { outcome: "sent", response: "250 2.6.0 queued" },
    ]);
    await connection.quit();
    expect(received).toEqual([]);
  });

  it("never allow an address to inject a command", async () => {
    const { url, received } = await aServer();
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    const local = { outcome: "refused", kind: "permanent", stage: "local", code: 0 };
    const addresses = ["a@b.cz>\r\nRCPT TO:<x@y.cz", "a@b.cz\nDATA", "a\0@b.cz", "a b@c.cz", "a@b.cz> SIZE=1"];
    for (const address of [...addresses, "nobody", "@b.cz", "a@", "\u2028a@b.cz"]) {
      expect(await connection.send({ envelope: { ...envelope, to: address }, message })).toMatchObject({
        ...local,
        enhanced: "5.1.3",
      });
      expect(await connection.send({ envelope: { ...envelope, from: address }, message })).toMatchObject({
        ...local,
        enhanced: "5.1.7",
      });
    }
    expect(await connection.send({ envelope: { ...envelope, to: "" }, message })).toMatchObject({
      ...local,
      enhanced: "5.1.3",
    });
    expect((await connection.send({ envelope, message })).outcome).toBe("sent");
    await connection.quit();
    expect(received.map(({ to }) => to)).toEqual([[envelope.to]]);
  });

  it("of an oversized message come before it is sent, and the connection stays usable", async () => {
    const { url, received } = await aServer({ size: 1000 });
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    expect(await connection.send({ envelope, message: Buffer.alloc(1001, "x") })).toMatchObject({
      kind: "permanent",
      stage: "local",
      enhanced: "5.3.4",
    });
    expect((await connection.send({ envelope, message })).outcome).toBe("sent");
    expect(received[0]?.args).toEqual({ SIZE: String(message.length) });
    await connection.quit();
  });
});

describe("international mail", () => {
  it("is delivered to a local part with accents when the server supports SMTPUTF8", async () => {
    const { url, received } = await aServer();
    const to = "žofie@háčky.cz";
    expect((await sendOnce(url, { ...envelope, to }, message)).outcome).toBe("sent");
    expect(received[0]?.args).toMatchObject({ SMTPUTF8: true });
    // smtp-server reports the domain in Unicode.
    expect(received[0]?.to[0]).toMatch(/^žofie@(háčky|xn--hky-ela4t)\.cz$/);
  });

  it("needs no extension for a domain with accents", async () => {
    const { url } = await aServer({ hideSMTPUTF8: true });
    expect((await sendOnce(url, { ...envelope, to: "zofie@háčky.cz" }, message)).outcome).toBe("sent");
  });

  it("is refused permanently when the server lacks the extension", async () => {
    const { url } = await aServer({ hideSMTPUTF8: true, hide8BITMIME: true });
    const local = { outcome: "refused", kind: "permanent", stage: "local", code: 0 };
    expect(await sendOnce(url, { ...envelope, to: "žofie@example.com" }, message)).toMatchObject({
      ...local,
      enhanced: "5.6.7",
    });
    expect(await sendOnce(url, envelope, Buffer.from("S: x\r\n\r\nž"))).toMatchObject({ ...local, enhanced: "5.6.3" });
  });

  it("announces 8-bit content", async () => {
    const { url, received } = await aServer();
    expect((await sendOnce(url, envelope, Buffer.from("S: x\r\n\r\nž\r\n"))).outcome).toBe("sent");
    expect(received[0]?.args).toMatchObject({ BODY: "8BITMIME" });
    expect(received[0]?.raw.toString()).toBe("S: x\r\n\r\nž\r\n");
  });
});

describe("TLS", () => {
  it("is used when offered", async () => {
    const { url, received } = await aServer();
    await sendOnce(url, envelope, message);
    await sendOnce(`${url}?tls=required`, envelope, message);
    await sendOnce(`${url}?tls=never`, envelope, message);
    expect(received.map(({ isSecure }) => isSecure)).toEqual([true, true, false]);
  });

  it("is used from the first byte with smtps", async () => {
    const { port, received } = await aServer({ secure: true });
    expect((await sendOnce(`smtps://127.0.0.1:${port}`, envelope, message)).outcome).toBe("sent");
    expect(received.map(({ isSecure }) => isSecure)).toEqual([true]);
  });

  it.each(["smtp", "smtps"])(
    "with an untrusted certificate is refused when verification is on (%s)",
    async (scheme) => {
      const { port, received } = await aServer({ secure: scheme === "smtps" });
      const outcome = await sendOnce(`${scheme}://127.0.0.1:${port}?rejectUnauthorized=1`, envelope, message);
      expect(outcome).toMatchObject({ outcome: "refused", kind: "temporary", stage: "starttls", code: 0 });
      expect(received).toEqual([]);
    },
  );

  it("that is required and not offered fails the message", async () => {
    const { url } = await aServer({ disabledCommands: ["STARTTLS"] });
    expect(await sendOnce(`${url}?tls=required`, envelope, message)).toMatchObject({
      kind: "temporary",
      stage: "starttls",
    });
  });
});

describe("authentication", () => {
  const onAuth: Options["onAuth"] = ({ username, password }, _, callback) =>
    username === "a@b.cz" && password === "p:ž/" ? callback(null, { user: username }) : callback(null, {});
  const signIn = (port: number, password: string) =>
    `smtp://a%40b.cz:${encodeURIComponent(password)}@127.0.0.1:${port}`;

  it.each([
    ["PLAIN", { authMethods: ["PLAIN"] }],
    ["LOGIN", { authMethods: ["LOGIN"] }],
    ["PLAIN without TLS on this machine", { disabledCommands: ["STARTTLS"], allowInsecureAuth: true }],
  ])("works with %s", async (_, options: Options) => {
    const { port, received } = await aServer({ onAuth, authOptional: false, ...options });
    expect((await sendOnce(signIn(port, "p:ž/"), envelope, message)).outcome).toBe("sent");
    expect(received[0]?.user).toBe("a@b.cz");
  });

  it.each(["PLAIN", "LOGIN"])("that fails (%s) is a failure of the relay, not of the message", async (method) => {
    const { port } = await aServer({ onAuth, authOptional: false, authMethods: [method] });
    expect(await sendOnce(signIn(port, "wrong"), envelope, message)).toMatchObject({
      outcome: "refused",
      kind: "temporary",
      stage: "auth",
      code: 535,
    });
  });

  it("needs a method that both sides support", async () => {
    const { port } = await aServer({ onAuth, authMethods: ["XOAUTH2"] });
    expect(await sendOnce(signIn(port, "x"), envelope, message)).toMatchObject({
      kind: "temporary",
      stage: "auth",
      code: 0,
    });
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === "IPv4" && !each.internal)?.address;

  it.skipIf(outside === undefined)("is never sent over a network in plain text", async () => {
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket.write("220 x\r\n");
      socket.on("error", () => undefined);
      socket.on("data", (chunk: Buffer) => {
        heard.push(chunk.toString());
        socket.write("250-x\r\n250 AUTH PLAIN\r\n");
      });
    });
    server.listen(0, outside);
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const outcome = await sendOnce(`smtp://me:secret@${outside}:${port}`, envelope, message, defaultLimits);
    expect(outcome).toMatchObject({
      kind: "temporary",
      stage: "auth",
      response: "credentials are not sent over plain text",
    });
    expect(heard.join("")).toMatch(/^EHLO \S+\r\n$/);
    server.close();
  });
});
