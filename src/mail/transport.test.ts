import { mkdtemp, readdir, readFile, rm, utimes, writeFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MailConfigError } from "./outcome.ts";
import { permitServiceMail } from "./permit.ts";
import { createTransport } from "./transport.ts";

const permit = permitServiceMail("password-reset");
const envelope = { from: "a@example.com", to: "b@example.com" };
let dataDir = "";

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "postrider-mail-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const listOutbox = async () => (await readdir(path.join(dataDir, "outbox"))).filter((name) => name !== ".ids");

describe("folder mode", () => {
  const aTransport = () => createTransport({ mailMode: "folder", smtpUrl: undefined, smtpConnections: 20, dataDir });

  it("writes each message as a file named by time and id", async () => {
    const transport = aTransport();
    const outcome = await transport.send({ permit, envelope, raw: Buffer.from("Subject: x\r\n\r\nž\r\n"), id: "m-1" });
    const [name = "", ...others] = await listOutbox();
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{8}T\d{6}-m-1\.eml$/);
    expect(outcome).toEqual({ outcome: "sent", response: `outbox/${name}` });
    expect(await readFile(path.join(dataDir, "outbox", name), "utf8")).toBe("Subject: x\r\n\r\nž\r\n");
    expect((await stat(path.join(dataDir, "outbox"))).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(dataDir, "outbox", name))).mode & 0o777).toBe(0o600);
  });

  it("replaces the file of a message sent again, also from another process and later", async () => {
    const first = await aTransport().send({ permit, envelope, raw: Buffer.from("one"), id: "m-1" });
    // Simulates that the first was sent a day ago.
    const [name = ""] = await listOutbox();
    const mark = path.join(dataDir, "outbox", ".ids", "m-1");
    const dayAgo = new Date("2026-01-02T03:04:05Z");
    await utimes(mark, dayAgo, dayAgo);
    await rm(path.join(dataDir, "outbox", name));
    const second = await aTransport().send({ permit, envelope, raw: Buffer.from("two"), id: "m-1" });
    const third = await aTransport().send({ permit, envelope, raw: Buffer.from("three"), id: "m-1" });
    expect(first.outcome).toBe("sent");
    expect(second).toEqual({ outcome: "sent", response: "outbox/20260102T030405-m-1.eml" });
    expect(third).toEqual(second);
    expect(await listOutbox()).toEqual(["20260102T030405-m-1.eml"]);
    expect(await readFile(path.join(dataDir, "outbox", "20260102T030405-m-1.eml"), "utf8")).toBe("three");
  });

  it("writes many concurrently and leaves no temporary files", async () => {
    const transport = aTransport();
    const ids = Array.from({ length: 50 }, (_, at) => `m-${at % 25}`);
    await Promise.all(ids.map((id) => transport.send({ permit, envelope, raw: Buffer.from(id), id })));
    expect((await listOutbox()).map((name) => name.slice(16)).sort()).toEqual(
      [...new Set(ids)].map((id) => `${id}.eml`).sort(),
    );
  });

  it.each(["", ".", "../x", "a/b", "a\\b", ".hidden", "a\0b", "x".repeat(101)])(
    "refuses the id %j as a file name",
    async (id) => {
      await expect(aTransport().send({ permit, envelope, raw: Buffer.from("x"), id })).rejects.toThrow(
        "safe file name",
      );
      await expect(listOutbox()).rejects.toThrow("ENOENT");
    },
  );

  it("fails when the folder cannot be created", async () => {
    await writeFile(path.join(dataDir, "outbox"), "a file in the way");
    await expect(aTransport().send({ permit, envelope, raw: Buffer.from("x"), id: "m-1" })).rejects.toThrow("ENOTDIR");
  });
});

it("holds every message when mail is off", async () => {
  const transport = createTransport({ mailMode: "off", smtpUrl: undefined, smtpConnections: 20, dataDir });
  expect(await transport.send({ permit, envelope, raw: Buffer.from("x"), id: "m-1" })).toEqual({ outcome: "held" });
  expect(await readdir(dataDir)).toEqual([]);
  await transport.close();
});

it.each(["live", "test"] as const)("does not start in %s mode without a usable relay", (mailMode) => {
  expect(() => createTransport({ mailMode, smtpUrl: undefined, smtpConnections: 20, dataDir })).toThrow(
    new MailConfigError(`MAIL_MODE=${mailMode} needs SMTP_URL`),
  );
  expect(() => createTransport({ mailMode, smtpUrl: "relay.example", smtpConnections: 20, dataDir })).toThrow(
    MailConfigError,
  );
});
