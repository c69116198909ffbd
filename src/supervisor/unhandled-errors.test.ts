import { once } from "node:events";
import { expect, it } from "vitest";
import { rawServers } from "../../tests/harness/servers/raw-servers.ts";
import { aScriptProcess } from "../../tests/harness/servers/script-process.ts";

const servers = rawServers();

/** Messages of the protocol: the client is accepted and may send statements. */
const ready = Buffer.from("R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005I", "latin1");

/** A process like those of `start`. */
const aProcess = (script: string) =>
  aScriptProcess([
    'import { isConnectionLost } from "@/db/client.ts";',
    'import { openPool } from "@/db/tenant.ts";',
    'import { createLog } from "@/log/log.ts";',
    'import { surviveUnhandledErrors } from "@/supervisor/unhandled-errors.ts";',
    'surviveUnhandledErrors(createLog("warn"));',
    script,
  ]);

function aLoggingProcess(script: string) {
  const child = aProcess(script);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const lines = (): unknown[] => output.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line)));
  return { child, lines };
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

/** Answers 42 a moment after the work, unless the process ended before. */
const exitLater = "setTimeout(() => process.exit(42), 50);";

it.each([
  [
    "a rejection that nobody handles",
    'void Promise.reject(new Error("about jan@example.com"));',
    { type: "Error", message: "about [address]" },
  ],
  [
    "the error of a connection that nobody listens to",
    'import { connect } from "node:net"; connect(1, "127.0.0.1");',
    { type: "Error", code: "ECONNREFUSED" },
  ],
])("a process survives and logs %s", async (_, script, err) => {
  const { child, lines } = aLoggingProcess(script + exitLater);
  expect(await once(child, "close")).toEqual([42, null]);
  expect(lines()).toMatchObject([{ level: 50, err }]);
});

it("a process ends and logs the cause after any other exception", async () => {
  const { child, lines } = aLoggingProcess(`setImmediate(() => JSON.parse("{")); ${exitLater}`);
  expect(await once(child, "close")).toEqual([1, null]);
  expect(lines()).toMatchObject([{ level: 60, err: { type: "SyntaxError", stack: expect.stringContaining("at ") } }]);
});
