import { emptyHtml, html, toHtmlString, type Html } from "../../kernel/html.ts";
import type { CardButton, ProductCards } from "../../mail/render/product-cards.ts";

export type ProductCard = {
  readonly name: string;
  readonly url: string;
  readonly imageUrl: string | null;
  /** Contains the currency; empty if unknown. */
  readonly price: string;
  readonly oldPrice: string;
};

/** Space at each side of a card's content, in pixels. */
const gutter = 8;

/**
 * Cards wrap where the window is narrower than a row of them. Outlook for Windows does not know inline blocks: it gets the rows as a
 * table in conditional comments.
 */
export function renderCards(products: readonly ProductCard[], cards: ProductCards): string {
  const { columns, width } = cards;
  const parts = products.map((product, index) => {
    const rowStart = index > 0 && index % columns === 0 ? html`<!--[if mso]></tr><tr><![endif]-->` : emptyHtml;
    const cell = html`<!--[if mso]><td width="${width}" valign="top"><![endif]-->`;
    return html`${rowStart}${cell}${renderCard(product, cards)}<!--[if mso]></td><![endif]-->`;
  });
  const start = html`<!--[if mso]><table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0"><tr><![endif]-->`;
  const end = html`<!--[if mso]></tr></table><![endif]-->`;
  return toHtmlString(html`<div style="text-align:center">${start}${parts}${end}</div>`);
}

function renderCard({ name, url, imageUrl, price, oldPrice }: ProductCard, { width, button }: ProductCards): Html {
  const inner = width - 2 * gutter;
  const imageStyle = `display:block;margin:0 auto 8px;border:0;width:100%;max-width:${inner}px;height:auto`;
  const image =
    imageUrl === null
      ? emptyHtml
      : html`<a href="${url}"><img src="${imageUrl}" alt="${name}" width="${inner}" style="${imageStyle}" /></a>`;
  const old = oldPrice === "" ? emptyHtml : html` <s style="color:#767676">${oldPrice}</s>`;
  const prices = price === "" ? emptyHtml : html`<br /><strong>${price}</strong>${old}`;
  const place = `display:inline-block;vertical-align:top;width:100%;max-width:${width}px`;
  const link = html`<a href="${url}" style="color:inherit;text-decoration:none">${name}</a>`;
  const details = html`${image}${link}${prices}${button === undefined ? emptyHtml : renderButton(button, url)}`;
  return html`<div style="${place}"><div style="padding:8px ${gutter}px 16px">${details}</div></div>`;
}

function renderButton({ label, color, textColor, radius }: CardButton, url: string): Html {
  const cell = `border-radius:${radius}px;background:${color}`;
  const text = `display:inline-block;padding:9px 18px;color:${textColor};text-decoration:none;font-weight:bold`;
  return html`<table
    role="presentation"
    align="center"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:10px auto 0"
  >
    <tr>
      <td bgcolor="${color}" style="${cell}"><a href="${url}" style="${text}">${label}</a></td>
    </tr>
  </table>`;
}
