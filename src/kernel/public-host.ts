const privateName = /(?:^|\.)(?:localhost|local|internal|lan)$/i;

/** The host of an address where it is a name that others can look up; null for a number, `localhost` and names of a local network. */
export function publicHostOf(url: string): string | null {
  const { hostname } = new URL(url);
  const isName = /\.[a-z][a-z0-9-]*$/i.test(hostname);
  return isName && !privateName.test(hostname) ? hostname : null;
}
