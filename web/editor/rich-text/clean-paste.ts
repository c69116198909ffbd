/** Elements whose words are no text of the page that they were copied from. */
const wordless = /<(style|script|title|head|o:p|xml)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<(?:meta|link)\b[^>]*>/gi;

const spanOfText = /<span\b([^>]*)>([^<]*)<\/span>/gi;
const boldStyle = /font-weight:\s*(?:bold|[6-9]00)/i;
const italicStyle = /font-style:\s*italic/i;

/** Some text programs write bold and italic words as styles, and "not bold" as the style of an element `b` around all. */
function toElements(html: string): string {
  return html
    .replace(/<b\b[^>]*font-weight:\s*normal[^>]*>/gi, "")
    .replace(spanOfText, (span, attributes: string, text: string) => {
      const italic = italicStyle.test(attributes) ? `<em>${text}</em>` : text;
      if (boldStyle.test(attributes)) return `<strong>${italic}</strong>`;
      return italic === text ? span : italic;
    });
}

/**
 * HTML from the clipboard without what text programs and pages add: their styles, classes and comments, addresses that
 * run scripts, and runs of no-break spaces. What the text of an e-mail cannot hold falls away when it is parsed; text
 * that was copied here stays as it is.
 */
export function cleanPaste(html: string): string {
  if (html.includes("data-pm-slice")) return html;
  return toElements(html.replace(wordless, ""))
    .replace(/\s(?:style|class|id|lang|dir|align|on\w+|data-[\w-]+)=(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "")
    .replace(/\shref=(["']?)\s*(?:javascript|data|vbscript|file):[^"'\s>]*\1/gi, "")
    .replace(/(?:&nbsp;|\u00a0){2,}/gi, " ");
}
