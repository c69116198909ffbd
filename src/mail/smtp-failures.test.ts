import { EventEmitter, once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { sendOnce } from "../../tests/harness/servers/smtp-client.ts";
import { rawServers } from "../../tests/harness/servers/raw-servers.ts";
import { defaultLimits, SmtpConnection } from "./smtp.ts";
import { SmtpPool } from "./smtp-pool.ts";
import { parseSmtpUrl } from "./smtp-url.ts";

type Answer = string | ((socket: Socket) => void);
type Script = Record<string, Answer | undefined>;

const envelope = { from: "shop@example.com", to: "jana@example.com" };
const message = Buffer.from("Subject: x\r\n\r\nhello\r\n");
const large = Buffer.alloc(30_000_000, "0123456789\r\n");
const refused = { outcome: "refused", enhanced: undefined };

const drop = (socket: Socket) => socket.destroy();
const keepSilent = () => undefined;
/** Replies in order; the last one repeats. */
const firstOnly = (...answers: readonly Answer[]) => {
  let count = 0;
  return (socket: Socket) => {
    const answer = answers[Math.min(count, answers.length - 1)] ?? drop;
    count += 1;
    if (typeof answer === "string") socket.write(`${answer}\r\n`);
    else answer(socket);
  };
};
/** Accepts DATA, then runs the action when the first bytes arrive. */
const onBody = (act: (socket: Socket) => void) => (socket: Socket) => {
  socket.removeAllListeners("data");
  socket.once("data", () => {
    socket.pause();
    act(socket);
  });
  socket.write("354 go on\r\n");
};

const wellBehaved: Script = {
  connect: "220 raw",
  EHLO: "250-raw\r\n250 PIPELINING",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  ".": "250 queued",
  RSET: "250 ok",
  QUIT: "221 bye",
};
const oneByOne: Script = { EHLO: "250 raw" };

const { open, closeAll } = rawServers();

/** A server that follows a script and can misbehave. `scripts` are for the 1st, 2nd … connection. */
async function aServer(...scripts: Script[]) {
  const heard: string[] = [];
  let connections = 0;
  const port = await open((socket) => {
    const script = { ...wellBehaved, ...scripts[Math.min(connections, scripts.length - 1)] };
    connections += 1;
    serve(socket, script, heard);
  });
  return { heard, url: `smtp://127.0.0.1:${port}`, port, connections: () => connections };
}

function serve(socket: Socket, script: Script, heard: string[]) {
  let rest = "";
  let isInData = false;
  const answer = (key: string) => {
    const reply = script[key] ?? "500 unknown";
    isInData = key === "DATA" && typeof reply === "string" && reply.startsWith("354");
    if (typeof reply === "string") socket.write(`${reply}\r\n`);
    else reply(socket);
  };
  socket.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("latin1")).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (isInData && line !== ".") continue;
      const key = isInData ? "." : (line.split(" ")[0] ?? "");
      heard.push(key);
      answer(key);
    }
  });
  answer("connect");
}

describe("a connection that is lost", () => {
  it.each([
    ["connect", "greeting"],
    ["EHLO", "ehlo"],
    ["MAIL", "mail"],
    ["RCPT", "rcpt"],
    ["DATA", "data"],
  ])("at %s leaves the message unsent", async (key, stage) => {
    for (const script of [{ [key]: drop }, { ...oneByOne, [key]: drop }]) {
      const { url } = await aServer(script);
      expect(await sendOnce(url, envelope, message)).toMatchObject({ ...refused, kind: "temporary", stage, code: 0 });
    }
  });

  it("in the middle of the message leaves it unsent", async () => {
    const { url } = await aServer({ DATA: onBody(drop) });
    expect(await sendOnce(url, envelope, large)).toMatchObject({
      ...refused,
      kind: "temporary",
      stage: "message",
      code: 0,
    });
  });

  it.each([
    ["closes", (socket: Socket) => socket.end()],
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
    ["is cut in the middle of its answer", (socket: Socket) => socket.end("250-queu")],
    ["speaks no SMTP any more", (socket: Socket) => socket.write("what?\r\n")],
  ])("after the end of the message (%s) leaves its outcome unknown", async (_, act) => {
    const { url, heard } = await aServer({ ".": act });
    expect(await sendOnce(url, envelope, message)).toEqual({ outcome: "unknown", response: expect.any(String) });
    expect(heard).toEqual(["EHLO", "MAIL", "RCPT", "DATA", "."]);
  });

  it("after the reply changes nothing", async () => {
    const { url } = await aServer({ ".": (socket) => socket.end("250 queued\r\n") });
    expect(await sendOnce(url, envelope, message)).toEqual({ outcome: "sent", response: "250 queued" });
  });

  it("was refused: nothing listens on the port", async () => {
    const { url } = await aServer();
    await closeAll();
    expect(await sendOnce(url, envelope, message)).toEqual({
      ...refused,
      kind: "temporary",
      stage: "connect",
      code: 0,
      response: "ECONNREFUSED",
    });
  });
});

