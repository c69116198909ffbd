import { spawn } from "node:child_process";
import fs from "node:fs";
import { createServer, request as sendRequest, type Server } from "node:http";
import os from "node:os";
import path from "node:path";
import { Type } from "typebox";
import { Value } from "typebox/value";

const program = path.resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");
const loader = path.resolve(import.meta.dirname, "conformance-loader.js");

const Checks = Type.Array(
  Type.Object({ id: Type.String(), status: Type.String(), errorMessage: Type.Optional(Type.String()) }),
);

export type ScenarioResult = { readonly scenario: string; readonly failed: readonly string[] };

type Run = { readonly args: readonly string[]; readonly onOutput?: (output: string) => void };

/** Runs the official suite and returns its scenarios with the checks that did not succeed. */
export async function runConformance({ args, onOutput }: Run): Promise<ScenarioResult[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "postrider-conformance-"));
  try {
    await runProgram([...args, "-o", folder], onOutput ?? (() => undefined));
    return fs
      .readdirSync(folder)
      .map((name) => ({
        scenario: name.replace(/^(?:server|authorization-server)-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, ""),
        failed: failedChecks(path.join(folder, name, "checks.json")),
      }))
      .toSorted((left, right) => left.scenario.localeCompare(right.scenario));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const failedChecks = (file: string): string[] =>
  Value.Parse(Checks, JSON.parse(fs.readFileSync(file, "utf8")))
    .filter(({ status }) => status === "FAILURE")
    .map(({ id, errorMessage = "" }) => `${id}: ${errorMessage}`);

/** Ends when the program ends; its exit code is not used, because results are compared scenario by scenario. */
function runProgram(args: readonly string[], onOutput: (output: string) => void): Promise<void> {
  const loaded = "globSync" in fs ? [] : ["--import", loader];
  const child = spawn(process.execPath, [...loaded, program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const collect = (text: unknown) => onOutput((output += String(text)));
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
}

/** The suite cannot send credentials: this proxy adds them to requests for `/mcp`. */
export function bearerProxy({ port, token }: { readonly port: number; readonly token: () => string }): Server {
  return createServer((request, response) => {
    const { method, url = "/", headers } = request;
    const credentials = url === "/mcp" ? { authorization: `Bearer ${token()}` } : {};
    const passed = sendRequest(
      { host: "127.0.0.1", port, method, path: url, headers: { ...headers, ...credentials } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  });
}
