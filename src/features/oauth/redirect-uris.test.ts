import { expect, it } from "vitest";
import { isAllowedRedirectUri, matchesRedirectUri, redirectTarget, withAnswer } from "./redirect-uris.ts";

it.each([
  "https://client.example",
  "https://client.example/a/b?c=d",
  "https://client.example:8443/cb",
  "http://localhost:3000/callback",
  "http://127.0.0.1/callback",
  "http://[::1]:9/callback",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "vscode://vscode.example/callback",
  "claude:callback",
])("accepts %s", (uri) => {
  expect(isAllowedRedirectUri(uri)).toBe(true);
});

it.each([
  "",
  "client.example",
  "/callback",
  "//client.example/callback",
  "http://client.example/callback",
  "http://localhost.client.example/",
  "http://10.0.0.1/callback",
  "http://0.0.0.0/callback",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "unknownapp://callback",
  "ftp://client.example/",
  "https:client.example",
  "https:///client.example",
  "https://client.example/#",
  "https://client.example/cb#part",
  "https://user@client.example/",
  "https://user:password@client.example/",
  "https://@client.example/",
  "https://*.client.example/",
  "https://client.example/*",
  String.raw`https://client.example\@evil.example/`,
  "https://client.example/a b",
  " https://client.example/",
  "https://client.example/\n",
  "https://client.example/č",
  `https://client.example/${"x".repeat(2000)}`,
])("refuses %j", (uri) => {
  expect(isAllowedRedirectUri(uri)).toBe(false);
});

it.each([
  ["https://client.example/cb", "https://client.example/cb", true],
  ["https://client.example/cb", "https://client.example/cb/", false],
  ["https://client.example/cb", "https://client.example/cb?x=1", false],
  ["https://client.example/cb", "https://client.example/CB", false],
  ["https://client.example/cb", "https://client.example:443/cb", false],
  ["https://client.example/cb", "https://client.example/x/../cb", false],
  ["https://client.example/cb", "https://client.example.evil.example/cb", false],
  ["http://localhost:1/cb", "http://localhost:54321/cb", true],
  ["http://127.0.0.1/cb", "http://127.0.0.1:54321/cb", true],
  ["http://[::1]/cb", "http://[::1]:54321/cb", true],
  ["http://localhost:1/cb", "http://127.0.0.1:1/cb", false],
  ["http://localhost:1/cb", "http://localhost:1/other", false],
  ["http://localhost:1/cb", "http://localhost:1@evil.example/cb", false],
  ["http://localhost:1/cb", "http://localhost:1.evil.example/cb", false],
])("%s matches %s: %s", (registered, requested, isMatch) => {
  expect(matchesRedirectUri(registered, requested)).toBe(isMatch);
});

it("appends an answer and keeps the query of the address to the letter", () => {
  expect(withAnswer("https://client.example/cb", { code: "a b", state: null })).toBe(
    "https://client.example/cb?code=a+b",
  );
  expect(withAnswer("https://client.example/cb?x=%20", { code: "1" })).toBe("https://client.example/cb?x=%20&code=1");
});

it("names the host, in ASCII, or the scheme of a native client", () => {
  expect(redirectTarget("https://client.example:8443/cb")).toEqual({ name: "client.example:8443", isLocal: false });
  expect(redirectTarget("http://localhost:3000/cb")).toEqual({ name: "localhost:3000", isLocal: true });
  expect(redirectTarget("cursor://cb")).toEqual({ name: "cursor:", isLocal: true });
});
