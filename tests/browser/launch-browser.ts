import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { findInstalledBrowser, hasBundledBrowser } from "./find-browser.ts";

let launched: Promise<Browser> | undefined;

/** The browser of this test worker. It ends with the worker; each test file closes its contexts. */
export const workerBrowser = (): Promise<Browser> => (launched ??= launchBrowser());

/** At the end of a test file. */
export async function closeContexts(): Promise<void> {
  const browser = await launched;
  for (const context of browser?.contexts() ?? []) await context.close();
}

/**
 * Without the arguments that the package suggests for cloud functions: drawing by an emulated GPU takes twice as long.
 * The browser ends with its pipe; handlers of signals would keep a test worker alive that Vitest ends.
 */
export const launchBrowser = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await findBrowser(),
    args: ["--no-sandbox", "--disable-gpu"],
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });

async function findBrowser(): Promise<string> {
  const installed = findInstalledBrowser();
  if (installed !== undefined) return installed;
  if (!hasBundledBrowser) throw new Error("There is no browser: install Chromium or set CHROMIUM_PATH.");
  return unpackBrowser();
}

const folder = path.resolve(import.meta.dirname, "../../node_modules/.cache/chromium");

/**
 * The packed browser extracts itself into the temporary folder, where a concurrent worker would find it incomplete.
 * Each worker extracts into its own folder, and the first one is renamed for all.
 */
async function unpackBrowser(): Promise<string> {
  const program = path.join(folder, "chromium");
  if (existsSync(program)) return program;
  mkdirSync(path.dirname(folder), { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = own;
  try {
    await chromium.executablePath();
    if (!existsSync(folder)) renameSync(own, folder);
  } catch (error) {
    if (!existsSync(program)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
    rmSync(own, { recursive: true, force: true });
  }
  return program;
}

/** Console errors of the page: script errors, blocked content, failed requests. */
export function collectPageErrors(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") pageErrors.push(message.text());
  });
  page.on("pageerror", (error) => pageErrors.push(error.message));
  return pageErrors;
}
