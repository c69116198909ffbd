import { Button } from "@mantine/core";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { EngagementTile } from "../../../ui/display/status.tsx";
import { IconRefresh } from "../../../ui/icons.ts";
import { Loading } from "../../../ui/state/loading.tsx";
import { segmentsMessages } from "../messages.ts";
import { ruleMessages } from "../../../rules/rule-messages.ts";
import type { Preview } from "../../../rules/use-live-preview.ts";
import classes from "./builder.module.css";

/** Some of the people who match. */
export function SampleCard({
  preview,
  onOthers,
}: {
  preview: Preview | undefined;
  onOthers: (lastId: string | undefined) => void;
}) {
  const t = useMessages(segmentsMessages);
  const { engagements } = useMessages(ruleMessages);
  const people = preview?.sample ?? [];
  const lastId = people.at(-1)?.id;
  return (
    <Card
      flush
      title={t.sample}
      aside={
        people.length < (preview?.matched ?? 0) && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconRefresh size={15} />}
            onClick={() => onOthers(people.length < 5 ? undefined : lastId)}
          >
            {t.others}
          </Button>
        )
      }
    >
      {preview === undefined ? (
        <Loading lines={5} />
      ) : (
        <ul className={classes["people"]}>
          {people.map(({ id, email, firstName, lastName, engagement }) => {
            const name = [firstName, lastName].filter((part) => part !== null && part !== "").join(" ");
            return (
              <li key={id}>
                <PageLink path="/contacts/$contactId" params={{ contactId: id }}>
                  <b>{name === "" ? email : name}</b>
                  {name !== "" && <span>{email}</span>}
                </PageLink>
                <EngagementTile letter={engagement} label={engagements[engagement]} />
              </li>
            );
          })}
          {people.length === 0 && (
            <li className={classes["nobody"]}>{preview.matched === 0 ? t.nobody : t.lastOnes}</li>
          )}
        </ul>
      )}
    </Card>
  );
}
