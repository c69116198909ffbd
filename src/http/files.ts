import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { attachment, isFile, type FileBody } from "../kernel/file.ts";

/** Streamed with backpressure. Always a download, never shown in the browser. */
export function sendFile(reply: FastifyReply, mediaType: string, body: unknown): FastifyReply {
  if (!isFile(body)) throw new Error("the operation did not return a file");
  if (body.size !== undefined) void reply.header("Content-Length", body.size);
  return reply
    .type(body.mediaType ?? mediaType)
    .header("Content-Disposition", attachment(body.name))
    .send(Readable.from(verifySize(body), { objectMode: false, highWaterMark: 1 }));
}

/** A file that disappears while it is read aborts the connection, so that a truncated file does not look complete. */
async function* verifySize({ content, size }: FileBody): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const bytes of content) {
    sent += bytes.length;
    yield bytes;
  }
  if (size !== undefined && sent !== size) throw new Error(`the file ended after ${sent} of ${size} bytes`);
}
