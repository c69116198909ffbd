import { useEffect, useState } from "react";
import { call } from "../../../../api/client.ts";
import { useSession } from "../../../../api/session.tsx";
import { useMessages } from "../../../../i18n/messages.tsx";
import { editorMessages } from "../messages.ts";
import classes from "../editor.module.css";

type Editors = readonly { readonly email: string }[];

/** The server forgets an editor that does not report for a minute. */
const reportPause = 25_000;

/** Reports that this editor is open, and shows who else has it open. */
export function OtherEditors({ automationId, first }: { automationId: string; first: Editors }) {
  const t = useMessages(editorMessages);
  const { session } = useSession();
  const [editors, setEditors] = useState(first);
  useEffect(() => {
    const params = { automation_id: automationId };
    const report = async (active: boolean) => {
      const answer = await call("POST /automations/{automation_id}/editing", { params, body: { active } }).catch(
        () => undefined,
      );
      if (active && answer !== undefined) setEditors(answer.editors);
    };
    void report(true);
    const timer = setInterval(() => void report(true), reportPause);
    return () => {
      clearInterval(timer);
      void report(false);
    };
  }, [automationId]);
  const others = editors.filter(({ email }) => email !== session.member.email);
  if (others.length === 0) return null;
  return (
    <span className={classes["others"]} role="status">
      {t.alsoOpen(others.map(({ email }) => email).join(", "))}
    </span>
  );
}
