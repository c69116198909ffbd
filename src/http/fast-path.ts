import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

/** Answers a request at once and says so, or leaves it to the router. */
export type FastPathHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Puts an answer before the router, for addresses that are asked for so often, and answered with so little, that the way
 * through it costs more than the answer. A server that is closing leaves every request to the router, which says so.
 */
export function handleBeforeRouter(app: FastifyInstance, answer: FastPathHandler): void {
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  const routed = app.server.listeners("request");
  app.server.removeAllListeners("request");
  app.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!isClosing && answer(request, response)) return;
    for (const listener of routed) Reflect.apply(listener, app.server, [request, response]);
  });
}

/** Whose request it is: the nearest address, or with a proxy before us the one that it names as the first. */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers["x-forwarded-for"] : undefined;
  const first = forwarded === undefined ? "" : String(forwarded).split(",", 1)[0]?.trim();
  return first || (socket.remoteAddress ?? "");
}
