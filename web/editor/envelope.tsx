import { useMessages } from "../i18n/messages.tsx";
import { ContactSelect, type Contact } from "../ui/people/contact-select.tsx";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

type Props = {
  readonly email: { readonly subject: string; readonly preheader: string } | undefined;
  readonly isRendering: boolean;
  readonly reader: Contact | undefined;
  readonly onReader: (reader: Contact | undefined) => void;
};

/** The line of the mailbox, and whose data the e-mail shows. */
export function Envelope({ email, isRendering, reader, onReader }: Props) {
  const t = useMessages(editorMessages);
  return (
    <div className={classes["envelope"]}>
      <p>
        <b>{email?.subject === "" ? t.noSubject : email?.subject}</b>
        <span>{email?.preheader}</span>
      </p>
      {isRendering && <span className={classes["rendering"]}>{t.rendering}</span>}
      <span>{t.previewFor}</span>
      <ContactSelect
        label={t.previewFor}
        placeholder={t.sampleContact}
        value={reader}
        onChange={onReader}
        clearable
        clearButtonProps={{ "aria-label": t.sampleContact }}
        size="xs"
        w={200}
      />
    </div>
  );
}
