import type { Page, Request } from "playwright-core";

const longestMs = 20_000;

/**
 * Resolves when no request was running for a moment: pages load their parts one after another. Playwright's "networkidle"
 * takes half a second and knows only loads of whole documents.
 */
export function watchRequests(page: Page, quietMs = 100): () => Promise<void> {
  const running = new Set<Request>();
  let changedAt = 0;
  const finish = (request: Request) => {
    running.delete(request);
    changedAt = performance.now();
  };
  page.on("request", (request) => running.add(request));
  page.on("requestfinished", finish);
  page.on("requestfailed", finish);
  const isQuiet = () => running.size === 0 && performance.now() - changedAt > quietMs;
  return async () => {
    const deadline = performance.now() + longestMs;
    while (!isQuiet()) {
      if (performance.now() > deadline)
        throw new Error(`requests did not end: ${[...running].map((request) => request.url()).join(", ")}`);
      await page.waitForTimeout(20);
    }
  };
}
