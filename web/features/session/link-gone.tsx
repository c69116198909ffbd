import { useWords } from "../../i18n/words.tsx";
import { sessionWords } from "./words.ts";
import classes from "./session.module.css";

/** A link of an e-mail that was used or is too old. */
export function LinkGone({ title, text }: { title: string; text: string }) {
  const t = useWords(sessionWords);
  return (
    <>
      <h1>{title}</h1>
      <p className={classes["lead"]}>{text}</p>
      <p className={classes["note"]}>
        <a href="/app/sign-in">{t.back}</a>
      </p>
    </>
  );
}
