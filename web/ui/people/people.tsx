import type { OutputOf } from "../../api/operations.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { PageLink } from "../display/page-link.tsx";
import { EngagementTile, Status, type StatusAppearance } from "../display/status.tsx";
import { roleMessages } from "./messages.ts";
import classes from "./people.module.css";

type Person = OutputOf<"GET /contacts">["items"][number];

export const stateAppearances: Readonly<Record<Person["state"], StatusAppearance>> = {
  active: { shape: "circle", tone: "good" },
  unconfirmed: { shape: "dashed", tone: "warn" },
  customer: { shape: "diamond", tone: "teal" },
  unsubscribed: { shape: "slashed", tone: "mute" },
  bounced: { shape: "cross", tone: "bad" },
  complained: { shape: "triangle", tone: "bad" },
  blacklisted: { shape: "slashed", tone: "bad" },
};

export const nameOf = ({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string =>
  [firstName, lastName].filter((part) => part !== null && part !== "").join(" ");

/** The two lines of a person on a phone: the name and the address, or the address and the state. */
export function usePersonLines() {
  const { states } = useMessages(roleMessages);
  return (person: Pick<Person, "email" | "firstName" | "lastName" | "state">) => {
    const name = nameOf(person);
    return name === "" ? { title: person.email, second: states[person.state] } : { title: name, second: person.email };
  };
}

/** The address, which leads to the person's page, and the name. */
export const PersonCell = ({ person }: { person: Pick<Person, "id" | "email" | "firstName" | "lastName"> }) => (
  <span className={classes["person"]}>
    <PageLink path="/contacts/$contactId" params={{ contactId: person.id }}>
      {person.email}
    </PageLink>
    <span>{nameOf(person)}</span>
  </span>
);

export function PersonState({ state }: Pick<Person, "state">) {
  const t = useMessages(roleMessages);
  return <Status appearance={stateAppearances[state]} label={t.states[state]} />;
}

export function Engagement({ letter }: { letter: Person["engagement"] }) {
  const t = useMessages(roleMessages);
  return <EngagementTile letter={letter} label={t.engagements[letter]} />;
}

export function ShortDate({ at }: { at: string }) {
  const { shortDate, dateTime } = useFormats();
  return (
    <time dateTime={at} title={dateTime(at)}>
      {shortDate(at)}
    </time>
  );
}
