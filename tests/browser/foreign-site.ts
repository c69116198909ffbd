import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

export type ForeignSite = { readonly url: string; close(): void };

/** A web site of somebody else: of a shop with our scripts, or of an app that asks for access. */
export async function aForeignSite(listener: RequestListener, host = "127.0.0.1"): Promise<ForeignSite> {
  const server = createServer(listener);
  await once(server.listen(0, host), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://${host}:${port}`, close: () => void server.close() };
}
