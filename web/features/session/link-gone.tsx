import { useMessages } from "../../i18n/messages.tsx";
import { sessionMessages } from "./messages.ts";
import classes from "./session.module.css";

/** A link of an e-mail that was used or is too old. */
export function LinkGone({ title, text }: { title: string; text: string }) {
  const t = useMessages(sessionMessages);
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
