import { createServer, type RequestListener } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { aJpeg } from "../../../../tests/harness/factories/binary-files.ts";
import { parseVideoUrl } from "../videos/video-url.ts";
import sharp from "sharp";

/** Fakes of Pexels, YouTube thumbnails, Vimeo and an arbitrary web server. */
const picture = aJpeg(1300, 700);
let mode: "well" | "busy" | "broken" | "strange" = "well";
let base = "";

const photo = (id: number) => ({
  id,
  width: 4000,
  height: 3000,
  url: `https://www.pexels.com/photo/${id}/`,
  alt: "Brown / horse",
  photographer: "Eva Nová",
  photographer_url: "https://www.pexels.com/@eva",
  src: { original: `${base}/large`, large2x: `${base}/picture.jpg`, medium: `${base}/small` },
  avg_color: "#fff",
});

const answers: Readonly<Record<string, () => unknown>> = {
  "/v1/curated": () => ({ page: 1, per_page: 25, photos: [photo(7)] }),
  "/v1/search": () => ({ page: 2, per_page: 10, photos: [photo(8)], total_results: 31 }),
  "/v1/photos/8": () => photo(8),
  "/api/oembed.json": () => ({ thumbnail_url: `${base}/picture.jpg` }),
};

const asked: string[] = [];
const listener: RequestListener = (request, reply) => {
  const url = new URL(request.url ?? "", base);
  asked.push(`${url.pathname}${url.search}`);
  if (mode === "busy") return reply.writeHead(429).end();
  if (mode === "broken") return reply.writeHead(500).end();
  if (mode === "strange") return reply.end("<html>");
  if (url.pathname.startsWith("/v1/") && request.headers.authorization !== "secret") return reply.writeHead(401).end();
  if (url.pathname === "/old.jpg") return reply.writeHead(301, { location: "/picture.jpg" }).end();
  const isPicture = url.pathname === "/picture.jpg" || url.pathname === "/vi/aaaaaaaaaaa/hqdefault.jpg";
  if (isPicture) {
    void picture.then((bytes) => reply.end(bytes));
    return undefined;
  }
  const answer = answers[url.pathname];
  return answer === undefined ? reply.writeHead(404).end() : reply.end(JSON.stringify(answer()));
};

const server = createServer(listener);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
afterAll(() => server.close());

const env = {
  WEBHOOK_ALLOW_PRIVATE: "1",
  PEXELS_API_KEY: "secret",
  PEXELS_URL: `${base}/v1/`,
  YOUTUBE_IMAGE_URL: base,
  VIMEO_URL: base,
};

async function connected(fields: Record<string, string> = {}): Promise<TestCompany> {
  mode = "well";
  asked.length = 0;
  return company({ ...env, ...fields });
}

const upstream = (message: string, reason: string) => ({ status: 502, code: "upstream", message, params: { reason } });
const invalid = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});

