import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { CardStack, TwoColumns } from "../../../ui/display/card.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { IconPencil } from "../../../ui/icons.ts";
import { nameOf, stateAppearances } from "../../../ui/people/people.tsx";
import { roleMessages } from "../../../ui/people/messages.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import type { Contact } from "../appearance.ts";
import { contactsMessages } from "../messages.ts";
import { ContactMenu } from "./contact-menu.tsx";
import { EditContactDialog } from "./edit-contact-dialog.tsx";
import { GateCard } from "./gate-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { LabelsCard, ListsCard } from "./membership-cards.tsx";
import { ConsentsCard, OrdersCard, StatsCard } from "./side-cards.tsx";
import { TimelineCard } from "./timeline-card.tsx";
import { detailMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(contactsMessages);
  const { contactId } = useParams({ from: "/contacts/$contactId" });
  const { data: contact, error, refetch } = useQuery(read("GET /contacts/{id}", { params: { id: contactId } }));
  if (contact !== undefined) return <ContactDetail contact={contact} />;
  return <WaitingCard error={error} what={t.detailError} onRetry={refetch} />;
}

function ContactDetail({ contact }: { contact: Contact }) {
  const t = useMessages(contactsMessages);
  const messages = useMessages(detailMessages);
  const { states } = useMessages(roleMessages);
  const can = useCan();
  const [isEditing, setEditing] = useState(false);
  const { data: consents } = useQuery(read("GET /contacts/{id}/purposes", { params: { id: contact.id } }));
  const title = nameOf(contact) || contact.email;
  return (
    <>
      <Breadcrumbs parent={t.title} to="/contacts" current={title} />
      <PageHeader
        title={title}
        isDetail
        status={<StatusPill appearance={stateAppearances[contact.state]} label={states[contact.state]} />}
        facts={
          <>
            {title !== contact.email && contact.email} <CopyButton text={contact.email} name={messages.copyEmail} /> ·{" "}
            {messages.since(contact.createdAt)}
          </>
        }
        actions={
          can("contacts", "full") && (
            <>
              <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
                {messages.edit}
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
            <LabelsCard contact={contact} />
            <ListsCard contact={contact} />
            <OrdersCard contact={contact} />
          </>
        }
      />
      <EditContactDialog contact={contact} isOpen={isEditing} onClose={() => setEditing(false)} />
    </>
  );
}
