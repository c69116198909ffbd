/** How the HTML of a text block and of the rich text field correspond. */
export type EditedText = {
  /** What the field shows. */
  readonly html: string;
  /** Whether the text has no paragraphs. */
  readonly isPlain: boolean;
  /** The HTML of the block for what the field holds. */
  readonly toBlock: (html: string) => string;
};

const known = /^(?:p|h[1-4]|ul|ol|li|a|b|strong|i|em|u|s|br|span|blockquote|hr)$/i;
const blockLevel = /<(?:p|h[1-4]|ul|ol|blockquote|hr)[\s>]/i;

/** One element around everything, which conversion from code writes. */
const wrapper = /^\s*(<div(?:\s[^>]*)?>)((?:(?!<div[\s>])[\s\S])*)<\/div>\s*$/i;

const parts = (html: string) => {
  const [, open = "", inner = html] = wrapper.exec(html) ?? [];
  return { open, inner: inner.trim(), close: open === "" ? "" : "</div>" };
};

/** Whether the field keeps everything of this HTML; other HTML is edited as code. */
export const isRichText = (html: string): boolean =>
  [...parts(html).inner.matchAll(/<\/?([a-z][\w-]*)/gi)].every(([, name = ""]) => known.test(name)) &&
  !html.includes("{%");

/**
 * Styles are `data-style` in the field, because the page's content policy refuses inline styles. Text that has no
 * paragraphs gets none: its lines end with a break.
 */
export function editedText(source: string): EditedText {
  const { open, inner, close } = parts(source);
  const isPlain = inner !== "" && !blockLevel.test(inner);
  return {
    isPlain,
    html: inner.replaceAll(/(<[a-z][^>]*?\s)style=/gi, "$1data-style="),
    toBlock: (html) => {
      const written = html.replaceAll(/(<[a-z][^>]*?\s)data-style=/gi, "$1style=");
      const isStillPlain = isPlain && /^(?:<p>(?:(?!<\/?p>).)*<\/p>)+$/s.test(written);
      const lines = isStillPlain
        ? written
            .replaceAll("</p><p>", "<br>")
            .replace(/^<p>/, "")
            .replace(/<\/p>$/, "")
        : written;
      return `${open}${lines}${close}`;
    },
  };
}
