import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useWords } from "../../../i18n/words.tsx";
import { CardStack, TwoColumns } from "../../../ui/display/card.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Trail } from "../../../ui/display/trail.tsx";
import { IconPencil } from "../../../ui/icons.ts";
import { nameOf, stateLooks } from "../../../ui/people/people.tsx";
import { peopleWords } from "../../../ui/people/words.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import type { Contact } from "../looks.ts";
import { contactsWords } from "../words.ts";
import { ContactMenu } from "./contact-menu.tsx";
import { EditContactDialog } from "./edit-contact-dialog.tsx";
import { GateCard } from "./gate-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { ConsentsCard, ListsCard, OrdersCard, StatsCard } from "./side-cards.tsx";
import { TimelineCard } from "./timeline-card.tsx";
import { detailWords } from "./words.ts";

export function Page() {
  const t = useWords(contactsWords);
  const { contactId } = useParams({ from: "/contacts/$contactId" });
  const { data: contact, error, refetch } = useQuery(read("GET /contacts/{id}", { params: { id: contactId } }));
  if (contact !== undefined) return <ContactDetail contact={contact} />;
  return <WaitingCard error={error} what={t.detailError} onRetry={refetch} />;
}

function ContactDetail({ contact }: { contact: Contact }) {
  const t = useWords(contactsWords);
  const words = useWords(detailWords);
  const { states } = useWords(peopleWords);
  const can = useCan();
  const [isEditing, setEditing] = useState(false);
  const { data: consents } = useQuery(read("GET /contacts/{id}/purposes", { params: { id: contact.id } }));
  const title = nameOf(contact) || contact.email;
  return (
    <>
      <Trail parent={t.title} to="/contacts" current={title} />
      <PageHead
        title={title}
        isDetail
        status={<StatusPill look={stateLooks[contact.state]} label={states[contact.state]} />}
        facts={
          <>
            {contact.email} <CopyButton text={contact.email} name={words.copyEmail} /> ·{" "}
            {words.since(contact.createdAt)}
          </>
        }
        actions={
          can("contacts", "full") && (
            <>
              <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
                {words.edit}
              </Button>
              <ContactMenu contact={contact} />
            </>
          )
        }
      />
      <TwoColumns
        main={
          <CardStack>
            <GateCard contact={contact} consents={consents?.items ?? []} />
            <TimelineCard contactId={contact.id} />
          </CardStack>
        }
        side={
          <>
            <ProfileCard contact={contact} />
            <ConsentsCard consents={consents?.items} />
            <StatsCard stats={contact.stats90d} />
            <ListsCard lists={contact.lists} />
            <OrdersCard contact={contact} />
          </>
        }
      />
      <EditContactDialog contact={contact} isOpen={isEditing} onClose={() => setEditing(false)} />
    </>
  );
}
