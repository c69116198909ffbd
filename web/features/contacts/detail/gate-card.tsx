import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { IconShieldCheck, IconShieldX } from "../../../ui/icons.ts";
import { roleMessages } from "../../../ui/people/messages.ts";
import type { Consent, Contact } from "../appearance.ts";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

type Check = { readonly key: string; readonly name: string; readonly detail: string; readonly blocks: boolean };

/** Why the contact gets e-mails or not, by the rules of the gate. */
export function GateCard({ contact, consents }: { contact: Contact; consents: readonly Consent[] }) {
  const { gate: t } = useMessages(detailMessages);
  const checks = useChecks(contact, consents);
  const isBlocked = contact.state !== "active" || checks.some(({ blocks }) => blocks);
  return (
    <Card tone={isBlocked ? "warn" : undefined}>
      <div className={classes["gate"]} data-blocked={isBlocked}>
        {isBlocked ? <IconShieldX size={20} /> : <IconShieldCheck size={20} />}
        <div>
          <h2>{isBlocked ? t.blockedTitle : t.openTitle}</h2>
          <p>{isBlocked ? t.blockedText : t.openText}</p>
          <ul>
            {checks.map(({ key, name, detail, blocks }) => (
              <li key={key}>
                <span>
                  <b>{name}</b> · {detail}
                </span>
                <span data-blocks={blocks}>{blocks ? t.blocks : t.ok}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}

function useChecks(contact: Contact, consents: readonly Consent[]): Check[] {
  const messages = useMessages(detailMessages);
  const { states } = useMessages(roleMessages);
  const { date } = useFormats();
  const { data: purposes } = useQuery({ ...read("GET /purposes"), staleTime: 60_000 });
  const t = messages.gate;
  const purpose = purposes?.items.find(({ isDefault }) => isDefault);
  const consent = consents.find(({ purposeId }) => purposeId === purpose?.id);
  const { suppressionReason: reason, suppressedAt, blacklisted, blacklistedAt, consentWeak } = contact;
  return [
    {
      key: "state",
      name: t.status,
      detail: `${states[contact.state].toLowerCase()}, ${date(contact.statusAt)}`,
      blocks: contact.state !== "active",
    },
    {
      key: "suppression",
      name: t.suppression,
      detail:
        reason === null
          ? t.noSuppression
          : [messages.reasons[reason], suppressedAt === null ? "" : date(suppressedAt)].filter(Boolean).join(", "),
      blocks: reason !== null,
    },
    ...(purpose === undefined
      ? []
      : [
          {
            key: "consent",
            name: t.consent(purpose.name),
            detail:
              consent === undefined
                ? t.noConsent
                : `${messages.consentStates[consent.state].toLowerCase()}, ${date(consent.withdrawnAt ?? consent.at)}`,
            blocks: consent?.state !== "valid",
          },
        ]),
    {
      key: "blacklist",
      name: t.blacklist,
      detail: blacklistedAt === null ? t.noBlacklist : date(blacklistedAt),
      blocks: blacklisted,
    },
    ...(consentWeak ? [{ key: "weak", name: t.weak, detail: t.weakText, blocks: true }] : []),
  ];
}
