const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128];

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) >> 1; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

const toDigit = (letter: string): number => {
  const digit = Number.parseInt(letter, base);
  // Letters come before digits.
  return /\d/.test(letter) ? digit + 26 : digit - 10;
};

/** A label of a domain as people write it: `xn--hky-ela` → `háky` (RFC 3492); one that is damaged stays as it is. */
function unicodeLabel(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const code = label.slice(4);
  const end = code.lastIndexOf("-");
  const letters = Array.from(end < 0 ? "" : code.slice(0, end));
  let [n, index, bias, at] = [firstCode, 0, firstBias, end + 1];
  while (at < code.length) {
    const start = index;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = toDigit(code.charAt(at));
      at += 1;
      if (!(digit >= 0 && digit < base)) return label;
      index += digit * weight;
      const threshold = k <= bias ? tMin : Math.min(tMax, k - bias);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const points = letters.length + 1;
    bias = adapt(index - start, points, start === 0);
    n += Math.floor(index / points);
    if (n > 0x10ffff) return label;
    index %= points;
    letters.splice(index, 0, String.fromCodePoint(n));
    index += 1;
  }
  return letters.join("");
}

export const unicodeDomain = (domain: string): string => domain.toLowerCase().split(".").map(unicodeLabel).join(".");

/** An address as it is read: domain and path, without protocol and query. */
export function shortAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname, protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return url;
  let path = pathname;
  try {
    path = decodeURI(pathname);
  } catch {
    // A path that is not encoded as UTF-8 stays as it is.
  }
  return `${unicodeDomain(host.replace(/^www\./, ""))}${path === "/" ? "" : path}`;
}
