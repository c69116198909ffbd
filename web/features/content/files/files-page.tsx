import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { UploadButton } from "../../../editor/files/upload-button.tsx";
import { useUpload } from "../../../editor/files/use-upload.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { IconSearch } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { pageIn, Pages, SearchField } from "../list-parts.tsx";
import { ContentTabs } from "../section.tsx";
import { FileTile } from "./file-tile.tsx";
import { Folders } from "./folders.tsx";
import { filesMessages } from "./messages.ts";
import classes from "./files.module.css";

const pageSize = 48;
const kinds = ["image", "document"] as const;

export function Page() {
  const t = useMessages(filesMessages);
  const can = useCan();
  const [address] = useAddress();
  const { folder, q } = address;
  const type = kinds.find((kind) => kind === address["type"]);
  const page = pageIn(address);
  const query = { page, pageSize, folder, q, type };
  const { data, error, refetch } = useQuery(readPage("GET /files", { query }));
  const canEdit = can("content", "full");
  const folderId = folder === "root" ? undefined : folder;
  const upload = <UploadButton folderId={folderId} isMain />;
  return (
    <>
      <PageHeader
        title={t.title}
        facts={data === undefined ? undefined : t.count(data.total)}
        actions={canEdit ? upload : undefined}
      />
      <ContentTabs />
      <div className={classes["layout"]}>
        <Folders canEdit={canEdit} />
        <DropArea folderId={folderId} canEdit={canEdit}>
          <Filters />
          {data === undefined ? (
            <WaitingCard error={error} what={t.failed} onRetry={refetch} />
          ) : data.items.length === 0 ? (
            <Card flush>
              {q === undefined && type === undefined ? (
                <Empty
                  title={t.empty}
                  text={t.emptyText}
                  action={canEdit ? <UploadButton folderId={folderId} /> : undefined}
                />
              ) : (
                <Notice icon={<IconSearch size={24} />} title={t.noMatch} />
              )}
            </Card>
          ) : (
            <ul className={classes["tiles"]}>
              {data.items.map((file) => (
                <FileTile key={file.id} file={file} canEdit={canEdit} />
              ))}
            </ul>
          )}
          <Pages page={page} pages={Math.ceil((data?.total ?? 0) / pageSize)} />
        </DropArea>
      </div>
    </>
  );
}

type DropProps = { folderId: string | undefined; canEdit: boolean; children: React.ReactNode };

/** Files dragged from the computer are uploaded into the shown folder. */
function DropArea({ folderId, canEdit, children }: DropProps) {
  const t = useMessages(filesMessages);
  const { upload } = useUpload(folderId);
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={classes["area"]}
      data-over={isOver || undefined}
      data-text={t.dropHere}
      onDragOver={(event) => {
        if (!canEdit || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (canEdit) void upload([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

function Filters() {
  const t = useMessages(filesMessages);
  const [address, change] = useAddress();
  return (
    <div className={classes["filters"]}>
      <SearchField label={t.search} />
      <SegmentedControl
        aria-label={t.type}
        value={address["type"] ?? "all"}
        data={(["all", ...kinds] as const).map((value) => ({ value, label: t.types[value] }))}
        onChange={(type) => change({ type: type === "all" ? undefined : type, page: undefined })}
      />
    </div>
  );
}
