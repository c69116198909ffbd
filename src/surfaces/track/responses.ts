import type { ServerResponse } from "node:http";

/** A transparent 1 × 1 GIF. */
export const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

export const commonHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
};

/** Alternating names and values, the raw format that Node writes without processing. */
const flattenHeaders = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries({ ...commonHeaders, ...headers }).flat();

const pixelHeaders = flattenHeaders({
  "Content-Type": "image/gif",
  "X-Content-Type-Options": "nosniff",
  "Content-Length": String(pixel.length),
  // Shown by web mail on other hosts.
  "Cross-Origin-Resource-Policy": "cross-origin",
});
const redirectHeaders = flattenHeaders({ "Content-Length": "0" });

export function sendPixel(response: ServerResponse): void {
  response.writeHead(200, pixelHeaders).end(pixel);
}

export function redirect(response: ServerResponse, address: string): void {
  response.writeHead(302, [...redirectHeaders, "Location", address]).end();
}
