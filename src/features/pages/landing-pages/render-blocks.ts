import { emptyHtml, html, toHtmlString, trustedHtml, type Html } from "../../../kernel/html.ts";
import { sanitizePage } from "../../../kernel/sanitize-html.ts";
import { fontStacks } from "../public-page/fonts.ts";
import { formPlace } from "./form-places.ts";
import type { PageBlock, PageBlocks, PageColumn, PageSection } from "./page-blocks.ts";

type Settings = NonNullable<PageBlocks["settings"]>;
type BlockOfKind<Kind extends PageBlock["kind"]> = Extract<PageBlock, { kind: Kind }>;
type Look = Required<Omit<Settings, "title" | "language">> & { readonly hasMarks: boolean };

const defaults = {
  width: 800,
  backgroundColor: "#f4f4f4",
  contentColor: "#ffffff",
  textColor: "#222222",
  linkColor: "#1f5fbf",
  buttonColor: "#1f5fbf",
  buttonTextColor: "#ffffff",
  font: "arial",
  fontSize: 16,
} as const;

const families: Readonly<Record<Look["font"], string>> = {
  ...fontStacks,
  helvetica: "Helvetica,Arial,sans-serif",
  tahoma: "Tahoma,Verdana,sans-serif",
};

type Rendering = {
  /** Every part has the class `block-<id>`, for an editor. */
  readonly hasMarks?: boolean;
  /** The blocks are a part of a page, which has a `main` of its own. */
  readonly isPart?: boolean;
};

/** The body of a page, with the style sheet that it needs. */
export function renderPageBlocks({ settings, sections }: PageBlocks, rendering: Rendering = {}): string {
  const { hasMarks = false, isPart = false } = rendering;
  const look: Look = { ...defaults, ...settings, hasMarks };
  const parts = sections.map((section) => renderSection(section, look));
  const body = isPart ? html`<div class="pg">${parts}</div>` : html`<main class="pg">${parts}</main>`;
  return sanitizePage(
    toHtmlString(
      html`<style>
          ${trustedHtml(styleSheet(look))}</style
        >${body}`,
    ),
  );
}

const styleSheet = (look: Look): string => `
body{margin:0;background:${look.backgroundColor}}
.pg{color:${look.textColor};font-family:${families[look.font]};font-size:${look.fontSize}px;line-height:1.5}
.pg *{box-sizing:border-box}
.pg h1,.pg h2,.pg h3{margin:0 0 .5em;line-height:1.2}
.pg p{margin:0 0 .75em}
.pg p:last-child{margin-bottom:0}
.pg a{color:${look.linkColor}}
.pg img{max-width:100%;height:auto;vertical-align:top}
.pg-in{display:flex;flex-wrap:wrap;max-width:${look.width}px;margin:0 auto;background-color:${look.contentColor}}
.pg-full .pg-in{background-color:transparent}
.pg-col{flex:1 1 0;min-width:0;display:flex;flex-direction:column}
.pg a.pg-button,.pg form button{display:inline-block;padding:.7em 1.4em;border:0;border-radius:4px;background:${look.buttonColor};color:${look.buttonTextColor};font:inherit;font-weight:bold;text-decoration:none;cursor:pointer}
.pg form{display:grid;gap:12px;text-align:left}
.pg form label{display:grid;gap:4px}
.pg form input,.pg form select,.pg form textarea{width:100%;padding:.6em;border:1px solid #767676;border-radius:4px;background:#fff;color:#222;font:inherit}
.pg form input[type=checkbox],.pg form input[type=radio]{width:auto;margin-right:8px}
.pg form .trap{position:absolute;left:-9999px}
.pg form .consent{font-size:.85em}
@media(max-width:640px){.pg-stack>.pg-in{flex-direction:column}.pg-stack>.pg-in>.pg-col{flex-basis:auto;width:100%!important}}`;

type Padding = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
type Spaced = { readonly id?: string; readonly padding?: Padding; readonly backgroundColor?: string };

const joinClasses = ({ id }: Spaced, { hasMarks }: Look, own = ""): string =>
  [own, hasMarks && id !== undefined && /^[\w-]+$/.test(id) ? `block-${id}` : ""]
    .filter((name) => name !== "")
    .join(" ");

