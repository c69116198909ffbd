import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useSession } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, CardStack } from "../../../ui/display/card.tsx";
import { CodeBlock } from "../../../ui/display/code-block.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { IconAlertTriangle, IconCircleCheck } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { SendingSection } from "../section.tsx";
import { liveMessages } from "./messages.ts";
import { countMissing, toCompanyTasks, toOperatorTasks, type CompanyTaskKey, type Facts, type Task } from "./tasks.ts";
import classes from "./live.module.css";

/** From test mode to live mode: who has to do what, and how far it is. */
export function Page() {
  const t = useMessages(liveMessages);
  const setup = useQuery(read("GET /sending/setup"));
  const mode = useQuery(read("GET /sending-mode"));
  const standing = useQuery(read("GET /company/standing"));
  const isThere = setup.data !== undefined && mode.data !== undefined && standing.data !== undefined;
  return (
    <SendingSection>
      {isThere ? (
        <Tasks facts={{ items: setup.data.items, mode: mode.data }} standing={standing.data} />
      ) : (
        <WaitingCard
          error={setup.error ?? mode.error ?? standing.error}
          what={t.title}
          onRetry={() => void Promise.all([setup.refetch(), mode.refetch(), standing.refetch()])}
        />
      )}
    </SendingSection>
  );
}

const pages: Readonly<Record<CompanyTaskKey, string>> = {
  sender: "/deliverability/senders",
  domain: "/deliverability",
  address: "/settings/company",
  switch: "/settings/company",
  payment: "/settings/billing",
};

function Tasks({ facts, standing }: { facts: Facts; standing: OutputOf<"GET /company/standing"> }) {
  const t = useMessages(liveMessages);
  const { date } = useFormats();
  const { mode } = facts;
  const own = toCompanyTasks(facts);
  const operator = toOperatorTasks(facts);
  const missing = { company: countMissing(own), operator: countMissing(operator) };
  const isLive = missing.company + missing.operator === 0;
  const operatorTexts = {
    review: [t.reviews[mode.sendingState], ...(standing.since === null ? [] : [t.since(date(standing.since))])].join(
      " ",
    ),
    mode: t.modes[mode.mode],
    hold: t.operatorTasks.hold.text,
  };
  return (
    <CardStack>
      <Callout tone={isLive ? "good" : "warn"}>
        {isLive ? t.live : t.missing(missing.company, missing.operator)} {!isLive && t.meanwhile[mode.mode]}
      </Callout>
      <Card title={t.company} aside={t.left(missing.company)} flush>
        <ul className={classes["tasks"]}>
          {own.map((task) => (
            <TaskRow
              key={task.key}
              task={task}
              name={t.companyTasks[task.key].name}
              text={t.companyTasks[task.key].text}
            >
              {task.state !== "done" && <PageLink path={pages[task.key]}>{t.companyTasks[task.key].action}</PageLink>}
            </TaskRow>
          ))}
        </ul>
      </Card>
      <Card title={t.operator} aside={t.left(missing.operator)} flush>
        <ul className={classes["tasks"]}>
          {operator.map((task) => (
            <TaskRow key={task.key} task={task} name={t.operatorTasks[task.key].name} text={operatorTexts[task.key]} />
          ))}
        </ul>
        {missing.operator > 0 && <OperatorCommands facts={facts} />}
      </Card>
    </CardStack>
  );
}

type RowProps = { task: Task<string>; name: string; text: string; children?: ReactNode };

function TaskRow({ task: { state }, name, text, children }: RowProps) {
  const t = useMessages(liveMessages);
  return (
    <li data-state={state}>
      {state === "done" ? <IconCircleCheck size={18} /> : <IconAlertTriangle size={18} />}
      <span>
        <b>{name}</b>
        <small>{text}</small>
      </span>
      <em>{t.states[state]}</em>
      {children}
    </li>
  );
}

/** Commands that the operator of the server runs. */
function OperatorCommands({ facts: { mode } }: { facts: Facts }) {
  const t = useMessages(liveMessages);
  const { company } = useSession();
  const settings = "MAIL_MODE=live\nSMTP_URL=smtp://user:password@host:587";
  return (
    <div className={classes["commands"]}>
      <p>{t.commands}</p>
      {mode.mode !== "live" && <CodeBlock name={t.settings} code={settings} />}
      {mode.sendingState !== "live" && (
        <CodeBlock name={t.approve} code={`npx postrider company approve --tenant ${company.tenant}`} />
      )}
    </div>
  );
}