describe("a slow server", () => {
  const late = { ...refused, kind: "temporary", code: 0, response: "no reply within 100 ms" };

  it.each([
    ["connect", "greeting", { greetingMs: 100 }],
    ["EHLO", "ehlo", { commandMs: 100 }],
    ["MAIL", "mail", { commandMs: 100 }],
    ["RCPT", "rcpt", { commandMs: 100 }],
    ["DATA", "data", { commandMs: 100 }],
  ])("times out at %s", async (key, stage, limit) => {
    const { url } = await aServer({ ...oneByOne, [key]: keepSilent });
    expect(await sendOnce(url, envelope, message, { ...defaultLimits, ...limit })).toEqual({ ...late, stage });
  });

  it("times out in the TLS handshake", async () => {
    const { port } = await aServer({ connect: keepSilent });
    const outcome = await sendOnce(`smtps://127.0.0.1:${port}`, envelope, message, {
      ...defaultLimits,
      connectMs: 100,
    });
    expect(outcome).toEqual({ ...late, stage: "starttls", response: "no connection within 100 ms" });
  });

  it("that does not read the message times out; the message is unsent", async () => {
    const { url } = await aServer({ DATA: onBody(keepSilent) });
    const outcome = await sendOnce(url, envelope, large, { ...defaultLimits, dataMs: 100 });
    expect(outcome).toEqual({ ...late, stage: "message", response: "not written within 100 ms" });
  });

  it("that does not reply to a message leaves its outcome unknown", async () => {
    const { url } = await aServer({ ".": keepSilent });
    const outcome = await sendOnce(url, envelope, message, { ...defaultLimits, dataMs: 100 });
    expect(outcome).toEqual({ outcome: "unknown", response: "no reply within 100 ms" });
  });
});

