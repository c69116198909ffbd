import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { SandboxFailure, type CompanySandbox } from "../../../sandbox/sandbox.ts";
import { fileRejectReasons, invalidFile } from "./file-types.ts";

/** Files of the folder through which the sandbox gets an image and returns it. */
export const imageFile = {
  original: (folder: string) => path.join(folder, "original"),
  result: (folder: string) => path.join(folder, "result"),
  copy: (folder: string, width: number) => path.join(folder, `copy-${width}`),
};

export type ResizedCopies = { mediaType: string; byWidth: ReadonlyMap<number, Buffer> };
export type InspectedImage = { bytes: Buffer; width: number; height: number; copies: ResizedCopies };

type ImageJob = "read_raster" | "rasterise_svg" | "draw_play_button";

/** Enough to recognise an image that exceeded the limits. */
const identifyingBytes = 65_536;

/** Decodes an image in the sandbox; a small file can take hours and gigabytes. */
export async function readImage(
  sandbox: CompanySandbox,
  bytes: Buffer,
  { job, type }: { job: ImageJob; type: string },
): Promise<InspectedImage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "postrider-image-"));
  try {
    await writeFile(imageFile.original(folder), bytes);
    const content = [bytes.length, bytes.subarray(0, identifyingBytes).toString("base64")];
    const reading = await sandbox.run(job, { folder, type }, content);
    if ("refusal" in reading) throw rejectionFor(reading.refusal);
    const { width, height, mediaType, widths } = reading;
    const byWidth = new Map<number, Buffer>();
    for (const each of widths) byWidth.set(each, await readFile(imageFile.copy(folder, each)));
    return { bytes: await readFile(imageFile.result(folder)), width, height, copies: { mediaType, byWidth } };
  } catch (error) {
    if (!(error instanceof SandboxFailure)) throw error;
    throw invalidFile(error.reason === "error" ? "broken" : "complex");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const rejectionFor = (refusal: string) =>
  invalidFile(fileRejectReasons.find((reason) => reason === refusal) ?? "broken");
