import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu, type RowAction } from "../../../ui/display/row-menu.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { useStateAppearance } from "../parts/states.tsx";
import { partsMessages } from "../parts/messages.ts";
import { PageForm, type PreferencePage } from "./page-form.tsx";
import { pageQueries, usePageActions } from "./use-page-actions.tsx";
import { preferencePagesMessages } from "./messages.ts";

export function Page() {
  const { pageId } = useParams({ from: "/content/preference-pages/$pageId" });
  const { data, error, refetch } = useQuery(
    read("GET /unsubscribe-pages/{unsub_page_id}", { params: { unsub_page_id: pageId } }),
  );
  if (data === undefined) return <WaitingCard error={error} lines={8} onRetry={refetch} />;
  return <PreferencePageEditor key={data.id} shown={data} />;
}

function PreferencePageEditor({ shown }: { shown: PreferencePage }) {
  const t = useMessages(preferencePagesMessages);
  const parts = useMessages(partsMessages);
  const getAppearance = useStateAppearance();
  const canChange = useCan()("content", "full");
  return (
    <>
      <Breadcrumbs parent={t.title} to="/content/preference-pages" current={shown.name} />
      <PageHeader
        title={shown.name}
        status={<StatusPill {...getAppearance(shown.active ? "active" : "inactive")} />}
        facts={shown.isDefault ? parts.isDefault : undefined}
        actions={canChange && <PageMenu shown={shown} />}
      />
      <PageForm shown={shown} />
    </>
  );
}

function PageMenu({ shown }: { shown: PreferencePage }) {
  const t = useMessages(preferencePagesMessages);
  const parts = useMessages(partsMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const options = (done: string) => ({
    refresh: pageQueries,
    onDone: () => toast.done(done),
    onFailed: (failure: ApiFailure) =>
      failure.is("conflict status") ? toast.failed(failure, t.statusRefused) : toast.failed(failure),
  });
  const set = useChange("POST /unsubscribe-pages/{unsub_page_id}/default", options(parts.madeDefault));
  const unset = useChange("DELETE /unsubscribe-pages/{unsub_page_id}/default", options(parts.removedDefault));
  const { actionsOf, dialogs } = usePageActions({
    onDeleted: () => void navigate({ to: "/content/preference-pages" }),
    onCopied: (pageId) => void navigate({ to: "/content/preference-pages/$pageId", params: { pageId } }),
  });
  const input = { params: { unsub_page_id: shown.id } };
  const byDefault: RowAction = shown.isDefault
    ? { label: parts.removeDefault, onClick: () => unset.mutate(input) }
    : { label: parts.makeDefault, onClick: () => set.mutate(input) };
  return (
    <>
      <RowMenu label={ui.more} actions={[...(shown.active ? [byDefault] : []), ...actionsOf(shown)]} />
      {dialogs}
    </>
  );
}