describe("an unusual server", () => {
  it.each([
    ["connect", "554 5.7.1 not you", { stage: "greeting", code: 554, enhanced: "5.7.1" }],
    ["connect", "421 busy", { stage: "greeting", code: 421, enhanced: undefined }],
    ["EHLO", "451 later", { stage: "ehlo", code: 451, enhanced: undefined }],
  ])("that rejects the session at %s with %j is a relay failure", async (key, reply, expected) => {
    const { url } = await aServer({ [key]: reply });
    expect(await sendOnce(url, envelope, message)).toEqual({
      outcome: "refused",
      kind: "temporary",
      ...expected,
      response: reply,
    });
  });

  it("without EHLO is greeted with HELO", async () => {
    const { url, heard } = await aServer({ EHLO: "500 what", HELO: "250 hello" });
    expect((await sendOnce(url, envelope, message)).outcome).toBe("sent");
    expect(heard).toEqual(["EHLO", "HELO", "MAIL", "RCPT", "DATA", ".", "QUIT"]);
  });

  it.each([
    ["451 4.3.0 later", "temporary", "4.3.0"],
    ["554 5.5.0 no", "permanent", "5.5.0"],
  ])("may refuse DATA with %j", async (reply, kind, enhanced) => {
    for (const script of [{ DATA: reply }, { ...oneByOne, DATA: reply }]) {
      const { url, heard } = await aServer(script);
      const outcome = await sendOnce(url, envelope, message);
      expect(outcome).toMatchObject({ outcome: "refused", kind, stage: "data", enhanced, response: reply });
      expect(heard).toEqual(["EHLO", "MAIL", "RCPT", "DATA", "RSET", "QUIT"]);
    }
  });

  it("that accepts DATA for a refused recipient gets an empty message, and the next message is sent", async () => {
    const { url, heard } = await aServer({ RCPT: "550 5.1.1 nobody", ".": "554 no recipients" });
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    expect(await connection.send({ envelope, message })).toMatchObject({
      kind: "permanent",
      stage: "rcpt",
      enhanced: "5.1.1",
    });
    expect(connection.isOpen).toBe(true);
    await connection.quit();
    expect(heard).toEqual(["EHLO", "MAIL", "RCPT", "DATA", ".", "RSET", "QUIT"]);
  });

  it("that refuses the sender and accepts the recipient gets no empty message", async () => {
    const { url, heard } = await aServer({ MAIL: "550 no" });
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    expect(await connection.send({ envelope, message })).toMatchObject({ kind: "permanent", stage: "mail", code: 550 });
    expect(connection.isOpen).toBe(false);
    expect(heard).toEqual(["EHLO", "MAIL", "RCPT", "DATA"]);
  });

  it("may refuse before the end of a message", async () => {
    const { url } = await aServer({ DATA: onBody((socket) => socket.write("552 5.3.4 too big\r\n")) });
    const outcome = await sendOnce(url, envelope, large);
    expect(outcome).toMatchObject({ kind: "permanent", stage: "message", code: 552, enhanced: "5.3.4" });
  });

  it("that closes with 421 after a message has not accepted it", async () => {
    const { url } = await aServer({ ".": "421 4.3.2 shutting down" });
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    expect(await connection.send({ envelope, message })).toMatchObject({
      kind: "temporary",
      stage: "message",
      code: 421,
    });
    expect(connection.isOpen).toBe(false);
  });

  it("cannot inject replies before the TLS handshake", async () => {
    const { url } = await aServer({ EHLO: "250-raw\r\n250 STARTTLS", STARTTLS: "220 go\r\n250 injected" });
    expect(await sendOnce(url, envelope, message)).toEqual({
      ...refused,
      kind: "temporary",
      stage: "starttls",
      code: 0,
      response: "unexpected data before TLS",
    });
  });

  it("that sends an unsolicited reply gets no further message", async () => {
    const { url, heard } = await aServer({ ".": "250 queued\r\n250 again" });
    const connection = await SmtpConnection.open(parseSmtpUrl(url));
    expect((await connection.send({ envelope, message })).outcome).toBe("sent");
    expect(await connection.send({ envelope, message })).toMatchObject({ kind: "temporary", stage: "mail", code: 0 });
    expect(heard).toEqual(["EHLO", "MAIL", "RCPT", "DATA", "."]);
  });
});

