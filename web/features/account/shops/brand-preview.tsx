import { useMessages } from "../../../i18n/messages.tsx";
import { toLook, secondaryColorOf, type BrandValues } from "./brand-values.ts";
import { shopsMessages } from "./messages.ts";
import classes from "./shops.module.css";

const defaults = {
  backgroundColor: "#f4f4f4",
  textColor: "#222222",
  linkColor: "#1f5fbf",
  buttonColor: "#1f5fbf",
  buttonTextColor: "#ffffff",
  font: "arial",
};

/** An e-mail in this brand; it stays light in the dark theme. */
export function BrandPreview({ values }: { values: BrandValues }) {
  const { brand: t } = useMessages(shopsMessages);
  const look = { ...defaults, ...toLook(values) };
  const footer = [values.companyName, values.address.replaceAll("\n", ", "), values.web.replace(/^https?:\/\//, "")];
  return (
    <figure className={classes["preview"]}>
      <figcaption>{t.preview}</figcaption>
      <div
        className={classes["around"]}
        style={{ background: look.backgroundColor, color: look.textColor, fontFamily: look.font }}
        aria-hidden="true"
      >
        <div className={classes["mail"]}>
          {/^https?:/.test(values.logoUrl) ? (
            <img src={values.logoUrl} alt="" referrerPolicy="no-referrer" />
          ) : (
            <b>{values.companyName || "Logo"}</b>
          )}
          <span className={classes["line"]} style={{ background: secondaryColorOf(values) ?? look.buttonColor }} />
          <strong>{t.previewTitle}</strong>
          <span>{t.previewText}</span>
          <span style={{ color: look.linkColor, textDecoration: "underline" }}>{t.previewLink}</span>
          <span className={classes["button"]} style={{ background: look.buttonColor, color: look.buttonTextColor }}>
            {t.previewButton}
          </span>
        </div>
        <small>{footer.filter((part) => part !== "").join(" · ")}</small>
      </div>
    </figure>
  );
}
