import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { useWords } from "../../../../i18n/words.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { Refusal } from "../../../../ui/state/refusal.tsx";
import { wizardWords } from "../wizard-words.ts";

/** A file that is gone leads back to the upload; other refusals are explained. */
export function PreviewRefusal({ error }: { error: ApiFailure | null }) {
  const t = useWords(wizardWords);
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
    <Refusal
      error={error}
      messages={{
        "validation mapping": t.mapping.noEmail,
        "validation options.encoding": t.mapping.misread,
        "validation file": t.mapping.misread,
      }}
    />
  );
}
