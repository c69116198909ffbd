import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { attachment, type FileBody } from "../kernel/file.ts";

/** Sent as it is read: a slow client slows the reading, not the memory. Always saved, never shown in the browser. */
export function sendFile(reply: FastifyReply, mediaType: string, body: unknown): FastifyReply {
  if (!isFile(body)) throw new Error("the operation did not answer a file");
  if (body.size !== undefined) void reply.header("Content-Length", body.size);
  return reply
    .type(body.mediaType ?? mediaType)
    .header("Content-Disposition", attachment(body.name))
    .send(Readable.from(body.content, { objectMode: false, highWaterMark: 1 }));
}

const isFile = (body: unknown): body is FileBody =>
  typeof body === "object" && body !== null && "content" in body && "name" in body;
