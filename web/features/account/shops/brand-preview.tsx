import { useMessages } from "../../../i18n/messages.tsx";
import type { BrandValues } from "./brand-values.ts";
import { shopsMessages } from "./messages.ts";
import classes from "./shops.module.css";

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text);
const colorOr = (text: string, fallback: string) => (isColor(text) ? text : fallback);

/** White text where it can be read on the colour, ink otherwise. */
function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= 4.5 ? "#ffffff" : "#1c1e26";
}

/** The parts of a brand together; the customer's e-mail stays light in the dark theme. */
export function BrandPreview({ values }: { values: BrandValues }) {
  const { brand: t } = useMessages(shopsMessages);
  const main = colorOr(values.primaryColor, "#3550cc");
  const ink = colorOr(values.textColor, "#1c1e26");
  return (
    <figure className={classes["preview"]}>
      <figcaption>{t.preview}</figcaption>
      <div
        className={classes["mail"]}
        style={{
          background: colorOr(values.backgroundColor, "#ffffff"),
          color: ink,
          fontFamily: values.font || "arial",
        }}
        aria-hidden="true"
      >
        {values.logoUrl.startsWith("https://") ? (
          <img src={values.logoUrl} alt="" referrerPolicy="no-referrer" />
        ) : (
          <b>{values.companyName || "Logo"}</b>
        )}
        <span className={classes["line"]} style={{ background: colorOr(values.secondaryColor, main) }} />
        <strong>{t.previewTitle}</strong>
        <span>{t.previewText}</span>
        <span className={classes["button"]} style={{ background: main, color: textOn(main) }}>
          {t.previewButton}
        </span>
        <small>
          {[values.companyName, values.address.replaceAll("\n", ", "), values.web.replace(/^https?:\/\//, "")]
            .filter((part) => part !== "")
            .join(" · ")}
        </small>
      </div>
    </figure>
  );
}
