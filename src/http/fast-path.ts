import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { forwardedAddress, type TrustedProxies } from "../config/trusted-proxies.ts";

/** Returns true when it handled the request; otherwise the router does. */
export type FastPathHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Handles hot paths with tiny responses before the router, which costs more than the response itself. A closing
 * server leaves every request to the router, which then answers 503.
 */
export function handleBeforeRouter(app: FastifyInstance, answer: FastPathHandler): void {
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  const isAnswered: FastPathHandler = (request, response) => {
    try {
      return answer(request, response);
    } catch {
      // An exception of a listener would end the process; the router meets it again and reports it.
      return response.headersSent;
    }
  };
  const routed = app.server.listeners("request");
  app.server.removeAllListeners("request");
  app.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!isClosing && isAnswered(request, response)) return;
    for (const listener of routed) Reflect.apply(listener, app.server, [request, response]);
  });
}

/** The client's address: the peer, or behind trusted proxies the one they report. */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: TrustedProxies): string {
  return forwardedAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), trustProxy);
}
