import type { StarterLanguage } from "./catalogue.ts";
import { frameWords } from "./frame-words.ts";

export type Palette = {
  /** Colours of the page, the card and the footer. */
  readonly back: string;
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly accent: string;
  readonly onAccent: string;
};

export type FontFamily = "sans" | "serif";

const fonts: Readonly<Record<FontFamily, string>> = {
  sans: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', Times, serif",
};

export type StarterLayout = {
  readonly language: StarterLanguage;
  readonly palette: Palette;
  readonly headings: FontFamily;
  readonly body: string;
};

/** The complete e-mail: fixed width, one type scale, smaller headings on phones. */
export const renderLayout = ({ language, palette, headings, body }: StarterLayout): string => `<mjml lang="${language}">
  <mj-head>
    <mj-attributes>
      <mj-all font-family="${fonts.sans}" />
      <mj-text font-size="16px" line-height="1.6" color="${palette.ink}" padding="0 0 16px" />
      <mj-button background-color="${palette.accent}" color="${palette.onAccent}" font-size="16px" font-weight="600" inner-padding="14px 28px" border-radius="8px" padding="8px 0" align="left" />
      <mj-section background-color="${palette.paper}" padding="0 40px" />
      <mj-column padding="0" />
      <mj-divider border-width="1px" border-color="${palette.back}" padding="0" />
      <mj-class name="title" font-family="${fonts[headings]}" font-size="40px" line-height="1.15" font-weight="700" letter-spacing="-0.5px" />
      <mj-class name="heading" font-family="${fonts[headings]}" font-size="24px" line-height="1.25" font-weight="700" padding="0 0 8px" />
      <mj-class name="small" font-size="13px" line-height="1.6" color="${palette.muted}" />
      <mj-class name="eyebrow" font-size="12px" line-height="1.4" font-weight="700" letter-spacing="1.5px" color="${palette.muted}" padding="0 0 12px" />
    </mj-attributes>
    <mj-style>
      a { color: ${palette.accent}; }
      .quiet a { color: ${palette.muted}; }
      .plain a { color: inherit; text-decoration: none; }
      @media only screen and (max-width: 480px) {
        .side > table > tbody > tr > td { padding-left: 24px !important; padding-right: 24px !important; }
        .grid > table > tbody > tr > td { padding-left: 16px !important; padding-right: 16px !important; }
        .title div { font-size: 32px !important; }
        .poster div { font-size: 84px !important; }
      }
    </mj-style>
  </mj-head>
  <mj-body width="600px" background-color="${palette.back}">
${body}
  </mj-body>
</mjml>
`;

/** The sender's name and a link to the web version. */
export const headerMjml = (
  language: StarterLanguage,
): string => `    <mj-section background-color="transparent" padding="20px 40px" css-class="side">
      <mj-group>
        <mj-column width="60%" vertical-align="middle">
          <mj-text font-size="18px" font-weight="700" padding="0" css-class="plain"><a href="{{df_shop_url}}">{{df_shop_name}}</a></mj-text>
        </mj-column>
        <mj-column width="40%" vertical-align="middle">
          <mj-text mj-class="small" align="right" padding="0" css-class="quiet"><a href="{{df_browser_url}}">${frameWords[language].browser}</a></mj-text>
        </mj-column>
      </mj-group>
    </mj-section>`;

/** The sender, the reason for the e-mail and the unsubscribe link. */
export const footerMjml = (language: StarterLanguage): string => {
  const text = frameWords[language];
  return `    <mj-section background-color="transparent" padding="28px 40px 40px" css-class="side">
      <mj-column>
        <mj-text mj-class="small" align="center" padding="0 0 8px">${text.why}</mj-text>
        <mj-text mj-class="small" align="center" padding="0 0 8px">{{df_account_name}}<br />{{df_account_address}}</mj-text>
        <mj-text mj-class="small" align="center" padding="0" css-class="quiet"><a href="{{df_preferences_url}}">${text.preferences}</a> &nbsp;·&nbsp; <a href="{{df_unsubscribe_url}}">${text.unsubscribe}</a></mj-text>
      </mj-column>
    </mj-section>`;
};
