import { useEffect, type ReactNode } from "react";
import { rememberLanguage, useFormats, useMessages } from "../../i18n/messages.tsx";
import { languageNames, languages } from "../../i18n/typeset.ts";
import { Mark } from "../../ui/display/mark.tsx";
import { sessionMessages } from "./messages.ts";
import classes from "./session.module.css";

/** Pages before sign-in: the form at the left, the route at the right. */
export function VisitorFrame({ title, children }: { title?: string; children: ReactNode }) {
  const t = useMessages(sessionMessages);
  const { language } = useFormats();
  useEffect(() => {
    document.title = `${title ?? t.title} · Postrider`;
  }, [title, t]);
  return (
    <div className={classes["frame"]}>
      <div className={classes["side"]}>
        <header className={classes["brand"]}>
          <Mark size={28} />
          Postrider
        </header>
        <main className={classes["main"]}>{children}</main>
        <footer className={classes["foot"]}>
          <span role="group" aria-label={t.languages}>
            {languages.map((known, index) => (
              <span key={known}>
                {index > 0 && " · "}
                {known === language ? (
                  languageNames[known]
                ) : (
                  <button
                    type="button"
                    className={classes["link"]}
                    lang={known}
                    onClick={() => {
                      rememberLanguage(known);
                      location.reload();
                    }}
                  >
                    {languageNames[known]}
                  </button>
                )}
              </span>
            ))}
          </span>
          <a href="/readyz">{t.state}</a>
        </footer>
      </div>
      <aside className={classes["picture"]}>
        <Route />
        <p>{t.slogan}</p>
      </aside>
    </div>
  );
}

const Route = () => (
  <svg viewBox="0 0 660 860" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden="true">
    <path
      d="M660 55C580 90 510 172 385 152 260 132 168 200 168 283c0 40 20 110 105 112 60 2 130-10 165-2"
      stroke="#fff"
      strokeOpacity=".25"
      strokeWidth="2"
    />
    <path
      d="M438 397c90 10 138 110 138 180s-45 96-73 97c-135 13-120-130-258-128-85 2-105 55-134 107-30 52-60 100-111 105"
      stroke="#fff"
      strokeWidth="2.5"
    />
    <circle cx="385" cy="152" r="7" fill="#2b43b0" stroke="#fff" strokeOpacity=".55" strokeWidth="2.5" />
    <circle cx="182" cy="333" r="7" fill="#2b43b0" stroke="#fff" strokeOpacity=".55" strokeWidth="2.5" />
    <circle cx="438" cy="397" r="23" fill="#fff" fillOpacity=".14" />
    <circle cx="438" cy="397" r="10" fill="#e8b45a" />
    <circle cx="503" cy="674" r="9" fill="#fff" />
    <circle cx="245" cy="546" r="9" fill="#fff" />
    <circle cx="111" cy="653" r="9" fill="#fff" />
  </svg>
);
