import { Button, Popover } from "@mantine/core";
import { useState } from "react";
import { useFormats, useMessages } from "../i18n/messages.tsx";
import { IconAlertTriangle, IconCircleCheck, IconCode, IconHistory, IconLayoutRows } from "../ui/icons.ts";
import { describeIssue, issueMessages } from "./issue-messages.ts";
import type { Issue, Source } from "./model/source.ts";
import type { Preview } from "./saving/use-preview.ts";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

type Props = {
  readonly preview: Preview | undefined;
  readonly issues: readonly Issue[];
  readonly kind: Source["kind"];
  readonly onVersions: () => void;
  /** Changes between blocks and code; undefined where it is not possible. */
  readonly onSwitch: (() => void) | undefined;
};

const maxBytes = 102_000;

/** What would look wrong, the size of 102 kB, the spam score; versions and code. */
export function EditorFooter({ preview, issues, kind, onVersions, onSwitch }: Props) {
  const t = useMessages(editorMessages);
  const { number } = useFormats();
  const spam = preview?.spam;
  const bytes = preview?.bytes ?? 0;
  return (
    <footer className={classes["foot"]} aria-label={t.checks}>
      <Issues issues={issues} />
      <span data-tone={bytes > maxBytes * 0.9 ? "bad" : undefined}>
        {t.size(number(Math.round(bytes / 1000)), number(maxBytes / 1000))}
      </span>
      {spam !== undefined && (
        <span data-tone={spam.verdict === "ok" ? undefined : "bad"}>{t.spam(number(spam.score))}</span>
      )}
      <span className={classes["spring"]} />
      <Button size="xs" variant="subtle" color="gray" leftSection={<IconHistory size={15} />} onClick={onVersions}>
        {t.versions}
      </Button>
      {onSwitch !== undefined && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={kind === "blocks" ? <IconCode size={15} /> : <IconLayoutRows size={15} />}
          onClick={onSwitch}
        >
          {kind === "blocks" ? t.code : t.blocks}
        </Button>
      )}
    </footer>
  );
}

function Issues({ issues }: { issues: readonly Issue[] }) {
  const t = useMessages(editorMessages);
  const messages = useMessages(issueMessages);
  const [isOpen, setOpen] = useState(false);
  if (issues.length === 0)
    return (
      <span data-tone="good">
        <IconCircleCheck size={16} /> {t.noIssues}
      </span>
    );
  const hasErrors = issues.some(({ severity }) => severity === "error");
  const [first] = issues;
  const shown =
    issues.length === 1 && first !== undefined ? t.oneIssue(describeIssue(first, messages)) : t.issues(issues.length);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" width={420} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes["issues"]}
          data-tone={hasErrors ? "bad" : "warn"}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAlertTriangle size={16} /> {shown}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <ul className={classes["issueList"]} tabIndex={0} aria-label={t.checks}>
          {issues.map((issue, index) => (
            <li key={`${issue.code} ${index}`} data-tone={issue.severity === "error" ? "bad" : "warn"}>
              <IconAlertTriangle size={15} />
              <span>{describeIssue(issue, messages)}</span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
