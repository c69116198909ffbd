/** A form as browsers send it. */
export type MultipartForm = { payload: Buffer; contentType: string };

export type MultipartFormOptions = { part?: string; fields?: Record<string, string> };

export function multipartForm(
  bytes: Uint8Array,
  fileName: string,
  { part = "file", fields = {} }: MultipartFormOptions = {},
): MultipartForm {
  const boundary = "----postrider-test-boundary";
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(texts.join("") + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
