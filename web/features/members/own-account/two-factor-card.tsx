import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { SecretDialog } from "../../../ui/dialog/secret-dialog.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { DisableTwoFactorDialog, NewCodesDialog } from "./two-factor-dialogs.tsx";
import { TwoFactorSetupDialog } from "./two-factor-setup.tsx";
import { accountMessages } from "./messages.ts";
import classes from "./account.module.css";

/** The session of the page load says whether it is on; changes of this page are kept here. */
export function TwoFactorCard() {
  const t = useMessages(accountMessages).twoFactor;
  const { session } = useSession();
  const [isOn, setOn] = useState(session.member.twoFactor);
  const [open, setOpen] = useState<"setup" | "disable" | "codes">();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  const show = (created: readonly string[]) => {
    close();
    setOn(true);
    setCodes(created);
  };
  return (
    <Card
      title={t.title}
      aside={
        <Status
          appearance={isOn ? { shape: "tick", tone: "good" } : { shape: "slashed", tone: "mute" }}
          label={isOn ? t.on : t.off}
        />
      }
    >
      <p className={classes["text"]}>{t.text}</p>
      <div className={classes["actions"]}>
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setOpen("codes")}>
              {t.newCodes}
            </Button>
            <Button variant="outline" color="red" onClick={() => setOpen("disable")}>
              {t.disable}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setOpen("setup")}>
            {t.enable}
          </Button>
        )}
      </div>
      <TwoFactorSetupDialog isOpen={open === "setup"} onClose={close} onEnabled={show} />
      <NewCodesDialog isOpen={open === "codes"} onClose={close} onCreated={show} />
      <DisableTwoFactorDialog
        isOpen={open === "disable"}
        onClose={close}
        onDisabled={() => {
          close();
          setOn(false);
        }}
      />
      <SecretDialog
        isOpen={codes !== undefined}
        title={t.codesTitle}
        note={t.codesNote}
        secret={(codes ?? []).join("\n")}
        copyLabel={t.codesCopy}
        storedLabel={t.codesStored}
        onDone={() => setCodes(undefined)}
      />
    </Card>
  );
}
