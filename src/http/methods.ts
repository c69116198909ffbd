import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, notFound } from "../kernel/errors.ts";
import { detectProtocol } from "../kernel/protocol.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

/**
 * 405 for an unsupported method, after the same authentication checks. In the compatible API a read of such a path is 404, as
 * of an unknown one.
 */
export function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  present: ReadonlySet<string>,
  check: RequestCheck = async () => undefined,
): void {
  const allow = [...present].toSorted().join(", ");
  app.route({
    method: methods.filter((method) => !present.has(method === "HEAD" ? "GET" : method)),
    url,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      await check(request, reply);
      if (detectProtocol(request.url) === "v3" && isRead(request)) throw notFound("path");
      reply.header("Allow", allow);
      throw new ApiError("method_not_allowed", request.method);
    },
    handler: async () => undefined,
  });
}