const declarations = (entries: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(entries)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(";");

const px = (size: number | undefined): string | undefined => (size === undefined ? undefined : `${size}px`);
const toSpace = (padding: Padding | undefined): string | undefined =>
  padding && [padding.top, padding.right, padding.bottom, padding.left].map((side) => `${side}px`).join(" ");

/** An address inside `url()`: nothing that could end it. */
const cssAddress = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:\/\//i.test(address)
    ? `url("${encodeURI(address).replaceAll('"', "%22")}")`
    : undefined;

function renderSection(section: PageSection, look: Look): Html {
  const { padding, backgroundColor, backgroundImage, fullWidth = false, stackOnMobile = true, columns } = section;
  const image = cssAddress(backgroundImage);
  const background = declarations({
    "background-color": backgroundColor,
    "background-image": image,
    "background-size": image && "cover",
    "background-position": image && "center",
  });
  const inside = declarations({ padding: toSpace(padding) ?? "20px 0" });
  const names = joinClasses(
    section,
    look,
    [fullWidth ? "pg-full" : "", stackOnMobile ? "pg-stack" : ""].join(" ").trim(),
  );
  const [outer, inner] = fullWidth ? [background, inside] : ["", `${inside};${background}`];
  return html`<div class="${names}" style="${outer}">
    <div class="pg-in" style="${inner}">${columns.map((column) => renderColumn(column, look))}</div>
  </div>`;
}

const justify = { top: "flex-start", middle: "center", bottom: "flex-end" } as const;

function renderColumn(column: PageColumn, look: Look): Html {
  const { padding, backgroundColor, width, verticalAlign, blocks } = column;
  const style = declarations({
    flex: width === undefined ? undefined : `0 0 ${width}%`,
    padding: toSpace(padding),
    "background-color": backgroundColor,
    "justify-content": verticalAlign && justify[verticalAlign],
  });
  return html`<div class="${joinClasses(column, look, "pg-col")}" style="${style}">
    ${blocks.map((block) => renderBlock(block, look))}
  </div>`;
}

function renderBlock(block: PageBlock, look: Look): Html {
  const align = "align" in block ? block.align : undefined;
  const style = declarations({
    padding: toSpace(block.padding) ?? "10px 25px",
    "background-color": block.backgroundColor,
    "text-align": align ?? defaultAligns[block.kind],
  });
  return html`<div class="${joinClasses(block, look)}" style="${style}">${renderContent(block, look)}</div>`;
}

const defaultAligns: Readonly<Partial<Record<PageBlock["kind"], string>>> = {
  image: "center",
  button: "center",
  social: "center",
  product: "center",
};

function renderContent(block: PageBlock, look: Look): Html {
  switch (block.kind) {
    case "text":
      return renderText(block);
    case "image":
      return renderImage(block);
    case "button":
      return renderButton(block);
    case "divider":
      return html`<hr
        style="${declarations({
          border: 0,
          "border-top": `${block.thickness ?? 1}px ${block.style ?? "solid"} ${block.color ?? "#dddddd"}`,
          margin: 0,
        })}"
      />`;
    case "spacer":
      return html`<div style="height:${block.height}px"></div>`;
    case "social":
      return renderSocial(block, look);
    case "product":
      return renderProduct(block);
    case "form":
      return formPlace(block.formId);
    case "html":
      return ownMarkup(block.html);
  }
}

/** Alone first, so that what is open or closed in it cannot leave its block. */
const ownMarkup = (markup: string): Html => trustedHtml(sanitizePage(markup));

const renderText = ({ html: text, fontSize, color, lineHeight }: BlockOfKind<"text">): Html =>
  html`<div style="${declarations({ "font-size": px(fontSize), color, "line-height": lineHeight })}">
    ${ownMarkup(text)}
  </div>`;

function renderImage({ src, alt, href, width, radius }: BlockOfKind<"image">): Html {
  if (src === "") return emptyHtml;
  const style = declarations({ width: px(width), "border-radius": px(radius) });
  const image = html`<img src="${src}" alt="${alt}" style="${style}" />`;
  return href === undefined ? image : html`<a href="${href}">${image}</a>`;
}

type ButtonLook = Pick<
  BlockOfKind<"button">,
  "label" | "href" | "buttonColor" | "buttonTextColor" | "radius" | "fontSize" | "fullWidth"
>;

function renderButton(block: ButtonLook): Html {
  const { label, href, buttonColor, buttonTextColor, radius, fontSize, fullWidth = false } = block;
  const style = declarations({
    background: buttonColor,
    color: buttonTextColor,
    "border-radius": px(radius),
    "font-size": px(fontSize),
    width: fullWidth ? "100%" : undefined,
    "text-align": fullWidth ? "center" : undefined,
  });
  return html`<a class="pg-button" href="${href}" style="${style}">${label}</a>`;
}

const networkNames: Readonly<Record<BlockOfKind<"social">["items"][number]["network"], string>> = {
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

const renderSocial = ({ items, color, fontSize }: BlockOfKind<"social">, look: Look): Html => {
  const style = declarations({ color: color ?? look.linkColor, "text-decoration": "none", margin: "0 8px" });
  return html`<div style="${declarations({ "font-size": px(fontSize) })}">
    ${items.map(
      ({ network, href, iconUrl, label }) =>
        html`<a href="${href}" style="${style}"
          >${
            iconUrl === undefined
              ? (label ?? networkNames[network])
              : html`<img src="${iconUrl}" alt="${label ?? networkNames[network]}" width="28" height="28" />`
          }</a
        >`,
    )}
  </div>`;
};

function renderProduct(block: BlockOfKind<"product">): Html {
  const { name, href, imageUrl, price, oldPrice, description, buttonLabel } = block;
  return html`${imageUrl === undefined ? emptyHtml : html`<a href="${href}"><img src="${imageUrl}" alt="${name}" /></a>`}
    <p>
      <a href="${href}" style="color:inherit;text-decoration:none"><strong>${name}</strong></a>
    </p>
    ${
      price === undefined
        ? emptyHtml
        : html`<p>
            ${oldPrice === undefined ? emptyHtml : html`<s style="color:#767676">${oldPrice}</s> `}<strong
              >${price}</strong
            >
          </p>`
    }
    ${description === undefined ? emptyHtml : html`<div>${ownMarkup(description)}</div>`}
    ${buttonLabel === undefined ? emptyHtml : renderButton({ ...block, label: buttonLabel })}`;
}
