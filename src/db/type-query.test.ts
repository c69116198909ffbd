import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { expect, it, onTestFinished } from "vitest";
import { rawServers } from "../../tests/harness/servers/raw-servers.ts";

const servers = rawServers();

/** Messages of the protocol: the client is accepted and may send statements. */
const ready = Buffer.from("R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005I", "latin1");

/** A process like those of `start`. */
function aProcess(script: string) {
  const moduleUrl = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const lines = [
    `import { isConnectionLost } from ${moduleUrl("client.ts")};`,
    `import { openPool } from ${moduleUrl("tenant.ts")};`,
    `import { surviveLostTypeQueries } from ${moduleUrl("type-query.ts")};`,
    "surviveLostTypeQueries();",
    script,
  ];
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const args = ["--import", tsx, "--input-type=module", "--eval", lines.join("\n")];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

it("a process survives a connection that is lost at its first statement, and the transaction fails", async () => {
  const port = await servers.open((socket) => {
    socket.once("data", () => {
      socket.write(ready);
      socket.once("data", () => socket.destroy());
    });
  });
  const child = aProcess(`
    const pool = openPool("postgres://u@127.0.0.1:${port}/d", 1);
    const error = await pool.transaction(({ sql }) => sql.unsafe("select 1")).catch((reason) => reason);
    process.exit(isConnectionLost(error) ? 42 : 43);`);
  expect(await once(child, "exit")).toEqual([42, null]);
}, 30_000);

it("a process exits when another promise is rejected", async () => {
  const child = aProcess(`void Promise.reject(new Error("unexpected")); setInterval(() => undefined, 60_000);`);
  expect(await once(child, "exit")).toEqual([1, null]);
}, 30_000);
