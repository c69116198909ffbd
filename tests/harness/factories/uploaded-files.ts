import { Value } from "typebox/value";
import { File } from "../../../src/features/files/shapes.ts";
import { request, type ApiAnswer } from "../servers/api-client.ts";
import type { TestCompany } from "./company.ts";
import { multipartForm } from "./multipart-form.ts";

export type FileUpload = {
  name?: string;
  bytes: Uint8Array | string;
  mediaType?: string;
  /** Text fields before and after the file. */
  before?: Record<string, string>;
  after?: Record<string, string>;
  part?: string;
};

export function uploadFile(one: TestCompany, file: FileUpload, key = one.apiKey): Promise<ApiAnswer> {
  const { bytes, name = "file.png", mediaType = "image/png", part = "file", before = {}, after = {} } = file;
  const form = multipartForm(bytes, name, { part, mediaType, fields: before, fieldsAfter: after });
  return request(one.server, {
    method: "POST",
    url: `/api/v1/tenants/${one.tenant}/files`,
    headers: { "content-type": form.contentType, authorization: `Bearer ${key}` },
    payload: form.payload,
  });
}

export async function aFile(one: TestCompany, form: FileUpload) {
  const { status, body } = await uploadFile(one, form);
  if (status !== 201) throw new Error(`the upload answered ${status} ${JSON.stringify(body)}`);
  return Value.Parse(File, body);
}
