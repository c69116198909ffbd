import type { Static } from "typebox";
import { toEmailLook } from "../../../kernel/brand-look.ts";
import { readableColor, textColorOn } from "../../../kernel/contrast.ts";
import type { Block, Blocks, BlockSettings, Section } from "../../../mail/render/blocks.ts";
import { frameWords } from "../../starters/frame-words.ts";
import type { StarterLanguage } from "../../starters/catalogue.ts";

type Settings = Static<typeof BlockSettings>;
type EmailBlock = Static<typeof Block>;
type EmailSection = Static<typeof Section>;

/** The part of a shop's brand that its e-mails show. */
export type EmailBrand = {
  readonly logoUrl: string | null;
  readonly primaryColor: string | null;
  readonly secondaryColor: string | null;
  readonly textColor: string | null;
  readonly backgroundColor: string | null;
  readonly font: NonNullable<Settings["font"]> | null;
  readonly socials: readonly {
    readonly network: Extract<EmailBlock, { kind: "social" }>["items"][number]["network"];
    readonly url: string;
  }[];
};

export const emptyBrand: EmailBrand = {
  logoUrl: null,
  primaryColor: null,
  secondaryColor: null,
  textColor: null,
  backgroundColor: null,
  font: null,
  socials: [],
};

/** A title, paragraphs and a button; the texts may contain merge tags. */
export type Letter = {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  /** Where the button leads; to the shop unless given. */
  readonly href?: string;
  /** Blocks between the paragraphs and the button. */
  readonly blocks?: readonly EmailBlock[];
};

const white = "ffffff";
const ownLook = { backgroundColor: "#eef1f5", textColor: "#1f2733", buttonColor: "#1f5fbf", linkColor: "#1f5fbf" };
const quietInk = "3d4652";

const digits = (color: string): string => color.slice(1);

/** The settings of the e-mail, and colours of its texts that differ from them. */
function toLook(brand: EmailBrand) {
  const settings = { ...ownLook, ...toEmailLook(brand) };
  const { backgroundColor, textColor } = settings;
  const { secondaryColor } = brand;
  return {
    settings,
    title: secondaryColor === null ? textColor : `#${readableColor(digits(secondaryColor), white, digits(textColor))}`,
    /** Color of the texts above and below the e-mail's own text. */
    outside: `#${textColorOn(digits(backgroundColor), white, quietInk)}`,
  };
}

type Look = ReturnType<typeof toLook>;

const space = (top: number, bottom: number, side = 40) => ({ top, right: side, bottom, left: side });

/** An e-mail of blocks in the look of the shop, with its name or logo above and what the law asks for below. */
export function brandedEmail(brand: EmailBrand, language: StarterLanguage, letter: Letter): Blocks {
  const look = toLook(brand);
  return {
    settings: { language, ...look.settings },
    sections: [header(brand, language, look), letterSection(letter, look), footer(brand, language, look)],
  };
}

const link = (href: string, color: string, text: string): string =>
  `<a href="${href}" style="color:${color}">${text}</a>`;

function header({ logoUrl }: EmailBrand, language: StarterLanguage, look: Look): EmailSection {
  const {
    outside,
    settings: { backgroundColor },
  } = look;
  const name = `<p style="margin:0"><a href="{{df_shop_url}}" style="color:${outside};text-decoration:none"><b>{{df_shop_name}}</b></a></p>`;
  const shop: EmailBlock =
    logoUrl === null
      ? { kind: "text", html: name, fontSize: 18, color: outside, padding: space(0, 0, 0) }
      : {
          kind: "image",
          src: "{{df_shop_logo}}",
          alt: "{{df_shop_name}}",
          href: "{{df_shop_url}}",
          width: 160,
          align: "left",
          padding: space(0, 0, 0),
        };
  const web = `<p style="margin:0">${link("{{df_browser_url}}", outside, frameWords[language].browser)}</p>`;
  return {
    kind: "section",
    backgroundColor,
    padding: space(20, 20),
    stackOnMobile: false,
    columns: [
      { width: 60, verticalAlign: "middle", blocks: [shop] },
      {
        width: 40,
        verticalAlign: "middle",
        blocks: [{ kind: "text", html: web, align: "right", fontSize: 13, color: outside, padding: space(0, 0, 0) }],
      },
    ],
  };
}

const letterSection = (
  { title, paragraphs, button, href, blocks = [] }: Letter,
  { title: color }: Look,
): EmailSection => ({
  kind: "section",
  padding: space(40, 40, 0),
  columns: [
    {
      blocks: [
        {
          kind: "text",
          // The size is that of the block, so that the editor changes it.
          html: `<h1 style="margin:0;font-size:inherit;line-height:inherit">${title}</h1>`,
          fontSize: 32,
          lineHeight: 1.2,
          color,
          padding: space(0, 20),
        },
        {
          kind: "text",
          html: paragraphs.map((text) => `<p style="margin:0 0 16px">${text}</p>`).join(""),
          lineHeight: 1.6,
          padding: space(0, 8),
        },
        ...blocks,
        {
          kind: "button",
          label: button,
          href: href ?? "{{df_shop_url}}",
          align: "left",
          radius: 8,
          padding: space(0, 0),
        },
      ],
    },
  ],
});

function footer({ socials }: EmailBrand, language: StarterLanguage, look: Look): EmailSection {
  const {
    outside,
    settings: { backgroundColor },
  } = look;
  const { why, preferences, unsubscribe } = frameWords[language];
  const lines = [
    why,
    "{{df_account_name}}<br>{{df_account_address}}",
    [link("{{df_preferences_url}}", outside, preferences), link("{{df_unsubscribe_url}}", outside, unsubscribe)].join(
      " · ",
    ),
  ];
  const networks: EmailBlock = {
    kind: "social",
    items: socials.map(({ network, url }) => ({ network, href: url })),
    fontSize: 13,
    color: outside,
    padding: space(0, 12),
  };
  const html = lines.map((line) => `<p style="margin:0 0 8px">${line}</p>`).join("");
  return {
    kind: "section",
    backgroundColor,
    padding: space(28, 40, 0),
    columns: [
      {
        blocks: [
          ...(socials.length === 0 ? [] : [networks]),
          { kind: "text", html, align: "center", fontSize: 13, color: outside, padding: space(0, 0) },
        ],
      },
    ],
  };
}
