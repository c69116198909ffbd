import type { OutputOf } from "../../api/operations.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Card } from "../../ui/display/card.tsx";
import { IconAlertTriangle, IconCircleCheck } from "../../ui/icons.ts";
import { sendingMessages } from "./messages.ts";
import classes from "./sending.module.css";

type Setup = OutputOf<"GET /sending/setup">;

/** The setup steps: what is done, and what nothing is sent without. */
export function SetupCard({ items }: { items: Setup["items"] }) {
  const t = useMessages(sendingMessages);
  return (
    <Card title={t.setup.title}>
      <ul className={classes["setup"]}>
        {items.map(({ key, done, required }) => (
          <li key={key} data-state={stepState(done, required)}>
            {done ? <IconCircleCheck size={18} /> : <IconAlertTriangle size={18} />}
            <b>{t.setup.steps[key]}</b>
            <span>{describeStep(t.setup, done, required)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function stepState(done: boolean, required: boolean): "done" | "required" | "missing" {
  if (done) return "done";
  return required ? "required" : "missing";
}

const describeStep = (
  messages: Readonly<Record<"done" | "required" | "missing", string>>,
  done: boolean,
  required: boolean,
): string => messages[stepState(done, required)];
