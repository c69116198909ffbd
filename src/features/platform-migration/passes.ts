import type { ImportMode } from "../imports/shapes.ts";
import { personStates, type PersonState } from "./exported-contact.ts";
import type { MigrationRecord } from "./queries.ts";
import type { ContactFilter } from "./staged-contacts.queries.ts";

/** One mode of the import engine over some of the contacts. */
export type Pass = {
  readonly name: string;
  readonly mode: ImportMode;
  readonly filter: ContactFilter;
  readonly listIds: readonly string[];
  /** Creates and updates contacts; the others only end or begin memberships and suppress addresses. */
  readonly hasProfiles: boolean;
};

const refusals: readonly (readonly [PersonState, ImportMode])[] = [
  ["unsubscribed", "unsubscribe"],
  ["bounced", "bounce"],
  ["complained", "complain"],
  ["blacklisted", "blacklist"],
];

const others = personStates.filter((state) => state !== "subscribed");

/**
 * Refusals come first, so that no contact is created or added to a list before its refusal is known; then people, then the
 * lists that they are on or left.
 */
export const planPasses = ({ lists }: Pick<MigrationRecord, "lists">): Pass[] => [
  ...refusals.map(([state, mode]): Pass => {
    return { name: state, mode, filter: { kind: "state", states: [state] }, listIds: [], hasProfiles: false };
  }),
  contactsPass("contacts", ["subscribed"]),
  contactsPass("other contacts", others),
  ...lists.flatMap(({ key, name, listId }): Pass[] => {
    if (listId === undefined) return [];
    const membership = { listIds: [listId], hasProfiles: false };
    return [
      { name, mode: "update_only", filter: { kind: "list", key, state: "confirmed" }, ...membership },
      {
        name: `left ${name}`,
        mode: "unsubscribe",
        filter: { kind: "list", key, state: "unsubscribed" },
        ...membership,
      },
    ];
  }),
];

const contactsPass = (name: string, states: readonly PersonState[]): Pass => ({
  name,
  mode: "upsert",
  filter: { kind: "state", states },
  listIds: [],
  hasProfiles: true,
});
