import { mkdtemp, rm, stat } from "node:fs/promises";
import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createOutbound } from "../../net/outbound.ts";
import { withDownload } from "./download.ts";
import { FeedError } from "./limits.ts";

const outbound = createOutbound({ allowPrivate: true });
let server: http.Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function aServer(answer: (path: string, response: ServerResponse) => void): Promise<string> {
  server = http.createServer(({ url = "" }, response) => answer(url, response));
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

const catchError = (url: string, timeoutMs: number) =>
  withDownload(outbound, { url, etag: null, lastModified: null, timeoutMs }, async () => "read").catch(
    (error: unknown) => (error instanceof FeedError ? error.code : error),
  );

it("a stored feed that cannot be read fails its reader, even when reading begins later", async () => {
  const origin = await aServer((_, response) => response.end("<SHOP></SHOP>"));
  const folder = await mkdtemp(path.join(os.tmpdir(), "postrider-lost-"));
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });
  const reading = withDownload(outbound, { url: origin, etag: null, lastModified: null }, async (download) => {
    await rm(folder, { recursive: true });
    const content = download.isUnchanged ? [] : download.content();
    // Until a stream that was opened already has reported that it cannot be.
    for (let round = 0; round < 20; round += 1) await stat(folder).catch(() => undefined);
    for await (const _chunk of content);
  });
  await expect(reading).rejects.toMatchObject({ code: "ENOENT" });
});

describe("the time limit of a download", () => {
  it("ends a feed that never ends", async () => {
    const origin = await aServer((_, response) => {
      response.write("<SHOP>");
      const trickle = setInterval(() => response.write("<SHOPITEM></SHOPITEM>"), 20);
      response.on("close", () => clearInterval(trickle));
    });
    expect(await catchError(`${origin}/feed.xml`, 300)).toBe("timeout");
  });

  it("ends a server that does not answer", async () => {
    const origin = await aServer(() => undefined);
    expect(await catchError(`${origin}/feed.xml`, 200)).toBe("timeout");
  });

  it("is for all redirects together", async () => {
    const origin = await aServer((path, response) => {
      const hop = Number(path.slice(1));
      setTimeout(() => response.writeHead(302, { location: `/${hop + 1}` }).end(), 200);
    });
    // Each hop alone is in time; five of them are not.
    expect(await catchError(`${origin}/1`, 500)).toBe("timeout");
  });

  it("lets a feed through that is in time", async () => {
    const origin = await aServer((_, response) => response.end("<SHOP></SHOP>"));
    expect(await catchError(`${origin}/feed.xml`, 5000)).toBe("read");
  });
});
