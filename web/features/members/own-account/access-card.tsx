import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { IconKey, IconApps } from "../../../ui/icons.ts";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { accountMessages } from "./messages.ts";
import classes from "./account.module.css";

export const useOwnAccess = () => useQuery(read("GET /api/v1/session/access"));

/** Apps and keys of the person in all companies: what works without signing in. */
export function AccessCard() {
  const t = useMessages(accountMessages).access;
  const { ago } = useFormats();
  const { data, error, refetch } = useOwnAccess();
  const used = (at: string | null) => (at === null ? t.never : t.used(ago(at)));
  return (
    <Card title={t.title} flush>
      {data === undefined && <Waiting error={error} what={t.title} lines={3} onRetry={refetch} />}
      {data?.apps.length === 0 && data.apiKeys.length === 0 && <p className={classes["none"]}>{t.none}</p>}
      <ul className={classes["sessions"]}>
        {data?.apps.map(({ id, name, scope, company, lastUsedAt }) => (
          <Row
            key={`${company.tenant} app ${id}`}
            icon={<IconApps size={18} stroke={1.6} />}
            name={name}
            facts={[t.app, t.scopes[scope], company.name, used(lastUsedAt)]}
          />
        ))}
        {data?.apiKeys.map(({ id, name, hint, company, lastUsedAt }) => (
          <Row
            key={`${company.tenant} key ${id}`}
            icon={<IconKey size={18} stroke={1.6} />}
            name={name}
            facts={[t.key, hint, company.name, used(lastUsedAt)]}
          />
        ))}
      </ul>
    </Card>
  );
}

const Row = ({ icon, name, facts }: { icon: ReactNode; name: string; facts: readonly string[] }) => (
  <li>
    {icon}
    <span className={classes["device"]}>
      <b>{name}</b>
      <span>{facts.join(" · ")}</span>
    </span>
  </li>
);
