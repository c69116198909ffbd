import { expect, it } from "vitest";
import sharp from "sharp";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aJpeg, aPdf, aPng } from "../../../tests/harness/factories/binary-files.ts";
import { aFile } from "../../../tests/harness/factories/uploaded-files.ts";

const open = ({ server }: TestCompany, url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: "GET", url: url.replace(/^https?:\/\/[^/]+/, ""), headers });

it("serves an image to everybody, cacheable for ever, in a sandbox", async () => {
  const own = await company();
  const bytes = await aPng();
  const file = await aFile(own, { bytes, name: "Kůň.png" });
  const answer = await open(own, file.url);
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.equals(bytes)).toBe(true);
  expect(answer.headers).toMatchObject({
    "content-type": "image/png",
    "content-length": String(bytes.length),
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy":
      "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "content-disposition": "inline; filename=\"Kun.png\"; filename*=UTF-8''K%C5%AF%C5%88.png",
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
  });
  expect(answer.headers).not.toHaveProperty("set-cookie");
});

it("answers 304 to a matching ETag", async () => {
  const own = await company();
  const file = await aFile(own, { bytes: await aPng() });
  const { etag } = (await open(own, file.url)).headers;
  for (const known of [String(etag), `W/${etag}`, `"x", ${etag}`, "*"]) {
    const answer = await open(own, file.url, { "if-none-match": known });
    expect([answer.statusCode, answer.body, answer.headers["etag"]]).toEqual([304, "", etag]);
  }
  expect((await open(own, file.url, { "if-none-match": '"other"' })).statusCode).toBe(200);
});

it("has scaled copies of known widths only", async () => {
  const own = await company();
  const file = await aFile(own, { bytes: await aJpeg(1000, 500), name: "a.jpg" });
  const small = await open(own, `${file.url}?w=400`);
  expect(small.headers["content-type"]).toBe("image/jpeg");
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 400, height: 200 });
  const large = await open(own, `${file.url}?w=1600`);
  expect(await sharp(large.rawPayload).metadata()).toMatchObject({ width: 1000 });
  expect(small.headers["etag"]).not.toBe(large.headers["etag"]);
  for (const width of ["401", "99999", "-1", "400&w=800", "", "400x"]) {
    expect((await open(own, `${file.url}?w=${width}`)).statusCode).toBe(400);
  }
});

it("serves everything except images as a download", async () => {
  const own = await company();
  const text = await aFile(own, { bytes: "hello <script>alert(1)</script>", name: "a.txt" });
  const answer = await open(own, text.url);
  expect(answer.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": "attachment; filename=\"a.txt\"; filename*=UTF-8''a.txt",
    "x-content-type-options": "nosniff",
  });
  const pdf = await open(own, (await aFile(own, { bytes: aPdf(), name: "a.pdf" })).url);
  expect(pdf.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": expect.stringMatching(/^attachment/),
    "content-security-policy": expect.stringMatching(/; sandbox$/),
  });
});

it("serves a sanitized SVG in a sandbox", async () => {
  const own = await company();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><metadata>x</metadata></svg>';
  const { url } = await aFile(own, { bytes: drawing, name: "a.svg" });
  const answer = await open(own, url);
  expect(answer.headers["content-type"]).toBe("image/svg+xml");
  expect(answer.headers["content-security-policy"]).toMatch(/default-src 'none'.*; sandbox$/);
  expect(answer.body).not.toContain("metadata");
  expect((await open(own, `${url}?w=400`)).headers).toMatchObject({
    "content-type": "image/png",
    "content-disposition": expect.stringContaining('filename="a.png"'),
  });
});

it("is 404 for missing and deleted files and invalid keys", async () => {
  const own = await company();
  const file = await aFile(own, { bytes: await aPng() });
  await own.api.ok("deleteFile", { params: { asset_id: file.id } });
  const key = file.url.split("/").at(-1) ?? "";
  const other = `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`;
  for (const path of [
    key,
    other,
    "1",
    "..%2f..%2fetc%2fpasswd",
    `zzzzzzzzzz-${"a".repeat(22)}`,
    `0-${"a".repeat(22)}`,
  ]) {
    const answer = await open(own, `/files/${path}`);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, "no-store"]);
  }
});
