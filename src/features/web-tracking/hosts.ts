/** A host in lower case, international names in ASCII; undefined when the text is not a host alone. */
export function parseHost(text: string): string | undefined {
  const host = text.trim().toLowerCase();
  if (!/^[^\s/?#@:[\]\\]+$/.test(host) || /^\.|\.$/.test(host)) return undefined;
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : undefined;
}

/** `www.` makes no difference between hosts. */
const withoutWww = (host: string): string => host.replace(/^www\.(?=.)/, "");

/** The host of a web address, without `www.`; undefined for anything else. */
export function hostOf(address: string): string | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  return withoutWww(new URL(address).hostname);
}

/** The hosts of a shop: that of its url and its further domains, all without `www.`. */
export function shopHosts(url: string | null, domains: readonly string[]): ReadonlySet<string> {
  const own = url === null ? undefined : hostOf(url);
  return new Set([...(own === undefined ? [] : [own]), ...domains.map(withoutWww)]);
}
