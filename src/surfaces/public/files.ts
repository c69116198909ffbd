import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FileSettings } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { blobName } from "../../features/files/blobs.ts";
import { copyWidths } from "../../features/files/inspect/copy-widths.ts";
import { withTypeExtension, typeOfMediaType } from "../../features/files/inspect/file-names.ts";
import { findFileByKey, type FileRecord } from "../../features/files/queries.ts";
import { notFound, validation } from "../../kernel/errors.ts";
import { parseCompanyKey } from "../../kernel/company-key.ts";
import { attachment } from "../../kernel/file.ts";

export type PublicFileDeps = { readonly db: SystemDb; readonly files: Pick<FileSettings, "store"> };

/** Uploaded files are public to anyone with the URL; the sandbox policy keeps them from acting in our origin. */
export function registerPublicFiles(app: FastifyInstance, deps: PublicFileDeps): void {
  app.get<{ Params: { key: string }; Querystring: { w?: string } }>("/files/:key", async (request, reply) => {
    const tenantId = parseCompanyKey(request.params.key)?.tenantId;
    const file =
      tenantId === undefined ? undefined : await findFileByKey(deps.db.forTenant(tenantId), request.params.key);
    if (tenantId === undefined || file === undefined) throw notFound("file");
    return send(request, reply, { deps, tenantId, file, width: widthIn(request.query, file) });
  });
}

/** A copy of a known width, or the file itself where it is no wider. Other widths are rejected, because anyone could request expensive resizing. */
function widthIn(query: { w?: unknown }, file: FileRecord): number | undefined {
  if (query.w === undefined) return undefined;
  const width = copyWidths.find((known) => String(known) === query.w);
  if (width === undefined) throw validation("w", { allowed: copyWidths });
  return file.widths.find((made) => made === width);
}

type FileRequest = { deps: PublicFileDeps; tenantId: string; file: FileRecord; width: number | undefined };

async function send(request: FastifyRequest, reply: FastifyReply, { deps, tenantId, file, width }: FileRequest) {
  const mediaType = width === undefined ? file.mediaType : (file.copyType ?? file.mediaType);
  const etag = `"${file.hash.toString("base64url")}${width === undefined ? "" : `-${width}`}"`;
  reply.headers({
    ETag: etag,
    // The content under a URL never changes.
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": contentPolicy,
    // Shown by web mail on other hosts.
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Content-Disposition": toDisposition(file, mediaType),
  });
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const blob = await deps.files.store.read(blobName(tenantId, file.hash, width));
  if (blob === undefined) throw new Error(`the content of file ${file.id} of company ${tenantId} is missing`);
  return reply
    .type(mediaType)
    .header("Content-Length", blob.size)
    .send(Readable.from(blob.content, { objectMode: false }));
}

/** Loads and runs nothing. */
const contentPolicy =
  "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

/**
 * Images are shown, everything else is a download: a PDF can run scripts and show forms under our address. A scaled copy
 * gets a name with its own type.
 */
function toDisposition(file: FileRecord, mediaType: string): string {
  const type = typeOfMediaType(mediaType);
  const name = type === undefined ? file.name : withTypeExtension(file.name, type);
  return mediaType.startsWith("image/") ? attachment(name).replace(/^attachment/, "inline") : attachment(name);
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((known) => ["*", etag].includes(known.trim().replace(/^W\//, "")));
