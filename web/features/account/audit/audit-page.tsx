import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read, readPage } from "../../../api/queries.ts";
import { addDays, isDay, startOfDay } from "../../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn, GridFilter } from "../../../ui/grid/grid-types.ts";
import { TwoLines } from "../../../ui/grid/list-table.tsx";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { auditMessages } from "./messages.ts";
import classes from "./audit.module.css";

type Entry = OutputOf<"GET /audit-log">["items"][number];

const filterNames = ["actor", "member", "operation", "kind", "from", "to"] as const;

export function Page() {
  const t = useMessages(auditMessages);
  const { ago, timeZone } = useFormats();
  const grid = useGrid({ name: "audit", sort: "-at", filters: filterNames });
  const { actor, member, operation, kind, from, to } = grid.filters;
  const describe = useDescribe();
  /** The address may hold any text, which is no filter then. */
  const toInstant = (day: string | undefined, daysLater = 0): string | undefined =>
    day === undefined || !isDay(day) ? undefined : startOfDay(addDays(day, daysLater), timeZone).toISOString();
  const result = useQuery(
    readPage("GET /audit-log", {
      query: {
        page: grid.page,
        pageSize: grid.pageSize,
        actor: choiceOf(t.actors, actor),
        memberId: member,
        operation,
        objectKind: kind,
        from: toInstant(from),
        to: toInstant(to, 1),
      },
    }),
  );
  return (
    <>
      <PageHeader title={t.title} facts={t.facts} />
      <DataGrid<Entry>
        grid={grid}
        result={result}
        label={t.title}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={(entry) => describe(entry).what}
        filters={useFilters()}
        noMatch={t.noMatch}
        phoneRow={(entry) => ({
          title: `${describe(entry).what}: ${describe(entry).about}`,
          second: entry.actor.email ?? t.actors[entry.actor.kind],
          corner: ago(entry.at),
          secondCorner: t.actors[entry.actor.kind],
        })}
        empty={<Empty title={t.empty} text={t.emptyText} />}
      />
    </>
  );
}

/** `createApiKey` on `api-keys` reads as "Created: API key". */
function useDescribe(): (entry: Entry) => { what: string; about: string } {
  const t = useMessages(auditMessages);
  const verbs: Readonly<Record<string, string>> = t.verbs;
  const kinds: Readonly<Record<string, string>> = t.kinds;
  return ({ operation, object }) => {
    const verb = /^[a-z]+/.exec(operation)?.[0] ?? "";
    return { what: verbs[verb] ?? t.verbs.other, about: kinds[object.kind] ?? object.kind };
  };
}

const pages: Readonly<Record<string, readonly [path: string, param: string]>> = {
  contacts: ["/contacts/$contactId", "contactId"],
  lists: ["/lists/$listId", "listId"],
  segments: ["/segments/$segmentId", "segmentId"],
  campaigns: ["/campaigns/$campaignId", "campaignId"],
  automations: ["/automations/$automationId", "automationId"],
  forms: ["/forms/$formId", "formId"],
  templates: ["/content/templates/$templateId", "templateId"],
  shops: ["/settings/shops/$shopId", "shopId"],
};

type LinkedProps = {
  readonly page: readonly [path: string, param: string];
  readonly id: string;
  readonly label: string;
};

const LinkedObject = ({ page: [path, param], id, label }: LinkedProps) => (
  <PageLink path={path} params={{ [param]: id }}>
    {label}
  </PageLink>
);

function About({ entry }: { entry: Entry }) {
  const { about } = useDescribe()(entry);
  const { kind, id, name } = entry.object;
  const page = pages[kind];
  const label = id === null ? about : (name ?? `${about} ${id}`);
  const shown = page === undefined || id === null ? label : <LinkedObject page={page} id={id} label={label} />;
  return name === null ? shown : <TwoLines first={shown} second={about} />;
}

function useColumns(): readonly GridColumn<Entry>[] {
  const t = useMessages(auditMessages);
  const describe = useDescribe();
  const { ago, dateTime } = useFormats();
  return [
    {
      key: "what",
      head: t.columns.what,
      isFixed: true,
      cell: (entry) => (
        <TwoLines
          first={entry.outcome === "refused" ? `${describe(entry).what}: ${t.refused}` : describe(entry).what}
          second={<code className={classes["code"]}>{entry.operation}</code>}
        />
      ),
    },
    { key: "object", head: t.columns.object, cell: (entry) => <About entry={entry} /> },
    { key: "who", head: t.columns.who, cell: ({ actor }) => actor.email ?? "–" },
    {
      key: "how",
      head: t.columns.how,
      cell: ({ actor }) => {
        const name = actor.keyName ?? actor.client;
        return name === null ? t.actors[actor.kind] : <TwoLines first={t.actors[actor.kind]} second={name} />;
      },
    },
    {
      key: "address",
      head: t.columns.address,
      cell: ({ address, agent }) => <span title={agent ?? ""}>{address ?? "–"}</span>,
    },
    {
      key: "at",
      head: t.columns.at,
      align: "end",
      cell: ({ at }) => (
        <time dateTime={at} title={dateTime(at)}>
          {ago(at)}
        </time>
      ),
    },
  ];
}

function useFilters(): readonly GridFilter[] {
  const t = useMessages(auditMessages);
  const members = useQuery({ ...read("GET /members"), staleTime: 60_000 }).data?.items ?? [];
  return [
    { name: "actor", label: t.filters.actor, input: { options: optionsOf(t.actors) } },
    {
      name: "member",
      label: t.filters.member,
      input: { options: members.map(({ id, email }) => ({ value: id, label: email })) },
    },
    { name: "kind", label: t.filters.kind, input: { options: optionsOf(t.kinds) } },
    { name: "operation", label: t.filters.operation, input: "text" },
    { name: "from", label: t.filters.from, input: "day" },
    { name: "to", label: t.filters.to, input: "day" },
  ];
}
