// Writes one picture of every page of the web app, in both themes and widths, from the demo company.
// `SCREENSHOTS_URL`, `SCREENSHOTS_EMAIL` and `SCREENSHOTS_PASSWORD` use a running server instead of starting one.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchBrowser } from "./launch-browser.ts";

const root = path.resolve(import.meta.dirname, "../..");
const { SCREENSHOTS_URL, SCREENSHOTS_EMAIL, SCREENSHOTS_PASSWORD, SCREENSHOTS_FOLDER, SCREENSHOTS_ONLY } = process.env;
const folder = SCREENSHOTS_FOLDER ?? path.join(os.tmpdir(), "postrider-screenshots");

type Server = { url: string; email: string; password: string; stop: () => Promise<void> };

/** Starts the product with a demo company in a temporary folder, and reads the sign-in that it prints. */
async function startServer(): Promise<Server> {
  if (SCREENSHOTS_URL !== undefined)
    return {
      url: SCREENSHOTS_URL,
      email: SCREENSHOTS_EMAIL ?? "",
      password: SCREENSHOTS_PASSWORD ?? "",
      stop: async () => {},
    };
  const data = mkdtempSync(path.join(os.tmpdir(), "postrider-demo-"));
  const child = spawn(process.execPath, [path.join(root, "bin/postrider.js"), "start"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: data, PORT: "4799" },
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

/** The addresses of all pages, from the routes of the features. */
const routes = readdirSync(path.join(root, "web/features"), { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "routes.ts")
  .flatMap((file) => [...readFileSync(path.join(root, "web/features", file), "utf8").matchAll(/page\(\s*"([^"]+)"/g)])
  .map(([, address = ""]) => address)
  .toSorted();

const looks = [
  { name: "1440-light", width: 1440, height: 900, colorScheme: "light" },
  { name: "1440-dark", width: 1440, height: 900, colorScheme: "dark" },
  { name: "390-light", width: 390, height: 844, colorScheme: "light" },
  { name: "390-dark", width: 390, height: 844, colorScheme: "dark" },
] as const;

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(300);
}

async function signIn(context: BrowserContext, server: Server, picture: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.url}/app/sign-in`);
  await settle(page);
  await page.screenshot({ path: `${picture}-sign-in.png` });
  await page.getByLabel(/^E-.?mail/).fill(server.email);
  await page
    .getByLabel(/^(Heslo|Password)/)
    .first()
    .fill(server.password);
  await page.keyboard.press("Enter");
  await page
    .locator("h1")
    .filter({ hasText: /Přehled|Overview/ })
    .waitFor();
  return page;
}

/** The page with links to the records of the route: the longest route above it. */
const listOf = (route: string): string =>
  routes
    .filter((one) => !one.includes("$") && (one === "/" || route.startsWith(`${one}/`)))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), "/");

/** The address of a record's page: the first link on the page of its list. */
async function addressOf(page: Page, base: string, route: string): Promise<string | undefined> {
  if (!route.includes("$")) return `${base}${route}`;
  await page.goto(`${base}${listOf(route)}`);
  await settle(page);
  const pattern = new RegExp(`${route.replace(/\$\w+/g, "\\d+")}$`);
  const links = await page
    .locator("a[href]")
    .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  const first = links.find((link) => pattern.test(link));
  return first === undefined ? undefined : new URL(first, page.url()).href;
}

async function takePictures(browser: Browser, server: Server, look: (typeof looks)[number]): Promise<void> {
  const { name, width, height, colorScheme } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: "cs-CZ" });
  const page = await signIn(context, server, path.join(folder, name));
  const base = page.url().replace(/\/$/, "");
  for (const route of routes.filter((one) => SCREENSHOTS_ONLY === undefined || one.includes(SCREENSHOTS_ONLY))) {
    const address = await addressOf(page, base, route);
    if (address === undefined) {
      process.stdout.write(`${name} ${route}: no record to show\n`);
      continue;
    }
    await page.goto(address);
    await settle(page);
    const file = route === "/" ? "overview" : route.slice(1).replaceAll("/", "_").replaceAll("$", "");
    await page.screenshot({ path: path.join(folder, `${name}-${file}.png`), fullPage: true });
  }
  await context.close();
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launchBrowser();
try {
  for (const look of looks) await takePictures(browser, server, look);
  process.stdout.write(`Pictures are in ${folder}\n`);
} finally {
  await browser.close();
  await server.stop();
}
