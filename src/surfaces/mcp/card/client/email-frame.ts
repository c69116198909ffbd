/// <reference lib="dom" />

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** What could run, load, send or lead away. */
const dropped = "script, base, meta[http-equiv], link, iframe, frame, object, embed, form, portal";

/**
 * The e-mail in a frame that runs no scripts, loads nothing and leads nowhere: links would open in new windows, which
 * the sandbox forbids.
 */
export function emailFrame(html: string, title: string): HTMLIFrameElement {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const element of parsed.querySelectorAll(dropped)) element.remove();
  for (const link of parsed.querySelectorAll("[target]")) link.removeAttribute("target");
  const meta = parsed.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = policy;
  const base = parsed.createElement("base");
  base.target = "_blank";
  parsed.head.prepend(meta, base);
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "");
  frame.referrerPolicy = "no-referrer";
  frame.title = title;
  frame.srcdoc = `<!doctype html>${parsed.documentElement.outerHTML}`;
  return frame;
}
