/** A link as the e-mail shows it: its text, or that of its picture, and the address without merge tags. */
export type ShownLink = { readonly text: string; readonly url: string; readonly isPicture: boolean };

/** The page's content policy refuses styles, which do not matter here, wherever they are parsed. */
const style = /<style\b[^]*?<\/style>|\sstyle=(?:"[^"]*"|'[^']*')/gi;

/** Links of a sent e-mail by their numbers. */
export function findShownLinks(html: string): Map<number, ShownLink> {
  const links = new Map<number, ShownLink>();
  const email = new DOMParser().parseFromString(html.replaceAll(style, ""), "text/html");
  for (const element of email.querySelectorAll("a[data-link]")) {
    const number = Number(element.getAttribute("data-link"));
    const picture = element.querySelector("img");
    const text = element.textContent.trim() || (picture?.alt.trim() ?? "");
    const url = element.getAttribute("href") ?? "";
    // The first place with a text names a link that stands in the e-mail several times.
    if ((links.get(number)?.text ?? "") === "")
      links.set(number, { text: text.replaceAll(/\s+/g, " "), url, isPicture: picture !== null });
  }
  return links;
}
