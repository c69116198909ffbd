import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type Page } from "playwright-core";

/** Made for a cloud function with one page; a test wants several contexts and the security of a real browser. */
const unwanted = ["--single-process", "--disable-web-security", "--allow-running-insecure-content"];

export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    args: chromium.args.filter((argument) => !unwanted.includes(argument)),
    executablePath: await chromium.executablePath(),
  });
}

/** Whatever the page complained about: errors of scripts, refused content, failed requests. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
