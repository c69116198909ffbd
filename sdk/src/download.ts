/** A file, which arrives while it is read. */
export class Download {
  readonly name: string;
  readonly mediaType: string;
  /** Undefined when the service does not know it in advance. */
  readonly size: number | undefined;
  readonly #response: Response;

  constructor(response: Response) {
    const { headers } = response;
    const size = headers.get("content-length");
    this.name = nameIn(headers.get("content-disposition") ?? "");
    this.mediaType = headers.get("content-type") ?? "application/octet-stream";
    this.size = size === null ? undefined : Number(size);
    this.#response = response;
  }

  /** The content can be read once: as a stream, as bytes or as text. */
  get stream(): ReadableStream<Uint8Array> {
    if (this.#response.body === null) throw new Error("the file has no content");
    return this.#response.body;
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#response.arrayBuffer());
  }

  text(): Promise<string> {
    return this.#response.text();
  }
}

export const isFile = ({ headers }: Response): boolean => headers.has("content-disposition");

/** RFC 6266: the encoded name has all letters. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? "file";
}
