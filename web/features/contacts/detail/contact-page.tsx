import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Trail } from "../../../ui/display/trail.tsx";
import { Failure } from "../../../ui/state/failure.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import { nameOf, stateLooks } from "../looks.ts";
import { contactsWords } from "../words.ts";

export function Page() {
  const t = useWords(contactsWords);
  const { contactId } = useParams({ from: "/contacts/$contactId" });
  const { data: contact, error, refetch } = useQuery(read("GET /contacts/{id}", { params: { id: contactId } }));
  if (contact === undefined)
    return (
      <Card flush>
        {error === null ? <Loading /> : <Failure error={error} what={t.detailError} onRetry={() => void refetch()} />}
      </Card>
    );
  const title = nameOf(contact) || contact.email;
  return (
    <>
      <Trail parent={t.title} to="/contacts" current={title} />
      <PageHead
        title={title}
        status={<StatusPill look={stateLooks[contact.state]} label={t.states[contact.state]} />}
        facts={contact.email}
      />
    </>
  );
}
