import { iso } from "../../kernel/local-time.ts";
import { html, toHtmlString, type Html } from "../../kernel/html.ts";
import type { ProductCards } from "../../mail/render/product-cards.ts";
import { tokenPlaceholder, type MergeBlock } from "../../mail/render/values.ts";
import type { FeedItemRecord } from "./items.queries.ts";
import { renderCards } from "./product-cards-html.ts";

const teaserLength = 160;

/** Characters of a description in Twig: the items are sent to the sandbox for every recipient. */
const variableLength = 500;

/** E-mail programs need tables and styles in attributes. */
function renderList(rows: readonly Html[]): string {
  return toHtmlString(
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
      ${rows}
    </table>`,
  );
}

/** The address that a link to the item leads to. */
export type ItemLink = (url: string) => string;

export type BlockLook = { readonly language: string; readonly linkTo: ItemLink };

type ProductsLook = BlockLook & { readonly cards?: ProductCards | undefined };

const row = ({ imageUrl, name }: FeedItemRecord, url: string, details: Html): Html => {
  const text = html`<a href="${url}" style="font-weight:bold;text-decoration:none">${name}</a>${details}`;
  if (imageUrl === null)
    return html`<tr>
      <td colspan="2" valign="top" style="padding:8px 0">${text}</td>
    </tr>`;
  const picture = html`<img src="${imageUrl}" alt="${name}" width="96" style="display:block;border:0;width:96px" />`;
  const side = html`<td width="112" valign="top" style="padding:8px 16px 8px 0"><a href="${url}">${picture}</a></td>`;
  return html`<tr>
    ${side}
    <td valign="top" style="padding:8px 0">${text}</td>
  </tr>`;
};

function priceLine(item: FeedItemRecord, language: string): Html {
  const price = priceText(item.price, item.currency, language);
  const old = priceText(item.oldPrice, item.currency, language);
  const before = old === "" ? null : html` <s style="color:#888888">${old}</s>`;
  return price === "" ? html`` : html`<br />${price}${before}`;
}

export function renderProducts(found: readonly FeedItemRecord[], look: ProductsLook): MergeBlock {
  const items = found.map(withoutMarks);
  const { language, linkTo, cards } = look;
  return {
    items: items.map((item) => productVariables(item, language)),
    links: mapLinks(items, linkTo),
    html:
      cards === undefined
        ? renderList(items.map((item) => row(item, linkTo(item.url), priceLine(item, language))))
        : renderCards(
            items.map(({ name, imageUrl, url, ...prices }) => ({
              name,
              imageUrl,
              url: linkTo(url),
              price: priceText(prices.price, prices.currency, language),
              oldPrice: priceText(prices.oldPrice, prices.currency, language),
            })),
            cards,
          ),
    text: items
      .map((item) =>
        [item.name, priceText(item.price, item.currency, language), linkTo(item.url)]
          .filter((part) => part !== "")
          .join("\n"),
      )
      .join("\n\n"),
  };
}

export function renderArticles(found: readonly FeedItemRecord[], { linkTo }: BlockLook): MergeBlock {
  const items = found.map(withoutMarks);
  return {
    items: items.map(articleVariables),
    links: mapLinks(items, linkTo),
    html: renderList(items.map((item) => row(item, linkTo(item.url), html`<br />${toTeaser(item.description)}`))),
    text: items.map(({ name, url }) => `${name}\n${linkTo(url)}`).join("\n\n"),
  };
}

/** Texts of a feed cannot contain the place of the recipient's token. */
const withoutMarks = (item: FeedItemRecord): FeedItemRecord => ({
  ...item,
  name: item.name.replaceAll(tokenPlaceholder, ""),
  description: item.description.replaceAll(tokenPlaceholder, ""),
  url: item.url.replaceAll(tokenPlaceholder, ""),
});

const mapLinks = (items: readonly FeedItemRecord[], linkTo: ItemLink): ReadonlyMap<string, string> =>
  new Map(items.map(({ url }) => [url, linkTo(url)] as const).filter(([url, address]) => url !== address));

const productVariables = (item: FeedItemRecord, language: string) => ({
  id: item.id,
  code: item.key,
  name: item.name,
  description: toTeaser(item.description, variableLength),
  url: item.url,
  imageUrl: item.imageUrl,
  price: item.price,
  oldPrice: item.oldPrice,
  currency: item.currency,
  priceText: priceText(item.price, item.currency, language),
  oldPriceText: priceText(item.oldPrice, item.currency, language),
  brand: item.brand,
  category: item.category,
});

const articleVariables = ({ id, name, description, url, imageUrl, publishedAt, author }: FeedItemRecord) => ({
  id,
  title: name,
  description: toTeaser(description, variableLength),
  url,
  imageUrl,
  publishedAt: iso(publishedAt),
  author,
});

function toTeaser(text: string, length = teaserLength): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1))}…`;
}

function priceText(price: string | null, currency: string | null, language: string): string {
  if (price === null || currency === null) return "";
  const isWhole = price.endsWith(".00");
  const minimumFractionDigits = isWhole ? 0 : 2;
  return new Intl.NumberFormat(language, { style: "currency", currency, minimumFractionDigits }).format(Number(price));
}
