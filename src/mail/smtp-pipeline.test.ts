import { describe, expect, it, vi } from "vitest";
import { rawServers } from "../../tests/harness/servers/raw-servers.ts";
import type { SmtpMessage } from "./outcome.ts";
import { defaultLimits, SmtpConnection } from "./smtp.ts";
import { SmtpPool } from "./smtp-pool.ts";
import { parseSmtpUrl } from "./smtp-url.ts";

type Taken = { from: string; to: string; text: string; by: "BDAT" | "DATA" };
type Verb = "MAIL" | "RCPT" | "BDAT";
/**
 * The server's reply to a command for a recipient, if not 250: `hang up` and `be silent` happen after it accepted the
 * input.
 */
type Reaction = (verb: Verb, to: string) => string | undefined;

const mailTo = (to: string, text = "hello"): SmtpMessage => ({
  envelope: { from: `bounce+${to}`, to },
  message: Buffer.from(`To: ${to}\r\n\r\n${text}\r\n`),
  isWireReady: true,
});
const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`);

const { open } = rawServers();

/** A strict server: one transaction at a time, chunks of exactly their length. */
async function aServer(
  react: Reaction = () => undefined,
  { knowsChunks = true, most = Infinity, isHangingUp = true, restMs = 0 } = {},
) {
  const taken: Taken[] = [];
  const seen = { writes: 0, connections: 0 };
  const port = await open((socket) => {
    seen.connections += 1;
    socket.write("220 peer\r\n");
    let rest = Buffer.of();
    let transaction: { from: string; to: string | undefined } | undefined;
    let chunk: number | undefined;
    let isData = false;
    let mails = 0;
    const takeText = (text: string, by: Taken["by"]): string => {
      if (transaction?.to === undefined) return "503 5.5.1 no recipient";
      const { from, to } = transaction;
      transaction = undefined;
      const answer = react("BDAT", to) ?? "250 2.0.0 taken";
      if (answer.startsWith("2") || answer === "hang up" || answer === "be silent") taken.push({ from, to, text, by });
      return answer;
    };
    const command = (line: string): string | undefined => {
      const verb = line.slice(0, 4);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
      if (verb === "EHLO") return "250-peer\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 CHUNKING";
      if (verb === "RSET") transaction = undefined;
      if (verb === "MAIL") {
        mails += 1;
        if (mails > most) return "421 4.7.0 too many messages in this connection";
        if (transaction !== undefined) return "503 5.5.1 nested";
        const answer = react("MAIL", address.replace("bounce+", ""));
        if (answer === undefined) transaction = { from: address, to: undefined };
        return answer ?? "250 ok";
      }
      if (verb === "RCPT") {
        if (transaction === undefined) return "503 5.5.1 no sender";
        const answer = react("RCPT", address);
        if (answer === undefined) transaction.to = address;
        return answer ?? "250 ok";
      }
      if (verb === "BDAT" && knowsChunks) {
        chunk = Number(line.split(" ")[1]);
        return undefined;
      }
      if (verb === "DATA") {
        if (transaction?.to === undefined) return "503 5.5.1 no recipient";
        isData = true;
        return "354 go";
      }
      return ["RSET", "QUIT"].includes(verb) ? "250 ok" : "500 what?";
    };
    const step = (): string | undefined => {
      if (chunk !== undefined) {
        if (rest.length < chunk) return undefined;
        const text = rest.toString("utf8", 0, chunk);
        rest = rest.subarray(chunk);
        chunk = undefined;
        return takeText(text, "BDAT");
      }
      const mark = isData ? "\r\n.\r\n" : "\r\n";
      const end = rest.indexOf(mark);
      if (end === -1) return undefined;
      const text = rest.toString("utf8", 0, end);
      rest = rest.subarray(end + mark.length);
      if (!isData) return command(text) ?? step();
      isData = false;
      return takeText(`${text}\r\n`, "DATA");
    };
    const goOn = () => {
      for (let answer = step(); answer !== undefined; answer = step()) {
        if (answer === "be silent") return;
        if (answer === "hang up") return void socket.end();
        socket.write(`${answer}\r\n`);
        if (answer.startsWith("421") && isHangingUp) return void socket.end();
        if (restMs > 0 && answer.endsWith("taken")) return void setTimeout(goOn, restMs);
      }
    };
    socket.on("data", (bytes) => {
      seen.writes += 1;
      rest = Buffer.concat([rest, Buffer.from(bytes)]);
      goOn();
    });
  });
  return { taken, seen, url: `smtp://127.0.0.1:${port}` };
}

async function sendPipelined(url: string, mails: readonly SmtpMessage[], limits = defaultLimits) {
  const connection = await SmtpConnection.open(parseSmtpUrl(url), limits);
  const results: { outcome: string; stage?: string; code?: number }[] = [];
  await connection.sendPipelined(mails.map((mail) => ({ mail, resolve: (outcome) => results.push(outcome) })));
  return { connection, results, outcomes: results.map(({ outcome }) => outcome) };
}