describe("the pool", () => {
  const aPool = (url: string) => new SmtpPool(parseSmtpUrl(url), { size: 1 });

  it.each([
    ["without a word", drop],
    ["with 421", "421 idle for too long"],
  ])("opens a new connection when the server closed the old one %s", async (_, goodbye) => {
    let messages = 0;
    const MAIL = (socket: Socket) => {
      messages += 1;
      if (messages === 1) socket.write("250 ok\r\n");
      else if (typeof goodbye === "string") socket.end(`${goodbye}\r\n`);
      else goodbye(socket);
    };
    const { url, connections } = await aServer({ MAIL }, {});
    const pool = aPool(url);
    expect((await pool.send({ envelope, message })).outcome).toBe("sent");
    expect((await pool.send({ envelope, message })).outcome).toBe("sent");
    expect(connections()).toBe(2);
    await pool.close();
  });

  const collectOutcomes = (pool: SmtpPool, count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await pool.send({ envelope, message })).outcome));

  it("pipelines the envelope of a waiting message with the end of the previous one", async () => {
    const writes: string[] = [];
    const { url } = await aServer({
      ".": (socket) => {
        // Commands that arrive together with the end of the message are recorded before it is answered.
        writes.push("end");
        socket.write("250 queued\r\n");
      },
      MAIL: (socket) => {
        writes.push("MAIL");
        socket.write("250 ok\r\n");
      },
    });
    const pool = aPool(url);
    expect(await collectOutcomes(pool, 3)).toEqual(["sent", "sent", "sent"]);
    expect(writes).toEqual(["MAIL", "end", "MAIL", "end", "MAIL", "end"]);
    await pool.close();
  });

  it.each<[string, Script, number]>([
    ["refuses the end of one", { ".": firstOnly("452 4.3.1 full", "250 queued") }, 1],
    ["hangs up after an announcement", { MAIL: firstOnly("250 ok", drop) }, 2],
    ["closes with an announcement in its hands", { MAIL: firstOnly("250 ok", "421 closing") }, 2],
    ["refuses the recipient of an announced one", { RCPT: firstOnly("250 ok", "550 5.1.1 nobody", "250 ok") }, 1],
  ])("attributes replies to the right message when the server %s", async (_, script, connections) => {
    const server = await aServer(script, {});
    const pool = aPool(server.url);
    const outcomes = await collectOutcomes(pool, 3);
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(connections === 2 ? 3 : 2);
    expect(outcomes).not.toContain("unknown");
    expect(server.heard.filter((key) => key === ".")).toHaveLength(3);
    expect(server.connections()).toBe(connections);
    await pool.close();
  });

  it("drops messages whose deadline passed before a connection was free", async () => {
    const { url, heard } = await aServer({});
    const pool = aPool(url);
    const mail = { envelope, message };
    const outcomes = await Promise.all([pool.send(mail), pool.send(mail, performance.now() - 1), pool.send(mail)]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["sent", "late", "sent"]);
    expect(heard.filter((key) => key === "MAIL")).toHaveLength(2);
    await pool.close();
  });

  it("does not retry a message that may have been delivered", async () => {
    const { url, heard } = await aServer({ ".": drop });
    const pool = aPool(url);
    expect((await pool.send({ envelope, message })).outcome).toBe("unknown");
    expect(heard.filter((key) => key === "MAIL")).toEqual(["MAIL"]);
    await pool.close();
  });

  it("reports an unreachable relay and reconnects when it is back", async () => {
    const { url } = await aServer({ connect: "421 busy" }, {});
    const pool = aPool(url);
    expect(await pool.send({ envelope, message })).toMatchObject({ kind: "temporary", stage: "greeting", code: 421 });
    expect((await pool.send({ envelope, message })).outcome).toBe("sent");
    await pool.close();
  });

  it("sends over the connections that the relay serves when it refuses another one", async () => {
    const { url, connections } = await aServer({}, { connect: "421 4.7.0 too many connections" });
    const pool = new SmtpPool(parseSmtpUrl(url), { size: 3 });
    expect(await collectOutcomes(pool, 1)).toEqual(["sent"]);
    expect(await collectOutcomes(pool, 6)).toEqual(Array.from({ length: 6 }, () => "sent"));
    expect(connections()).toBeGreaterThan(1);
    expect(pool.capacity(0).concurrent).toBe(1);
    await pool.close();
  });

  it("keeps the connection after a refused recipient", async () => {
    const { url, connections, heard } = await aServer({ RCPT: "550 5.1.1 nobody", DATA: "503 no recipients" });
    const pool = aPool(url);
    await Promise.all([pool.send({ envelope, message }), pool.send({ envelope, message })]);
    await pool.close();
    expect(connections()).toBe(1);
    expect(heard).toEqual(["EHLO", "MAIL", "RCPT", "DATA", "RSET", "MAIL", "RCPT", "DATA", "RSET", "QUIT"]);
  });

  it("closes an idle connection", async () => {
    const events = new EventEmitter();
    const { url, heard } = await aServer({ QUIT: () => events.emit("quit") });
    const pool = new SmtpPool(parseSmtpUrl(url), { idleMs: 1 });
    const goodbye = once(events, "quit");
    await pool.send({ envelope, message });
    await goodbye;
    expect(heard.at(-1)).toBe("QUIT");
    await pool.close();
  });
});
