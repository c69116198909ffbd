import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isUnreachable } from "../db/client.ts";
import type { Log } from "../log.ts";
import { ApiError, notFound, notJson, tooLarge, unavailable, validation } from "../kernel/errors.ts";

export const errorBody = (error: ApiError) => ({
  error: { code: error.code, message: error.message, params: error.params },
});

/** The one place where an error becomes an answer of API v1. What we did not foresee is logged once and not shown. */
export const errorSender = (log: Log) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const known = translate(error);
  if (known === undefined) log.error({ err: error, requestId: request.id }, "unexpected error");
  if (known?.code === "unavailable") log.warn({ requestId: request.id, code: error.code }, known.message);
  const answer = known ?? new ApiError("server", "unexpected");
  const retryAfter = answer.params["retryAfter"];
  if (typeof retryAfter === "number") reply.header("Retry-After", String(retryAfter));
  return reply
    .code(answer.status)
    .type("application/json; charset=utf-8")
    .serializer((body: object) => JSON.stringify(body))
    .send(errorBody(answer));
};

function translate(error: FastifyError): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (isUnreachable(error)) return unavailable("database");
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return notJson();
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge();
    case "FST_ERR_BAD_URL":
      return notFound("path");
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return validation("body");
    default:
      return undefined;
  }
}
