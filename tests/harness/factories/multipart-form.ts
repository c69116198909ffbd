/** A multipart form in the format that browsers send. */
export type MultipartForm = { payload: Buffer; contentType: string };

export type MultipartFormOptions = {
  /** Name of the form field that carries the file. */
  part?: string;
  mediaType?: string;
  /** Text fields before the file. */
  fields?: Record<string, string>;
  fieldsAfter?: Record<string, string>;
};

export function multipartForm(
  bytes: Uint8Array | string,
  fileName: string,
  { part = "file", mediaType = "text/csv", fields = {}, fieldsAfter = {} }: MultipartFormOptions = {},
): MultipartForm {
  const boundary = "----postrider-test-boundary";
  const textParts = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join("");
  const head =
    `${textParts(fields)}--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${fileName}"\r\n` +
    `Content-Type: ${mediaType}\r\n\r\n`;
  const tail = `\r\n${textParts(fieldsAfter)}--${boundary}--\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
