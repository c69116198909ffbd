import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useCan, useSession } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { FieldRow, Form, SubmitButton } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { Waiting } from "../../../ui/state/waiting.tsx";
import type { OutputOf } from "../../../api/operations.ts";
import { onboardingMessages } from "./messages.ts";
import classes from "./onboarding.module.css";

/** Who writes and on whose behalf: the first name of the member, and the address that every commercial e-mail carries. */
export function ProfileForm({ skip }: { skip: ReactNode }) {
  const t = useMessages(onboardingMessages);
  const { data, error, refetch } = useQuery(read("GET /company"));
  if (data === undefined) return <Waiting error={error} what={t.items.profile.name} onRetry={refetch} />;
  return <LoadedForm company={data} skip={skip} />;
}

function LoadedForm({ company, skip }: { company: OutputOf<"GET /company">; skip: ReactNode }) {
  const t = useMessages(onboardingMessages);
  const { session } = useSession();
  const canChange = useCan()("settings", "full");
  const saveName = useChange("PATCH /api/v1/session", { refresh: ["GET /api/v1/session"] });
  const saveCompany = useChange("PATCH /company", { refresh: ["GET /company", "GET /onboarding"] });
  const form = useApiForm({
    initial: {
      firstName: session.member.firstName,
      street: company.street ?? "",
      city: company.city ?? "",
      postalCode: company.postalCode ?? "",
    },
    send: async ({ firstName, ...address }) => {
      if (canChange) await saveCompany.mutateAsync({ body: address });
      await saveName.mutateAsync({ body: { firstName } });
    },
  });
  return (
    <div className={classes["profile"]}>
      <Form
        form={form}
        foot={
          <div className={classes["actions"]}>
            <SubmitButton form={form}>{t.items.profile.action}</SubmitButton>
            {skip}
          </div>
        }
      >
        <TextField form={form} name="firstName" label={t.profile.firstName} autoComplete="given-name" width={260} />
        {canChange && (
          <>
            <TextField form={form} name="street" label={t.profile.street} autoComplete="street-address" />
            <FieldRow>
              <TextField form={form} name="city" label={t.profile.city} autoComplete="address-level2" />
              <TextField form={form} name="postalCode" label={t.profile.postalCode} autoComplete="postal-code" />
            </FieldRow>
          </>
        )}
      </Form>
    </div>
  );
}
