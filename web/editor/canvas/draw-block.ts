import type { Block, BlockKind, BlockOf, Column, Section } from "../model/document.ts";
import { buttonRadius, dividerColor, familyOf, lineHeight, type Look } from "../model/look.ts";
import { defaultPadding } from "../model/spaces.ts";

/**
 * Parts of an e-mail as they will look about, for the moment until the server has rendered them. What depends on data
 * of the server, such as products, is a box with the name of the block.
 */
export type Drawing = {
  readonly look: Look;
  readonly names: Readonly<Record<BlockKind, string>>;
  /** Names merge tags, whose values only the server knows. */
  readonly readable: (text: string) => string;
};

/** A saved element has its spaces inside. */
const noSpaces: Pick<Section, "padding" | "backgroundColor"> = {};

type Styles = Readonly<Record<string, string | number | undefined>>;

const sides = ["top", "right", "bottom", "left"] as const;

const toPadding = (padding: Readonly<Record<(typeof sides)[number], number>>) =>
  sides.map((side) => `${padding[side]}px`).join(" ");

function create<Name extends keyof HTMLElementTagNameMap>(
  frame: Document,
  name: Name,
  styles: Styles = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const element = frame.createElement(name);
  for (const [property, value] of Object.entries(styles))
    if (value !== undefined) element.style.setProperty(property, String(value));
  element.append(...children);
  return element;
}

const px = (size: number | undefined) => (size === undefined ? undefined : `${size}px`);

/** Kinds that look the same without the server, apart from the data of the contact. */
export const isDrawn = ({ kind }: Block): boolean => kind in drawnKinds;

const drawnKinds = { text: true, button: true, image: true, divider: true, spacer: true, html: true } as const;

export function drawBlock(frame: Document, block: Block, drawing: Drawing): HTMLElement {
  const { padding, backgroundColor } = block.kind === "element" ? noSpaces : block;
  const align = "align" in block ? block.align : undefined;
  const cell = create(frame, "td", {
    "font-size": 0,
    padding: toPadding(padding ?? defaultPadding(block.kind)),
    "background-color": backgroundColor,
    "text-align": align ?? (block.kind === "text" || block.kind === "html" ? "left" : "center"),
    "overflow-wrap": "break-word",
  });
  cell.append(content(frame, block, drawing));
  return mark(create(frame, "tr", {}, cell), cell, block.id);
}

/** Rows and sections bear the mark of their part, as the server writes it. */
function mark<Marked extends HTMLElement>(whole: Marked, marked: HTMLElement, id: string | undefined): Marked {
  if (id !== undefined) marked.classList.add(`block-${id}`);
  return whole;
}

function content(frame: Document, block: Block, { look, names, readable }: Drawing): HTMLElement {
  switch (block.kind) {
    case "text":
    case "html": {
      const own = block.kind === "text" ? block : undefined;
      const text = create(frame, "div", {
        "font-family": familyOf(look.font),
        "font-size": px(own?.fontSize ?? look.fontSize),
        "line-height": own?.lineHeight ?? lineHeight,
        "text-align": own?.align ?? "left",
        color: own?.color ?? look.textColor,
      });
      text.innerHTML = readable(block.html);
      for (const link of text.querySelectorAll("a")) if (link.style.color === "") link.style.color = look.linkColor;
      return text;
    }
    case "button": {
      const button = create(frame, "a", {
        display: "inline-block",
        "box-sizing": "border-box",
        width: block.fullWidth === true ? "100%" : undefined,
        padding: "10px 25px",
        background: block.buttonColor ?? look.buttonColor,
        color: block.buttonTextColor ?? look.buttonTextColor,
        "border-radius": px(block.radius ?? buttonRadius),
        "font-family": familyOf(look.font),
        "font-size": px(block.fontSize ?? look.fontSize),
        "line-height": "120%",
        "text-align": "center",
      });
      button.textContent = readable(block.label);
      return button;
    }
    case "image": {
      if (block.src === "") return box(frame, names.image);
      const image = create(frame, "img", {
        width: px(block.width) ?? "100%",
        "max-width": "100%",
        "border-radius": px(block.radius),
        "font-size": "13px",
      });
      image.src = block.src;
      image.alt = block.alt;
      return image;
    }
    case "divider":
      return create(frame, "p", {
        margin: 0,
        "border-top": `${block.thickness ?? 1}px ${block.style ?? "solid"} ${block.color ?? dividerColor}`,
      });
    case "spacer":
      return create(frame, "div", { height: px(block.height) });
    default:
      return box(frame, names[block.kind]);
  }
}

function box(frame: Document, name: string): HTMLElement {
  const place = create(frame, "div", {
    padding: "24px 12px",
    border: "1px dashed #8f8a7e",
    "border-radius": "6px",
    "font-family": "system-ui, sans-serif",
    "font-size": "14px",
    "text-align": "center",
    color: "#50525b",
  });
  place.textContent = name;
  return place;
}

export function drawColumn(frame: Document, { id, width, backgroundColor, padding }: Column, count: number) {
  const rows = create(frame, "table", { width: "100%", "border-spacing": 0 }, create(frame, "tbody"));
  const column = create(
    frame,
    "div",
    {
      display: "inline-block",
      "box-sizing": "border-box",
      "vertical-align": "top",
      width: `${width ?? 100 / count}%`,
      "background-color": backgroundColor,
      padding: toPadding(padding ?? defaultPadding("column")),
    },
    rows,
  );
  return mark(column, column, id);
}

/** A section without its columns; they belong into the cell that it is returned with. */
export function drawSection(frame: Document, part: Section | BlockOf<"element">, { look }: Drawing) {
  const { backgroundColor, padding } = part.kind === "section" ? part : noSpaces;
  const cell = create(frame, "td", {
    padding: toPadding(padding ?? defaultPadding("section")),
    "font-size": 0,
    "text-align": "center",
  });
  const table = create(frame, "table", { width: "100%", "border-spacing": 0 });
  table.createTBody().append(create(frame, "tr", {}, cell));
  const section = create(
    frame,
    "div",
    { margin: "0 auto", "max-width": px(look.width), background: backgroundColor ?? look.contentColor },
    table,
  );
  return { section: mark(section, section, part.id), cell };
}
