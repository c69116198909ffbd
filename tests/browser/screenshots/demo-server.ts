import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export type DemoServer = { url: string; email: string; password: string; stop: () => Promise<void> };

const root = path.resolve(import.meta.dirname, "../../..");

/** Starts the product with a demo company in a temporary folder, and reads the sign-in that it prints. */
export async function startDemoServer(port = 4799): Promise<DemoServer> {
  const data = mkdtempSync(path.join(os.tmpdir(), "postrider-demo-"));
  const child = spawn(process.execPath, [path.join(root, "bin/postrider.js"), "start"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: data, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const output = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("Postrider is ready at")) resolve(text);
    });
    child.once("exit", () => reject(new Error(`the server ended: ${text}`)));
  });
  const printed = (label: string) => new RegExp(`${label}\\s+(\\S+)`).exec(output)?.[1] ?? "";
  return {
    url: printed("Web address"),
    email: printed("Sign in"),
    password: printed("Password"),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
