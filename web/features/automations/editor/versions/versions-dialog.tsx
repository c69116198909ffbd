import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useAddress } from "../../../../routing/search.ts";
import { VersionsBody } from "./versions-body.tsx";
import { versionMessages } from "./messages.ts";

/** Saved versions, what differs between two of them, and the way back to one. The address says that it is open. */
export function VersionsDialog({ savedVersion }: { savedVersion: number }) {
  const t = useMessages(versionMessages);
  const [{ versions }, setAddress] = useAddress();
  const close = () => setAddress({ versions: undefined }, { replace: true });
  return (
    <FormDialog isOpen={versions !== undefined} onClose={close} title={t.title} width={920}>
      <VersionsBody savedVersion={savedVersion} first={Number(versions)} onDone={close} />
    </FormDialog>
  );
}
