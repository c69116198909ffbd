import { isLoopbackUrl } from "../../kernel/base-url.ts";

/** Redirect addresses of clients: which may be registered, which match, and how an answer is appended. */
const maxLength = 2000;
const nativeSchemes = ["cursor:", "vscode:", "vscode-insiders:", "claude:", "windsurf:"];

/** https, http on loopback, or a scheme of a known native client; printable ASCII, so that it is valid in a header. */
export function isAllowedRedirectUri(uri: string): boolean {
  if (uri.length > maxLength || !/^[!-~]+$/.test(uri) || /[#\\*]/.test(uri) || !URL.canParse(uri)) return false;
  const url = new URL(uri);
  if (url.username !== "" || url.password !== "" || /^[^/?]*\/\/[^/?]*@/.test(uri)) return false;
  if (url.protocol === "https:") return /^https:\/\/[^/]/i.test(uri);
  return isLoopbackUrl(url) || nativeSchemes.includes(url.protocol);
}

/** The same text; on loopback the port may differ, because native clients listen on a free one (RFC 8252, 7.3). */
export function matchesRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  if (!isAllowedRedirectUri(requested)) return false;
  const [known, asked] = [new URL(registered), new URL(requested)];
  return isLoopbackUrl(known) && isLoopbackUrl(asked) && withoutPort(registered) === withoutPort(requested);
}

/** Only the port of the text is dropped: everything else must be equal to the letter. */
const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?[]*)):\d*/i, "$1");

export function withAnswer(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const pairs = Object.entries(answer).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(pairs)}`;
}

/** What a person recognizes: the host, or the scheme of a native client. */
export function redirectTarget(redirectUri: string): { readonly name: string; readonly isLocal: boolean } {
  const url = new URL(redirectUri);
  if (nativeSchemes.includes(url.protocol)) return { name: url.protocol, isLocal: true };
  return { name: url.host, isLocal: isLoopbackUrl(url) };
}
