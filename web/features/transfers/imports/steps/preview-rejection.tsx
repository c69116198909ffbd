import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { Rejection } from "../../../../ui/state/rejection.tsx";
import { wizardMessages } from "../wizard-messages.ts";

/** A file that is gone leads back to the upload; other refusals are explained. */
export function PreviewRejection({ error }: { error: ApiFailure | null }) {
  const t = useMessages(wizardMessages);
  if (error?.is("validation fileId") === true)
    return (
      <Callout
        tone="warn"
        action={
          <Button component={Link} to="/transfers/imports/new" variant="default">
            {t.fileAgain}
          </Button>
        }
      >
        {t.fileGone}
      </Callout>
    );
  return (
    <Rejection
      error={error}
      messages={{
        "validation mapping": t.mapping.noEmail,
        "validation options.encoding": t.mapping.misread,
        "validation file": t.mapping.misread,
      }}
    />
  );
}
