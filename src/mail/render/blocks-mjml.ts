import type { Static } from "typebox";
import type * as schema from "./blocks.ts";
import { defaultEmailLook, fontFamilies } from "../../kernel/email-look.ts";
import { fold } from "../../kernel/text.ts";
import { hideIfEmptyClass } from "./empty-regions.ts";
import { escapeHtml } from "./escape.ts";
import { writeCards } from "./product-cards.ts";

type SchemaType<Name extends "Block" | "Section" | "Column" | "BlockSettings" | "Blocks"> = Static<
  (typeof schema)[Name]
>;
type Block = SchemaType<"Block">;
type BlockOfKind<Word extends Block["kind"]> = Extract<Block, { kind: Word }>;

type ResolvedSettings = Required<Omit<SchemaType<"BlockSettings">, "title">>;

type Attributes = Readonly<Record<string, string | number | undefined>>;

function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`)
    .join("");
  return `<${name}${written}>${content}</${name}>`;
}

const px = (pixels: number | undefined) => (pixels === undefined ? undefined : `${pixels}px`);
const space = (padding: { top: number; right: number; bottom: number; left: number } | undefined) =>
  padding && `${padding.top}px ${padding.right}px ${padding.bottom}px ${padding.left}px`;

type Look = ResolvedSettings & {
  readonly hasToken: boolean;
  /** What a block has to itself, in pixels: less than the e-mail inside of a column. */
  readonly room: number;
};

/** Left and right padding together; a side that is not set has that of MJML. */
const sumSides = ({ padding }: { readonly padding?: { left: number; right: number } }, unset: number): number =>
  padding === undefined ? 2 * unset : padding.left + padding.right;

/** The class names the block in a preview, so that an editor finds it. */
const toMarker = ({ id }: { readonly id?: string }, { hasToken }: Look) =>
  hasToken && id !== undefined && /^[\w-]+$/.test(id) ? { "css-class": `block-${id}` } : {};

/** Converts the visual form to MJML, deterministically. */
export function blocksToMjml({ settings, sections }: SchemaType<"Blocks">, hasToken = false): string {
  const look: Look = { ...defaultEmailLook, ...settings, hasToken, room: settings?.width ?? defaultEmailLook.width };
  const head = element(
    "mj-head",
    {},
    [
      settings?.title === undefined ? "" : element("mj-title", {}, escapeHtml(settings.title)),
      element(
        "mj-attributes",
        {},
        element("mj-all", { "font-family": fontFamilies[look.font] }) +
          element("mj-text", { "font-size": px(look.fontSize), color: look.textColor, "line-height": "1.5" }) +
          element("mj-button", {
            "background-color": look.buttonColor,
            color: look.buttonTextColor,
            "font-size": px(look.fontSize),
          }),
      ),
      element("mj-style", { inline: "inline" }, `a.link { color: ${look.linkColor}; }`),
    ].join(""),
  );
  const body = element(
    "mj-body",
    { width: px(look.width), "background-color": look.backgroundColor },
    sections
      .map((section) => (section.kind === "element" ? savedMarkup(section, look) : sectionMarkup(section, look)))
      .join("\n"),
  );
  return `<mjml lang="${look.language}">\n${head}\n${body}\n</mjml>`;
}

/** The first component of a saved element bears the mark. */
function savedMarkup(block: BlockOfKind<"element">, look: Look): string {
  const mark = toMarker(block, look)["css-class"];
  return mark === undefined ? block.mjml : block.mjml.replace(/<mj-[a-z-]+/, `$& css-class="${mark}"`);
}

function sectionMarkup(section: SchemaType<"Section">, look: Look): string {
  const inside = { ...look, room: look.room - sumSides(section, 0) };
  const share = 100 / section.columns.length;
  const columns = section.columns
    .map((column) => columnMarkup(column, { ...inside, room: (inside.room * (column.width ?? share)) / 100 }))
    .join("\n");
  return element(
    "mj-section",
    {
      ...toMarker(section, look),
      "background-color": section.backgroundColor ?? look.contentColor,
      "background-url": section.backgroundImage,
      "background-size": section.backgroundImage && "cover",
      "full-width": section.fullWidth === true ? "full-width" : undefined,
      padding: space(section.padding),
    },
    section.stackOnMobile === false ? element("mj-group", {}, columns) : columns,
  );
}

const columnMarkup = (column: SchemaType<"Column">, look: Look) =>
  element(
    "mj-column",
    {
      ...toMarker(column, look),
      width: column.width === undefined ? undefined : `${column.width}%`,
      "background-color": column.backgroundColor,
      padding: space(column.padding),
      "vertical-align": column.verticalAlign,
    },
    column.blocks.map((block) => blockMarkup(block, { ...look, room: look.room - sumSides(column, 0) })).join("\n"),
  );

function blockMarkup(block: Block, look: Look): string {
  if (block.kind === "element") return savedMarkup(block, look);
  const around = {
    ...toMarker(block, look),
    padding: space(block.padding),
    "container-background-color": block.backgroundColor,
  };
  switch (block.kind) {
    case "text":
      return element(
        "mj-text",
        {
          ...around,
          align: block.align,
          color: block.color,
          "font-size": px(block.fontSize),
          "line-height": block.lineHeight,
        },
        linked(block.html),
      );
    case "image":
      return image(block, around);
    case "button":
    case "form":
      return button(block, around);
    case "divider":
      return element("mj-divider", {
        ...around,
        "border-color": block.color ?? "#dddddd",
        "border-width": px(block.thickness ?? 1),
        "border-style": block.style,
      });
    case "spacer":
      return element("mj-spacer", { ...around, height: px(block.height) });
    case "social":
      return social(block, around, look);
    case "product":
      return product(block, around);
    case "coupon":
      return coupon(block, around, look);
    case "products":
      return feedItems(block, around, `products:${productsKey(block)}${renderCards(block, look)}`);
    case "articles":
      return feedItems(block, around, `articles:${block.feedId}.${block.count ?? defaultFeedItems}`);
    case "html":
      return element("mj-text", around, block.html);
  }
}

/** Links take the colour of the settings unless they have a class. */
const linked = (html: string) => html.replace(/<a(?=\s)(?![^>]*\sclass=)/gi, '<a class="link"');

function image(block: BlockOfKind<"image">, around: Attributes): string {
  return element("mj-image", {
    ...around,
    src: block.src,
    alt: block.alt,
    href: block.href,
    width: px(block.width),
    align: block.align,
    "border-radius": px(block.radius),
  });
}

type ButtonLook = {
  label: string;
  href: string;
  align?: string;
  buttonColor?: string;
  buttonTextColor?: string;
  radius?: number;
  fontSize?: number;
  fullWidth?: boolean;
};

function button(block: ButtonLook, { padding, "css-class": mark }: Attributes): string {
  return element(
    "mj-button",
    {
      "css-class": mark,
      padding,
      href: block.href,
      align: block.align,
      "background-color": block.buttonColor,
      color: block.buttonTextColor,
      "border-radius": px(block.radius),
      "font-size": px(block.fontSize),
      width: block.fullWidth === true ? "100%" : undefined,
    },
    escapeHtml(block.label),
  );
}

const networkNames: Readonly<Record<string, string>> = {
  facebook: "Facebook",
  instagram: "Instagram",
  x: "X",
  linkedin: "LinkedIn",
  youtube: "YouTube",
  tiktok: "TikTok",
  pinterest: "Pinterest",
  threads: "Threads",
  web: "Web",
};

/** Text unless the author provides icons: stock icons would load from a third-party server. */
function social(block: BlockOfKind<"social">, around: Attributes, look: ResolvedSettings): string {
  const items = block.items.map(({ network, href, iconUrl, label }) => {
    const name = escapeHtml(label ?? networkNames[network] ?? network);
    const content =
      iconUrl === undefined
        ? name
        : `<img src="${escapeHtml(iconUrl)}" alt="${name}" width="28" height="28" style="border:0;vertical-align:middle">`;
    const style = `color:${block.color ?? look.linkColor};text-decoration:none`;
    return `<a href="${escapeHtml(href)}" style="${style}">${content}</a>`;
  });
  const attributes = { ...around, align: block.align ?? "center", "font-size": px(block.fontSize) };
  return element("mj-text", attributes, items.join("&nbsp;&nbsp;&nbsp;"));
}

function product(block: BlockOfKind<"product">, around: Attributes): string {
  const align = block.align ?? "center";
  const old = block.oldPrice === undefined ? "" : `<s style="color:#777777">${escapeHtml(block.oldPrice)}</s> `;
  const price = block.price === undefined ? "" : `<br>${old}<strong>${escapeHtml(block.price)}</strong>`;
  const name = `<a href="${escapeHtml(block.href)}" style="color:inherit;text-decoration:none"><strong>${escapeHtml(block.name)}</strong></a>`;
  return [
    block.imageUrl === undefined
      ? ""
      : element("mj-image", { ...around, src: block.imageUrl, alt: block.name, href: block.href, align }),
    element("mj-text", { ...around, align }, name + price),
    block.description === undefined ? "" : element("mj-text", { ...around, align }, linked(block.description)),
    block.buttonLabel === undefined
      ? ""
      : button({ ...block, label: block.buttonLabel, align }, { "css-class": around["css-class"] }),
  ].join("");
}

/** Items of a feed that a block shows. */
const defaultFeedItems = 4;

/** The row disappears when there are no items. */
function feedItems(
  { heading = "", required }: BlockOfKind<"products" | "articles">,
  { "css-class": mark, ...around }: Attributes,
  tag: string,
): string {
  const classes = [mark, hideIfEmptyClass].filter((name) => name !== undefined).join(" ");
  const title = heading.trim() === "" ? "" : `<h2 style="${headingStyle}">${escapeHtml(heading.trim())}</h2>`;
  const suffix = required === true ? ".required" : "";
  return element("mj-text", { "css-class": classes, ...around }, `${title}{{${tag}${suffix}}}`);
}

const headingStyle = "margin:0 0 8px;font-size:1.25em;line-height:1.3";

function productsKey({ feedId, ids, order, category = "", count = defaultFeedItems }: BlockOfKind<"products">): string {
  if (ids !== undefined) return `${feedId}.ids.${ids.join("-")}`;
  if (order === "last_category") return `${feedId}.last-category.${count}`;
  const slug = fold(category)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const inOrder = order === "newest" || order === "cheapest" ? `${feedId}.${order}` : feedId;
  return [inOrder, String(count), ...(slug === "" ? [] : [slug])].join(".");
}

function renderCards(block: BlockOfKind<"products">, look: Look): string {
  const { columns, buttonLabel = "", buttonColor, buttonTextColor, radius } = block;
  if (columns === undefined) return "";
  const width = Math.max(10, Math.floor((look.room - sumSides(block, 25)) / columns));
  const label = buttonLabel.trim();
  const button = {
    label,
    color: buttonColor ?? look.buttonColor,
    textColor: buttonTextColor ?? look.buttonTextColor,
    radius: radius ?? 3,
  };
  return writeCards({ columns, width, button: label === "" ? undefined : button });
}

function coupon(block: BlockOfKind<"coupon">, around: Attributes, look: ResolvedSettings): string {
  const color = block.color ?? look.buttonColor;
  const box = `display:inline-block;padding:12px 24px;border:2px dashed ${color};color:${color};font-weight:bold;letter-spacing:1px`;
  const label = block.label === undefined ? "" : `${escapeHtml(block.label)}<br>`;
  const note = block.note === undefined ? "" : `<br><small>${escapeHtml(block.note)}</small>`;
  const attributes = { ...around, align: "center", "font-size": px(block.fontSize) };
  return element("mj-text", attributes, `${label}<span style="${box}">{{coupon:${block.mergeKey}}}</span>${note}`);
}
