/** The public URL whose host the request names; the main one otherwise, so that no header of the request is echoed. */
export function chooseBaseUrl(baseUrls: readonly string[], host: string): string {
  const [main = ""] = baseUrls;
  return baseUrls.find((url) => hostsOf(url).includes(host.toLowerCase())) ?? main;
}

/** Whether the Host names one of the public URLs. */
export const isServedHost = (baseUrls: readonly string[], host: string): boolean =>
  baseUrls.some((url) => hostsOf(url).includes(host.toLowerCase()));

/** Hosts with and without the default port, because clients may send either. */
function hostsOf(baseUrl: string): string[] {
  const { host, hostname, protocol } = new URL(baseUrl);
  return host === hostname ? [host, `${hostname}:${protocol === "https:" ? 443 : 80}`] : [host];
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

export const isLoopbackUrl = (url: URL): boolean => url.protocol === "http:" && loopbackHosts.includes(url.hostname);
