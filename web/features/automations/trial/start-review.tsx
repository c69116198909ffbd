import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { StatusGlyph } from "../../../ui/display/status.tsx";
import { nodeAppearance } from "../../../ui/names/automation-nodes.ts";
import { readNodes } from "../detail/graph-rows.ts";
import { useStepText } from "../detail/step-text.ts";
import type { Editor } from "../detail/steps-card.tsx";
import { StartTrial } from "./start-trial.tsx";
import { trialMessages } from "./messages.ts";
import classes from "./start-review.module.css";

/**
 * What a start begins: who enters, which e-mails go out from whom, and what a walk of everybody comes to, unless contacts
 * are only added by hand.
 */
export function StartReview({ automationId }: { automationId: string }) {
  const query = read("GET /automations/{automation_id}/editor", { params: { automation_id: automationId } });
  // The graph may have been saved since it was read for the editor.
  const { data: editor, isFetchedAfterMount } = useQuery({ ...query, staleTime: 0 });
  if (editor === undefined || !isFetchedAfterMount) return null;
  return (
    <div className={classes["review"]}>
      <Contents editor={editor} />
      {!isOnlyManual(editor) && <StartTrial automationId={automationId} />}
    </div>
  );
}

const findTriggers = (editor: Editor) =>
  readNodes(editor.automation.graph).filter(({ type }) => nodeAppearance(type).isTrigger);

/** Where contacts are only added by hand, the server refuses a walk of everybody. */
const isOnlyManual = (editor: Editor): boolean => findTriggers(editor).every(({ type }) => type === "manual");

function Contents({ editor }: { editor: Editor }) {
  const { review } = useMessages(trialMessages);
  const describe = useStepText(editor);
  const triggers = findTriggers(editor).map(describe);
  const emails = readNodes(editor.automation.graph)
    .filter(({ type }) => type === "email")
    .map(describe);
  return (
    <ul className={classes["checks"]} aria-label={review.title}>
      <Check title={review.enters}>
        {triggers.map(({ title, note }) => (note === "" ? title : `${title} (${note})`)).join(", ")}
      </Check>
      <Check title={review.emails(emails.length)}>
        {emails.map(({ title, note }, index) => (
          // Two steps may send the same subject.
          <span key={`${index} ${title}`}>
            {title} <small>{note}</small>
          </span>
        ))}
      </Check>
    </ul>
  );
}

const Check = ({ title, children }: { title: string; children: ReactNode }) => (
  <li>
    <StatusGlyph shape="tick" tone="good" />
    <div>
      <b>{title}</b>
      {children}
    </div>
  </li>
);
