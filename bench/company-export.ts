import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { proportionalMb } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const contacts = 200_000;
const limitMb = 100;
const script = path.resolve(import.meta.dirname, "../dist/main.js");

/** `postrider company export` of a company without and with contacts: the additional memory of the command. */
export const benchCompanyExport = (): Promise<object[]> =>
  withEnvironment(async (environment) => {
    const empty = await exportCompany(environment);
    await seedContacts(environment, contacts);
    const full = await exportCompany(environment);
    return [
      {
        bench: `company export with ${contacts} contacts: memory (PSS) compared with an empty company`,
        target: `at most ${limitMb} MB more`,
        growthMb: full.peakMb - empty.peakMb,
        peakMb: full.peakMb,
        seconds: full.seconds,
        rows: full.rows,
      },
    ];
  });

async function exportCompany({ url, company: { tenant } }: BenchEnvironment) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-bench-export-"));
  try {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder };
    const startedAt = performance.now();
    const command = spawn(
      process.execPath,
      [script, "company", "export", "--tenant", tenant, "--output", path.join(folder, "export"), "--json"],
      { env, stdio: ["ignore", "pipe", "inherit"] },
    );
    let output = "";
    command.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    const closed = once(command, "close");
    let peakMb = 0;
    while (command.exitCode === null) {
      peakMb = Math.max(peakMb, proportionalMb([command.pid ?? 0]));
      await delay(50);
    }
    await closed;
    if (command.exitCode !== 0) throw new Error(`the export ended with ${command.exitCode}`);
    const { rows } = Object(JSON.parse(output));
    return { peakMb, seconds: Number(((performance.now() - startedAt) / 1000).toFixed(1)), rows: Number(rows) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
