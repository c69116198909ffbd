import { randomUUID } from "node:crypto";
import { Value } from "typebox/value";
import { File } from "../../../src/features/files/shapes.ts";
import { request, type ApiAnswer } from "../servers/api-client.ts";
import type { TestCompany } from "./company.ts";

export type FileUpload = {
  name?: string;
  bytes: Uint8Array | string;
  mediaType?: string;
  before?: Record<string, string>;
  after?: Record<string, string>;
  part?: string;
};

/** A form as a browser writes it. */
export function multipartUpload({
  name = "file.png",
  bytes,
  mediaType = "image/png",
  before = {},
  after = {},
  part = "file",
}: FileUpload) {
  const boundary = `form${randomUUID()}`;
  const field = ([key, value]: [string, string]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const head =
    Object.entries(before).map(field).join("") +
    `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\n` +
    `Content-Type: ${mediaType}\r\n\r\n`;
  const tail = `\r\n${Object.entries(after).map(field).join("")}--${boundary}--\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]),
  };
}

export function uploadFile(one: TestCompany, form: FileUpload, key = one.apiKey): Promise<ApiAnswer> {
  const { headers, payload } = multipartUpload(form);
  return request(one.server, {
    method: "POST",
    url: `/api/v1/tenants/${one.tenant}/files`,
    headers: { ...headers, authorization: `Bearer ${key}` },
    payload,
  });
}

export async function aFile(one: TestCompany, form: FileUpload) {
  const { status, body } = await uploadFile(one, form);
  if (status !== 201) throw new Error(`the upload answered ${status} ${JSON.stringify(body)}`);
  return Value.Parse(File, body);
}
