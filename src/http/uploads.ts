import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { accepts } from "../kernel/accepts.ts";
import { ApiError, notJson, tooLarge, validation, noRule } from "../kernel/errors.ts";
import { filePart, type Upload } from "../kernel/file.ts";
import type { Operation } from "../registry/registry.ts";
import { rejectForbiddenText } from "./body.ts";
import { compileRequestSchema } from "./validation.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    takesUpload?: boolean;
  }
}

/** Allowance for boundaries, headers and a few short text fields beside the file. */
const formOverheadBytes = 1_048_576;
const limits = { files: 1, fields: 20, fieldSize: 10_000, parts: 30, headerPairs: 20, headerSize: 8192 };

export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

/** Only operations with `upload` accept forms, and they read the form themselves. */
export function acceptMultipartForms(app: FastifyInstance): void {
  app.addContentTypeParser(/^multipart\/form-data\b/i, (request, _payload, done) => {
    done(request.routeOptions.config.takesUpload === true || request.is404 ? null : notJson(), undefined);
  });
}

/** An operation with `upload` and `body` accepts JSON as well. */
export function jsonBodyCheck({ upload, body }: Operation): (request: FastifyRequest) => void {
  if (upload === undefined) return () => undefined;
  const check = body === undefined ? undefined : compileRequestSchema({ schema: body, httpPart: "body" });
  return (request) => {
    if (isForm(request)) return;
    if (check === undefined) throw notJson();
    check(request.body);
  };
}

/**
 * Runs with the file of the request, if the operation accepts one and the request is a form. The
 * rest of the request is left to the server, which discards it.
 */
export async function withUpload<Result>(
  request: FastifyRequest,
  { upload }: Operation,
  run: (upload: Upload | undefined) => Promise<Result>,
): Promise<Result> {
  if (upload === undefined || !isForm(request)) return run(undefined);
  const source = request.raw;
  try {
    if (Number(source.headers["content-length"] ?? 0) > upload.maxBytes + formOverheadBytes) throw tooLarge();
    return await run(await receiveForm(source, upload.maxBytes));
  } finally {
    source.unpipe();
  }
}

function receiveForm(source: IncomingMessage, maxBytes: number): Promise<Upload> {
  const form = openForm(source, maxBytes);
  const fields: Record<string, string> = {};
  const formEnded = new Promise<void>((resolve) => {
    form.once("finish", resolve).once("error", () => resolve());
    source.once("close", () => resolve());
  });
  return new Promise<Upload>((resolve, reject) => {
    form.on("field", (name, value) => {
      if (name !== "__proto__") fields[name] = value;
    });
    form.on("file", (...[name, stream, fileName, , mediaType]) => {
      const content = readContent(stream, watchForFailure({ stream, source, form }));
      if (name === filePart && !hasForbidden(fields)) {
        const withFields = appendCheck(content, async () => {
          await formEnded;
          if (hasForbidden(fields)) throw validation("body", accepts.plainText);
        });
        resolve({ name: plainName(fileName), mediaType, fields, content: withFields });
        return;
      }
      stream.resume();
      reject(name === filePart ? validation("body", accepts.plainText) : validation(filePart, accepts.formData));
    });
    form.on("finish", () => reject(validation(filePart, { required: true, ...accepts.formData })));
    form.on("error", () => reject(validation("body", accepts.formData)));
    source.once("close", () => reject(validation("body", noRule)));
    source.pipe(form);
  });
}

function openForm(source: IncomingMessage, maxBytes: number): BusboyInstance {
  const { "content-type": contentType = "", ...headers } = source.headers;
  try {
    return new Busboy({
      headers: { ...headers, "content-type": contentType },
      limits: { ...limits, fileSize: maxBytes },
    });
  } catch {
    throw validation("body", accepts.formData);
  }
}

type IncomingFile = { stream: BusboyFileStream; source: IncomingMessage; form: BusboyInstance };

/**
 * Tracks errors of the file from its first byte, whether or not it is being read yet. A truncated form ends its
 * file like a complete one, so the flag has to be checked.
 */
function watchForFailure({ stream, source, form }: IncomingFile): () => ApiError | undefined {
  let failure: ApiError | undefined;
  const fail = (error: ApiError) => {
    failure ??= error;
    stream.destroy(failure);
  };
  // An error without a listener would end the process.
  stream.on("error", () => fail(validation("body", noRule)));
  stream.once("limit", () => fail(tooLarge()));
  form.once("error", () => fail(validation("body", noRule)));
  source.once("close", () => {
    if (!source.readableEnded) fail(validation("body", noRule));
  });
  return () => failure;
}

async function* readContent(stream: BusboyFileStream, failure: () => ApiError | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    throw failure() ?? error;
  }
  const broken = failure();
  if (broken !== undefined) throw broken;
}

async function* appendCheck(content: AsyncIterable<Uint8Array>, last: () => Promise<void>): AsyncGenerator<Uint8Array> {
  yield* content;
  await last();
}

const plainName = (name: string | undefined): string =>
  (name ?? "")
    .replace(/[\p{C}]+/gu, " ")
    .trim()
    .slice(0, 200) || "file";

function hasForbidden(fields: Readonly<Record<string, string>>): boolean {
  try {
    rejectForbiddenText(fields);
    return false;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}