describe("a pipeline", () => {
  it("delivers each message to its own recipient, in one write", async () => {
    const { url, taken, seen } = await aServer();
    const everybody = people(8);
    const texts = everybody.map((to, at) => (at % 2 === 0 ? `RSET\r\nQUIT\r\n${to}` : `Žluťoučký kůň\r\n..\r\n${to}`));
    const { connection, outcomes } = await sendPipelined(
      url,
      everybody.map((to, at) => mailTo(to, texts[at])),
    );
    expect(outcomes).toEqual(everybody.map(() => "sent"));
    expect(taken).toEqual(
      everybody.map((to, at) => ({ from: `bounce+${to}`, to, text: `To: ${to}\r\n\r\n${texts[at]}\r\n`, by: "BDAT" })),
    );
    expect(seen.writes).toBe(2);
    expect((await connection.send(mailTo("after@example.com"))).outcome).toBe("sent");
    await connection.quit();
  });

  it.each<[string, Verb, string, object]>([
    ["the sender", "MAIL", "451 4.7.1 slowly", { stage: "mail", kind: "temporary", code: 451 }],
    ["the recipient", "RCPT", "550 5.1.1 nobody", { stage: "rcpt", kind: "permanent", code: 550 }],
    ["the message", "BDAT", "554 5.7.1 no", { stage: "message", kind: "permanent", code: 554 }],
  ])("fails only the message whose refused command is %s", async (_, verb, answer, refusal) => {
    const { url, taken } = await aServer((asked, to) =>
      asked === verb && to === "p2@example.com" ? answer : undefined,
    );
    const { connection, results } = await sendPipelined(
      url,
      people(5).map((to) => mailTo(to)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(["sent", "sent", "refused", "sent", "sent"]);
    expect(results[2]).toMatchObject(refusal);
    expect(taken.map(({ to }) => to)).toEqual(people(5).filter((to) => to !== "p2@example.com"));
    expect((await connection.send(mailTo("after@example.com"))).outcome).toBe("sent");
    expect(taken.at(-1)).toMatchObject({ from: "bounce+after@example.com", to: "after@example.com" });
  });

  it.each<Verb>(["MAIL", "RCPT", "BDAT"])("returns messages after a 421 to %s to the queue", async (verb) => {
    const { url, taken } = await aServer((asked, to) =>
      asked === verb && to === "p2@example.com" ? "421 4.3.2 closing" : undefined,
    );
    const { connection, outcomes } = await sendPipelined(
      url,
      people(5).map((to) => mailTo(to)),
    );
    expect(outcomes).toEqual(["sent", "sent", "refused", "late", "late"]);
    expect(taken).toHaveLength(2);
    expect(connection.isOpen).toBe(false);
  });

  it.each<"hang up" | "be silent">(["hang up", "be silent"])(
    "is unknown from the point where the server %s",
    async (act) => {
      const { url, taken } = await aServer((asked, to) =>
        asked === "BDAT" && to === "p2@example.com" ? act : undefined,
      );
      const limits = { ...defaultLimits, commandMs: 200, dataMs: 200 };
      const { connection, outcomes } = await sendPipelined(
        url,
        people(5).map((to) => mailTo(to)),
        limits,
      );
      expect(outcomes).toEqual(["sent", "sent", "unknown", "unknown", "unknown"]);
      expect(taken).toHaveLength(3);
      expect(connection.isOpen).toBe(false);
    },
  );

  it("ignores replies after a protocol error", async () => {
    const { url, taken } = await aServer(undefined, { knowsChunks: false });
    const { outcomes } = await sendPipelined(
      url,
      people(3).map((to) => mailTo(to)),
    );
    expect(outcomes).toEqual(["late", "unknown", "unknown"]);
    expect(taken).toEqual([]);
  });

  it("reports messages that this server cannot take, and sends the others", async () => {
    const { url, taken } = await aServer();
    const { outcomes } = await sendPipelined(url, [
      mailTo("a@example.com"),
      mailTo("žofie@example.com"),
      mailTo("b@example.com"),
    ]);
    expect(outcomes.toSorted()).toEqual(["refused", "sent", "sent"]);
    expect(taken.map(({ to }) => to)).toEqual(["a@example.com", "b@example.com"]);
  });
});

describe("the pool", () => {
  const sendAll = (pool: SmtpPool, mails: readonly SmtpMessage[]) =>
    Promise.all(mails.map(async (mail) => (await pool.send(mail)).outcome));

  it("doubles pipelines while all messages succeed, of messages that fit", async () => {
    const { url, taken, seen } = await aServer();
    const pool = new SmtpPool(parseSmtpUrl(url), { size: 1 });
    const long = { ...mailTo("long@example.com", "x".repeat(50_000)), isWireReady: true };
    const mails = [...people(40).map((to) => mailTo(to)), long, ...people(10).map((to) => mailTo(`b${to}`))];
    expect(new Set(await sendAll(pool, mails))).toEqual(new Set(["sent"]));
    expect(taken.map(({ to }) => to)).toEqual(mails.map(({ envelope }) => envelope.to));
    expect(taken.filter(({ by }) => by === "DATA").map(({ to }) => to)).toContain("long@example.com");
    expect(taken.filter(({ by }) => by === "BDAT").length).toBeGreaterThan(40);
    expect(seen.connections).toBe(1);
    await pool.close();
  });

  it.each<[string, Parameters<typeof aServer>, string]>([
    ["where the operator does not want them", [], "?chunking=0"],
    ["where nobody understands them", [undefined, { knowsChunks: false }], ""],
  ])("does not pipeline %s", async (_, how, option) => {
    const { url, taken } = await aServer(...how);
    const pool = new SmtpPool(parseSmtpUrl(url + option), { size: 1 });
    await sendAll(
      pool,
      people(4).map((to) => mailTo(to)),
    );
    taken.length = 0;
    expect(
      new Set(
        await sendAll(
          pool,
          people(20).map((to) => mailTo(to)),
        ),
      ),
    ).toEqual(new Set(["sent"]));
    expect(taken.map(({ by }) => by)).toEqual(people(20).map(() => "DATA"));
    await pool.close();
  });

  it.each([true, false])(
    "continues over another connection after the server's limit (hangs up: %s)",
    async (isHangingUp) => {
      const { url, taken, seen } = await aServer(undefined, { most: 30, isHangingUp });
      const pool = new SmtpPool(parseSmtpUrl(url), { size: 1 });
      const outcomes = await sendAll(
        pool,
        people(100).map((to) => mailTo(to)),
      );
      expect(new Set(outcomes)).toEqual(new Set(["sent"]));
      expect(taken.map(({ to }) => to).toSorted()).toEqual(people(100).toSorted());
      expect(seen.connections).toBe(4);
      await pool.close();
    },
  );

  it("appends nothing to an announced message when pipelining is off", async () => {
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    const { url, taken } = await aServer(
      (verb, to) => {
        // The ten minutes are over when the third one is pipelined and not answered yet.
        if (verb === "BDAT" && to === "b1@example.com") now = 600_000;
        return verb === "BDAT" && to === "p2@example.com" ? "hang up" : undefined;
      },
      { restMs: 5 },
    );
    const pool = new SmtpPool(parseSmtpUrl(url), { size: 1 });
    try {
      expect(
        await sendAll(
          pool,
          people(4).map((to) => mailTo(to)),
        ),
      ).toContain("unknown");
      now = 599_999;
      const later = Array.from({ length: 8 }, (_, at) => `b${at}@example.com`);
      expect(
        await sendAll(
          pool,
          later.map((to) => mailTo(to)),
        ),
      ).toEqual(later.map(() => "sent"));
      expect(taken.filter(({ to }) => to.startsWith("b")).map(({ to, by }) => `${to} ${by}`)).toEqual(
        later.map((to, at) => `${to} ${at < 3 ? "DATA" : "BDAT"}`),
      );
    } finally {
      clock.mockRestore();
      await pool.close();
    }
  });

  it("reports the true outcome of every message, whatever the server does", async () => {
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const failures = ["hang up", "421 4.3.2 closing", "450 4.2.1 busy", "550 5.1.1 nobody"] as const;
    const { url, taken } = await aServer((verb) => {
      if (random() > 0.03) return undefined;
      const failure = failures[Math.floor(random() * failures.length)];
      return failure === "hang up" && verb !== "BDAT" ? undefined : failure;
    });
    const counts: Record<string, number> = {};
    for (let round = 0; round < 30; round += 1) {
      const pool = new SmtpPool(parseSmtpUrl(url), { size: 3 });
      const everybody = people(40).map((to) => `r${round}${to}`);
      const outcomes = await sendAll(
        pool,
        everybody.map((to) => mailTo(to)),
      );
      await pool.close();
      for (const [at, to] of everybody.entries()) {
        const outcome = outcomes[at] ?? "";
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        const arrived = taken.filter((each) => each.to === to);
        expect(arrived.every(({ from, text }) => from === `bounce+${to}` && text.startsWith(`To: ${to}\r\n`))).toBe(
          true,
        );
        if (outcome === "sent") expect(arrived).toHaveLength(1);
        else if (outcome !== "unknown") expect(arrived).toEqual([]);
      }
    }
    expect(counts["sent"]).toBeGreaterThan(900);
    expect(Object.keys(counts).toSorted()).toEqual(["refused", "sent", "unknown"]);
  });
});