describe("stock photos", () => {
  it("are unavailable without an API key", async () => {
    const { api } = await company();
    expect(await api.ok("getStockPhotoStatus")).toEqual({ available: false, provider: null });
    const refusal = {
      status: 503,
      code: "unavailable",
      message: "stock_photos",
      params: { reason: "not_configured" },
    };
    expect(await api.refused("listStockPhotos", { query: { q: "horse" } })).toEqual(refusal);
    expect(await api.refused("addStockPhoto", { body: { photoId: "8" } })).toEqual(refusal);
  });

  it("are searched, or curated without a search text", async () => {
    const { api } = await connected();
    expect(await api.ok("getStockPhotoStatus")).toEqual({ available: true, provider: "pexels" });
    const found = await api.ok("listStockPhotos", { query: { q: " horse & cart ", page: 2, pageSize: 10 } });
    expect(found).toEqual({
      items: [
        {
          id: "8",
          width: 4000,
          height: 3000,
          description: "Brown / horse",
          author: "Eva Nová",
          authorUrl: "https://www.pexels.com/@eva",
          url: "https://www.pexels.com/photo/8/",
          previewUrl: `${base}/small`,
        },
      ],
      total: 31,
      page: 2,
      pageSize: 10,
    });
    expect(await api.ok("listStockPhotos")).toMatchObject({ items: [{ id: "7" }], total: 1, page: 1, pageSize: 25 });
    expect(asked).toEqual(["/v1/search?query=horse+%26+cart&page=2&per_page=10", "/v1/curated?page=1&per_page=25"]);
  });

  it("become files with their author", async () => {
    const own = await connected();
    const file = await own.api.ok("addStockPhoto", { body: { photoId: "8" } });
    expect(file).toMatchObject({
      name: "Brown horse.jpg",
      width: 1300,
      origin: { kind: "stock_photo", url: "https://www.pexels.com/photo/8/", author: "Eva Nová" },
    });
    expect(await own.api.ok("listFiles")).toMatchObject({ total: 1, items: [file] });
    expect(await own.api.refused("addStockPhoto", { body: { photoId: "9" } })).toEqual(invalid("photoId"));
    for (const [field, body] of [
      ["folderId", { photoId: "8", folderId: "999999" }],
      ["name", { photoId: "8", name: "../x" }],
    ] as const) {
      expect(await own.api.refused("addStockPhoto", { body })).toEqual(invalid(field));
    }
  });

  it.each([
    ["busy", "rate_limited"],
    ["broken", "status"],
    ["strange", "answer"],
  ] as const)("answer 502 when the provider is %s", async (how, reason) => {
    const { api } = await connected();
    mode = how;
    expect(await api.refused("listStockPhotos")).toEqual(upstream("stock_photos", reason));
    expect(await api.refused("addStockPhoto", { body: { photoId: "8" } })).toEqual(upstream("stock_photos", reason));
  });

  it("answer 502 for an invalid key and if the provider is unreachable", async () => {
    const wrong = await connected({ PEXELS_API_KEY: "wrong" });
    expect(await wrong.api.refused("listStockPhotos")).toEqual(upstream("stock_photos", "key"));
    const away = await connected({ PEXELS_URL: "http://127.0.0.1:1" });
    expect(await away.api.refused("listStockPhotos")).toEqual(upstream("stock_photos", "connection"));
  });
});

