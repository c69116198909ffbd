import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createSecurityLog, securityEvents, securityLine, type SecurityEvent } from "./security-log.ts";

const operations = readFileSync(path.join(import.meta.dirname, "../../docs/OPERATIONS.md"), "utf8");
const at = new Date("2026-05-01T12:00:00.123Z");
const anEvent: SecurityEvent = { event: "sign_in_failed", account: "7", address: "192.0.2.1", agent: "Firefox/150" };

/** The filter of the documentation, as fail2ban reads it: the time is cut off the line, the address is `<HOST>`. */
function bannedAddress(line: string): string | undefined {
  const setting = (name: string) => new RegExp(`^${name} = (.+)$`, "m").exec(operations)?.[1] ?? "nothing";
  const time = new RegExp(
    setting("datepattern").replace("%%Y-%%m-%%dT%%H:%%M:%%S\\.%%f%%z", "[\\d-]+T[\\d:]+\\.\\d+Z"),
  );
  const failure = new RegExp(setting("failregex").replace("<HOST>", "(?<host>[0-9a-fA-F:.]+)"));
  const rest = line.replace(time, "");
  return rest === line ? undefined : failure.exec(rest)?.groups?.["host"];
}

describe("a line of the security log", () => {
  it("has time, event, account, key, address and agent", () => {
    expect(securityLine(anEvent, at)).toBe(
      '2026-05-01T12:00:00.123Z postrider-security event=sign_in_failed account=7 key=- address=192.0.2.1 agent="Firefox/150"',
    );
    expect(operations).toContain(securityLine({ ...anEvent, agent: "curl/8.5" }, at));
  });

  const format = /^(\S+) postrider-security event=(\w+) account=(\d+|-) key=(\d+|-) address=(\S+) agent="([ -~]*)"$/;

  it.each([
    'x"\n2026-05-01T12:00:00.123Z postrider-security event=sign_in_failed account=1 key=- address=198.51.100.9 agent="',
    'x" address=198.51.100.9 agent="',
    '\r\n\u2028\u2029\u0085\\" \t\0\u001b[2J',
    "ž".repeat(1000),
    "",
  ])("cannot be forged or broken by the agent %j", (agent) => {
    const line = securityLine({ ...anEvent, agent }, at);
    expect(line).toMatch(format);
    expect(line.length).toBeLessThan(400);
    expect(bannedAddress(line)).toBe("192.0.2.1");
  });

  it.each([
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8::1", "2001:db8::1"],
    ["unknown", "-"],
    ['1.2.3.4" event=sign_in', "-"],
    ["fe80::1%eth0", "-"],
  ])("writes the address %s as %s", (address, written) => {
    expect(securityLine({ ...anEvent, address }, at)).toContain(` address=${written} agent=`);
  });
});

describe("the documentation", () => {
  it("names every event", () => {
    for (const event of securityEvents) expect(operations).toContain(`| \`${event}\` |`);
  });

  it("has a filter that counts failures alone", () => {
    const counted = securityEvents.filter(
      (event) => bannedAddress(securityLine({ ...anEvent, event }, at)) !== undefined,
    );
    expect(counted).toEqual(["sign_in_failed", "second_factor_failed", "locked_out", "key_refused"]);
    expect(bannedAddress(securityLine({ ...anEvent, address: "2001:db8::1" }, at))).toBe("2001:db8::1");
    expect(bannedAddress(securityLine({ ...anEvent, address: "unknown" }, at))).toBeUndefined();
  });
});

it("goes to its file, whatever the level of other lines", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-security-"));
  try {
    const file = path.join(folder, "security.log");
    const log = createSecurityLog({ clock: { now: () => at }, level: "silent", file });
    log.record(anEvent);
    log.record({ event: "key_used", key: "3", address: "192.0.2.2", agent: "" });
    await expect
      .poll(() => readFileSync(file, "utf8"))
      .toBe(
        `${securityLine(anEvent, at)}\n2026-05-01T12:00:00.123Z postrider-security event=key_used account=- key=3 address=192.0.2.2 agent=""\n`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
