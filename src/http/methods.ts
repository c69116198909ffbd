import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../kernel/errors.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** 405 for an unsupported method, after the same authentication checks. */
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
      reply.header("Allow", allow);
      throw new ApiError("method_not_allowed", request.method);
    },
    handler: async () => undefined,
  });
}
