import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  aClearPng,
  aGif,
  aHugeGif,
  aHugePng,
  aJpeg,
  aMovingGif,
  aPdf,
  aPhonePhoto,
  aPng,
  aWebp,
  aZip,
  pngChunk,
} from "../../../../tests/harness/factories/binary-files.ts";
import { inspectFile } from "./inspect.ts";
import { aCompanySandbox } from "../../../../tests/harness/servers/sandbox.ts";

const sandbox = aCompanySandbox();

const refusal = async (bytes: Buffer | string, name: string) =>
  inspectFile(sandbox, Buffer.from(bytes), name).then(
    ({ mediaType }) => `taken as ${mediaType}`,
    (error: unknown) =>
      error instanceof Error ? { message: error.message, reason: Object(error).params?.reason } : error,
  );

const refusedFor = (reason: string) => ({ message: "file", reason });

const word = { "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" };
const openText = { mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<x/>".repeat(20) };

describe("accepted types, detected from the content", () => {
  it.each([
    ["photo.JPG", () => aJpeg(), "photo.JPG", "image/jpeg"],
    ["drawing.png", () => aPng(), "drawing.png", "image/png"],
    ["banner.gif", () => aGif(), "banner.gif", "image/gif"],
    ["new.webp", () => aWebp(), "new.webp", "image/webp"],
    ["really-a-png.jpg", () => aPng(), "really-a-png.png", "image/png"],
    ["page.html", () => aPng(), "page.html.png", "image/png"],
    ["no extension", () => aGif(), "no extension.gif", "image/gif"],
    ["terms.pdf", async () => aPdf(), "terms.pdf", "application/pdf"],
    ["letter.docx", async () => aZip(word), "letter.docx", expect.stringContaining("wordprocessingml")],
    ["letter.odt", async () => aZip(openText), "letter.odt", "application/vnd.oasis.opendocument.text"],
    ["people.csv", async () => Buffer.from("a;b\n1;ž\n"), "people.csv", "text/csv; charset=utf-8"],
    ["notes.txt", async () => Buffer.from([0x9e, 0x20, 0x41]), "notes.txt", "text/plain"],
    [
      "party.ics",
      async () => Buffer.from("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
      "party.ics",
      "text/calendar; charset=utf-8",
    ],
  ])("%s", async (name, make, keptName, mediaType) => {
    const { name: kept, mediaType: found } = await inspectFile(sandbox, await make(), name);
    expect({ kept, found }).toEqual({ kept: keptName, found: mediaType });
  });
});

describe("rejected files", () => {
  it.each([
    ["nothing", async () => Buffer.alloc(0), "a.png", "empty"],
    ["a page", async () => Buffer.from("<!doctype html><script>alert(1)</script>"), "a.html", "type"],
    ["a page that says it is a text", async () => Buffer.from("\n <html>"), "a.txt", "type"],
    ["a page that says it is an image", async () => Buffer.from("<html><script>1</script>"), "a.png", "type"],
    ["a program", async () => Buffer.from("MZ\x90\0\x03\0\0\0"), "a.exe", "type"],
    ["a script", async () => Buffer.from("alert(1)"), "a.js", "type"],
    ["an archive", async () => aZip({ "a.txt": "x" }), "a.zip", "type"],
    ["a document with macros", async () => aZip({ ...word, "word/vbaProject.bin": "x" }), "a.docx", "type"],
    ["entries that climb out", async () => aZip({ ...word, "../../etc/passwd": "x" }), "a.docx", "type"],
    ["an old document", async () => Buffer.from("d0cf11e0a1b11ae1", "hex"), "a.doc", "type"],
    ["a text that says it is an image", async () => Buffer.from("hello"), "a.png", "type"],
    ["an image that says it is a document", () => aPng(), "a.pdf", "mismatch"],
    ["a document that says it is an image", async () => aPdf(), "a.jpg", "mismatch"],
    ["a GIF of 20 000 × 20 000", async () => aHugeGif(), "a.gif", "pixels"],
    ["a PNG of 20 000 × 20 000", async () => aHugePng(), "a.png", "pixels"],
    [
      "a drawing of 100 000 × 100 000",
      async () => svg('<rect width="1"/>', 'width="100000" height="100000"'),
      "a.svg",
      "pixels",
    ],
    ["half an image", async () => (await aJpeg(800, 600)).subarray(0, 2000), "a.jpg", "broken"],
    ["the head of an image alone", async () => Buffer.from("GIF89a=1;alert(1)//"), "a.gif", "broken"],
    ["half a PDF", async () => aPdf().subarray(0, 30), "a.pdf", "broken"],
  ])("%s", async (_what, make, name, reason) => {
    expect(await refusal(await make(), name)).toEqual(refusedFor(reason));
  });

  it("an SVG that takes too long to render", async () => {
    expect(await refusal(usingParts(), "a.svg")).toEqual(refusedFor("complex"));
  });

  it.each([
    ["an image with an archive behind it", async () => Buffer.concat([await aPng(), aZip({ "a.js": "x" })]), "a.png"],
    ["an image with a page behind it", async () => Buffer.concat([await aJpeg(), Buffer.from("<HTML >")]), "a.jpg"],
    ["an image with a script in its comment", () => commentedPng("<script>alert(1)</script>"), "a.png"],
    ["an image that a server would run", () => commentedPng("<?php system('id'); ?>"), "a.png"],
    ["an image that is a PDF too", () => commentedPng("%PDF-1.4"), "a.png"],
    ["a PDF that is an archive too", async () => Buffer.concat([aPdf(), aZip(word)]), "a.pdf"],
    ["an archive that is a PDF too", async () => aZip({ a: "%PDF-1.4", ...word }), "a.docx"],
  ])("a polyglot: %s", async (_what, make, name) => {
    expect(await refusal(await make(), name)).toEqual(refusedFor("polyglot"));
  });
});

const svg = (content: string, size = 'viewBox="0 0 10 20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);

function usingParts(): Buffer {
  const groups = Array.from({ length: 12 }, (_, level) => {
    const content = level === 0 ? '<circle r="5"/>' : `<use href="#a${level - 1}"/>`.repeat(10);
    return `<g id="a${level}">${content}</g>`;
  });
  return svg(`<defs>${groups.join("")}</defs><use href="#a11"/>`);
}

async function commentedPng(comment: string): Promise<Buffer> {
  const png = await aPng();
  const text = pngChunk("tEXt", Buffer.from(`Comment\0${comment}`));
  return Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]);
}

describe("an image", () => {
  it("loses its metadata and keeps its pixels bit by bit", async () => {
    const photo = await aPhonePhoto(30, 20);
    expect(photo.includes("Jana")).toBe(true);
    const { bytes } = await inspectFile(sandbox, photo, "photo.jpg");
    expect(bytes.includes("Jana")).toBe(false);
    expect(await sharp(bytes).metadata()).not.toHaveProperty("exif");
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer());
  });

  it("is rotated upright", async () => {
    const { width, height, bytes } = await inspectFile(sandbox, await aPhonePhoto(30, 20, 6), "photo.jpg");
    expect({ width, height }).toEqual({ width: 20, height: 30 });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 30 });
  });

  it("loses comments and trailing bytes", async () => {
    for (const [make, name] of [
      [aPng, "a.png"],
      [aJpeg, "a.jpg"],
      [aGif, "a.gif"],
      [aWebp, "a.webp"],
    ] as const) {
      const clean = await inspectFile(sandbox, await make(), name);
      const trailed = await inspectFile(sandbox, Buffer.concat([await make(), Buffer.from("left over")]), name);
      expect(trailed.bytes.equals(clean.bytes)).toBe(true);
    }
    expect((await inspectFile(sandbox, await commentedPng("harmless"), "a.png")).bytes.includes("harmless")).toBe(
      false,
    );
  });

  it("gets smaller copies, none larger than the original", async () => {
    const wide = await inspectFile(sandbox, await aJpeg(1000, 500), "a.jpg");
    expect(wide).toMatchObject({ width: 1000, height: 500, copies: { mediaType: "image/jpeg" } });
    expect([...(wide.copies?.byWidth.keys() ?? [])]).toEqual([400, 800]);
    expect(await sharp(wide.copies?.byWidth.get(400)).metadata()).toMatchObject({ width: 400, height: 200 });
    const clear = await inspectFile(sandbox, await aClearPng(500, 10), "a.png");
    expect(clear.copies?.mediaType).toBe("image/png");
    expect((await inspectFile(sandbox, await aPng(400, 10), "a.png")).copies?.byWidth.size).toBe(0);
  });

  it("stays animated", async () => {
    const moving = await inspectFile(sandbox, await aMovingGif(), "a.gif");
    expect(await sharp(moving.bytes, { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 0 });
    expect([...(moving.copies?.byWidth.keys() ?? [])]).toEqual([400]);
  });

  it("is rendered at its own width if it is an SVG", async () => {
    const drawing = await inspectFile(sandbox, svg('<circle cx="5" cy="5" r="4"/>'), "a.svg");
    expect(drawing).toMatchObject({ mediaType: "image/svg+xml", width: 10, height: 20 });
    expect(await sharp(drawing.copies?.byWidth.get(800)).metadata()).toMatchObject({ width: 800, height: 1600 });
  });
});
