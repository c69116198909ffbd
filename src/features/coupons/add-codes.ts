import type { Context } from "../../context.ts";
import { validation } from "../../kernel/errors.ts";
import type { Upload } from "../../kernel/file.ts";
import { decodeText, isCode, splitPieces, splitStreamedCodes } from "./code-list.ts";
import { insertCodes } from "./codes.queries.ts";
import { getStack } from "./service.ts";

type CodesRequest = {
  readonly codes?: readonly string[] | undefined;
  readonly text?: string | undefined;
  readonly upload: Upload | undefined;
};

const chunkSize = 10_000;

/**
 * Codes are written in committed chunks. A request that is repeated after a failure counts what is already there as
 * duplicates.
 */
export async function addCodes(ctx: Context, stackId: string, request: CodesRequest) {
  await getStack(ctx, stackId);
  const counts = { added: 0, duplicates: 0, invalid: 0 };
  for await (const codes of splitChunks(readCodes(request))) {
    const valid = codes.filter(isCode);
    const added = valid.length === 0 ? 0 : await insertCodes(ctx.db, stackId, valid);
    counts.added += added;
    counts.duplicates += valid.length - added;
    counts.invalid += codes.length - valid.length;
  }
  if (counts.added + counts.duplicates + counts.invalid === 0)
    throw validation(findField(request), { required: true, min: 1, unit: "codes" });
  return { counts, stack: await getStack(ctx, stackId) };
}

function findField({ codes, upload }: CodesRequest): string {
  if (upload !== undefined) return "file";
  return codes === undefined ? "text" : "codes";
}

async function* readCodes({ codes, text, upload }: CodesRequest): AsyncGenerator<string[]> {
  if (upload !== undefined) yield* splitStreamedCodes(decodeText(upload.content));
  if (codes !== undefined) yield codes.map((code) => code.trim()).filter((code) => code !== "");
  if (text !== undefined) yield* splitStreamedCodes(splitPieces(text));
}

async function* splitChunks(pieces: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let pending: string[] = [];
  for await (const piece of pieces) {
    for (const code of piece) {
      pending.push(code);
      if (pending.length < chunkSize) continue;
      yield pending;
      pending = [];
    }
  }
  if (pending.length > 0) yield pending;
}
