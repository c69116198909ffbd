import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isLockTimeout, isStatementTimeout, isUnreachable } from "../db/client.ts";
import type { Log } from "../log/log.ts";
import { detectProtocol } from "../kernel/protocol.ts";
import { errorAnswers } from "./error-answers.ts";
import { ApiError, notFound, notJson, tooLarge, unavailable, validation, noRule } from "../kernel/errors.ts";

/** An error of the framework, of ours or of any library. */
export type AnyError = Error & Partial<FastifyError>;

/** The one place that turns an error into a response of API v1. Unexpected errors are logged once and not shown. */
export const errorSender = (log: Log) => (error: AnyError, request: FastifyRequest, reply: FastifyReply) => {
  const known = translateError(error, request);
  if (known === undefined) log.error({ err: error, requestId: request.id }, "unexpected error");
  if (known?.code === "unavailable") log.warn({ requestId: request.id, code: error.code }, known.message);
  const answer = known ?? new ApiError("server", "unexpected");
  const retryAfter = answer.params["retryAfter"];
  if (typeof retryAfter === "number") reply.header("Retry-After", String(retryAfter));
  const { status, body } = errorAnswers[detectProtocol(request.url)](answer);
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .serializer((payload: object) => JSON.stringify(payload))
    .send(body);
};

/** For input that never became a request, such as a URL that is too long: there is no reply object. */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") endWithTimeout(socket);
  else if (error.code === "HPE_HEADER_OVERFLOW") endWith(socket, "431 Request Header Fields Too Large", "headers");
  else endWith(socket, "400 Bad Request", "request");
}

/** For a request that did not arrive in time. */
export const endWithTimeout = (socket: Socket): void => endWith(socket, "408 Request Timeout", "request");

/** For clients that do not close their side of the connection. */
const closeTimeoutMs = 5000;

function endWith(socket: Socket, status: string, field: string): void {
  if (!socket.writable) return;
  const body = JSON.stringify(errorAnswers.v1(validation(field, noRule)).body);
  setTimeout(() => socket.destroy(), closeTimeoutMs).unref();
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Undefined for unexpected errors. A tool call is not a request of its own. */
export function translateError(error: AnyError, request?: FastifyRequest): ApiError | undefined {
  // A client that disconnects causes an error with the same code as a lost connection to the database.
  if (error === request?.raw.errored) return validation("body", noRule);
  if (error instanceof ApiError) return error;
  if (isUnreachable(error)) return unavailable("database");
  if (isStatementTimeout(error) || isLockTimeout(error)) return unavailable("timeout");
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return notJson();
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge();
    case "FST_ERR_BAD_URL":
      return notFound("path");
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return validation("body", noRule);
    default:
      return undefined;
  }
}