describe("the thumbnail of a video", () => {
  it.each([
    ["https://www.youtube.com/watch?v=aaaaaaaaaaa&t=10", "https://www.youtube.com/watch?v=aaaaaaaaaaa"],
    ["youtu.be/aaaaaaaaaaa?si=x", "https://www.youtube.com/watch?v=aaaaaaaaaaa"],
    ["https://m.youtube.com/shorts/aaaaaaaaaaa", "https://www.youtube.com/watch?v=aaaaaaaaaaa"],
    ["https://www.youtube-nocookie.com/embed/aaaaaaaaaaa", "https://www.youtube.com/watch?v=aaaaaaaaaaa"],
    ["https://vimeo.com/123456789", "https://vimeo.com/123456789"],
    ["https://vimeo.com/123456789/abcdef1234", "https://vimeo.com/123456789/abcdef1234"],
    ["https://player.vimeo.com/video/123456789", "https://vimeo.com/123456789"],
    ["https://vimeo.com/channels/staffpicks/123456789", "https://vimeo.com/123456789"],
    ["https://example.com/watch?v=aaaaaaaaaaa", undefined],
    ["https://youtube.com.example.com/watch?v=aaaaaaaaaaa", undefined],
    ["https://www.youtube.com/watch?v=../../etc", undefined],
    ["https://vimeo.com/about", undefined],
    ["nonsense", undefined],
  ])("of %s", (text, url) => expect(parseVideoUrl(text)?.url).toBe(url));

  it.each([
    ["https://youtu.be/aaaaaaaaaaa", "https://www.youtube.com/watch?v=aaaaaaaaaaa", "video-aaaaaaaaaaa.jpg"],
    ["https://vimeo.com/123456789", "https://vimeo.com/123456789", "video-123456789.jpg"],
  ])("has a play button: %s", async (given, url, name) => {
    const own = await connected();
    const file = await own.api.ok("addVideoThumbnail", { body: { url: given } });
    expect(file).toMatchObject({ name, width: 1280, mediaType: "image/jpeg", origin: { kind: "video", url } });
    const shown = await own.server.inject({ method: "GET", url: new URL(file.url).pathname });
    const { data, info } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const middle = ((info.height >> 1) * info.width + (info.width >> 1)) * info.channels;
    expect([...data.subarray(middle, middle + 3)].every((value) => value > 240)).toBe(true);
    expect([...data.subarray(0, 3)].every((value) => value > 240)).toBe(false);
  });

  it("is rejected for other URLs, names and folders", async () => {
    const { api } = await connected();
    const url = "https://youtu.be/aaaaaaaaaaa";
    for (const [field, body] of [
      ["url", { url: "https://example.com/video" }],
      ["url", {}],
      ["name", { url, name: "a/b" }],
      ["folderId", { url, folderId: "999999" }],
    ] as const) {
      expect(await api.refused("addVideoThumbnail", { body })).toEqual(invalid(field));
    }
  });

  it.each([
    ["well", "https://youtu.be/bbbbbbbbbbb", "not_found"],
    ["busy", "https://youtu.be/aaaaaaaaaaa", "rate_limited"],
    ["broken", "https://vimeo.com/123456789", "status"],
    ["strange", "https://vimeo.com/123456789", "answer"],
    ["strange", "https://youtu.be/aaaaaaaaaaa", "answer"],
  ] as const)("answers 502 when the service is %s: %s", async (how, url, reason) => {
    const { api } = await connected();
    mode = how;
    expect(await api.refused("addVideoThumbnail", { body: { url } })).toEqual(upstream("video", reason));
  });
});

describe("a file by URL", () => {
  it("is downloaded and stored like an upload", async () => {
    const { api } = await connected();
    const file = await api.ok("uploadFile", { body: { url: `${base}/picture.jpg` } });
    const origin = { kind: "url", url: `${base}/picture.jpg`, author: null };
    expect(file).toMatchObject({ name: "picture.jpg", width: 1300, origin });
    const named = await api.ok("uploadFile", { body: { url: `${base}/picture.jpg`, name: "Horse" } });
    expect(named.name).toBe("Horse.jpg");
  });

  it.each([
    ["/missing.jpg", "well", "status"],
    ["/old.jpg", "well", "redirect"],
    ["/picture.jpg", "busy", "rate_limited"],
  ] as const)("answers 502 for %s when the server is %s", async (path, how, reason) => {
    const { api } = await connected();
    mode = how;
    const refusal = await api.refused("uploadFile", { body: { url: `${base}${path}` } });
    expect(refusal).toEqual(upstream("file", reason));
  });

  it("is inspected like an upload", async () => {
    const { api } = await connected();
    mode = "strange";
    const refusal = await api.refused("uploadFile", { body: { url: `${base}/a.png` } });
    expect(refusal).toEqual(
      invalid("file", expect.objectContaining({ reason: "type", allowed: expect.arrayContaining(["png"]) })),
    );
  });

  it("is downloaded from public addresses only", async () => {
    const { api } = await company();
    for (const url of [`${base}/picture.jpg`, "http://169.254.169.254/latest", "http://[::1]/"]) {
      expect(await api.refused("uploadFile", { body: { url } })).toEqual(
        invalid("url", { reason: "address", ...accepts.publicAddress }),
      );
    }
    for (const url of ["file:///etc/passwd", "not an address", "ftp://example.com/a.png"]) {
      expect(await api.refused("uploadFile", { body: { url } })).toEqual(
        invalid("url", { reason: "url", ...accepts.publicAddress }),
      );
    }
    expect(await api.refused("uploadFile", { body: {} })).toEqual(invalid("url"));
  });
});
