import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
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

const errorOf = (url: string, timeoutMs: number) =>
  withDownload(outbound, { url, etag: null, lastModified: null, timeoutMs }, async () => "read").catch(
    (error: unknown) => (error instanceof FeedError ? error.code : error),
  );

describe("the time limit of a download", () => {
  it("ends a feed that never ends", async () => {
    const origin = await aServer((_, response) => {
      response.write("<SHOP>");
      const trickle = setInterval(() => response.write("<SHOPITEM></SHOPITEM>"), 20);
      response.on("close", () => clearInterval(trickle));
    });
    expect(await errorOf(`${origin}/feed.xml`, 300)).toBe("timeout");
  });

  it("ends a server that does not answer", async () => {
    const origin = await aServer(() => undefined);
    expect(await errorOf(`${origin}/feed.xml`, 200)).toBe("timeout");
  });

  it("is for all redirects together", async () => {
    const origin = await aServer((path, response) => {
      const hop = Number(path.slice(1));
      setTimeout(() => response.writeHead(302, { location: `/${hop + 1}` }).end(), 200);
    });
    // Each hop alone is in time; five of them are not.
    expect(await errorOf(`${origin}/1`, 500)).toBe("timeout");
  });

  it("lets a feed through that is in time", async () => {
    const origin = await aServer((_, response) => response.end("<SHOP></SHOP>"));
    expect(await errorOf(`${origin}/feed.xml`, 5000)).toBe("read");
  });
});
