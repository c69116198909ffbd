import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { findInstalledBrowser } from "./find-browser.ts";

/** The package targets cloud functions with one page; tests need several contexts and a real browser's security. */
const excludedArguments = ["--single-process", "--disable-web-security", "--allow-running-insecure-content"];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findInstalledBrowser();
  if (executablePath !== undefined)
    return playwright.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  return playwright.launch({
    args: chromium.args.filter((argument) => !excludedArguments.includes(argument)),
    executablePath: await unpackBrowser(),
  });
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
