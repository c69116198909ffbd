import { Select, useMantineColorScheme } from "@mantine/core";
import { useChange } from "../../../api/queries.ts";
import { useSession } from "../../../api/session.tsx";
import { languageNames, languages } from "../../../i18n/typeset.ts";
import { rememberLanguage, useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card, CardStack, Facts } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { FieldRow, SaveForm } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useRoleNames } from "../role-fields.tsx";
import { AccessCard } from "./access-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";
import { accountMessages } from "./messages.ts";
import classes from "./account.module.css";

export function Page() {
  const t = useMessages(accountMessages);
  return (
    <>
      <PageHeader title={t.title} />
      <CardStack>
        <div className={classes["pair"]}>
          <ProfileCard />
          <LanguageCard />
        </div>
        <TwoFactorCard />
        <PasswordCard />
        <SessionsCard />
        <AccessCard />
      </CardStack>
    </>
  );
}

function ProfileCard() {
  const t = useMessages(accountMessages).profile;
  const { session, company } = useSession();
  const roleNames = useRoleNames();
  const toast = useToasts();
  const { firstName, lastName, email } = session.member;
  const update = useChange("PATCH /api/v1/session", { refresh: ["GET /api/v1/session"] });
  const form = useApiForm({
    initial: { firstName, lastName },
    send: async (body) => {
      await update.mutateAsync({ body });
      toast.done(t.saved);
    },
  });
  return (
    <Card title={t.title}>
      <SaveForm form={form} submit={t.save} canChange>
        <FieldRow>
          <TextField form={form} name="firstName" label={t.firstName} autoComplete="given-name" />
          <TextField form={form} name="lastName" label={t.lastName} autoComplete="family-name" />
        </FieldRow>
        <Facts
          items={[
            [t.email, email],
            [t.company, company.name],
            [t.role, roleNames(company.roles)],
          ]}
        />
      </SaveForm>
    </Card>
  );
}

/** The language is the person's everywhere, the theme that of this browser. */
function LanguageCard() {
  const t = useMessages(accountMessages);
  const { language } = useFormats();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const update = useChange("PATCH /api/v1/session");
  return (
    <Card title={t.language.title}>
      <div className={classes["fields"]}>
        <Select
          label={t.language.language}
          value={language}
          allowDeselect={false}
          data={languages.map((known) => ({ value: known, label: languageNames[known] }))}
          onChange={(chosen) => {
            const next = languages.find((known) => known === chosen);
            if (next === undefined) return;
            rememberLanguage(next);
            update.mutate({ body: { language: next } }, { onSettled: () => location.reload() });
          }}
        />
        <Select
          label={t.language.theme}
          value={colorScheme}
          allowDeselect={false}
          data={(["auto", "light", "dark"] as const).map((theme) => ({ value: theme, label: t.themes[theme] }))}
          onChange={(chosen) => {
            const next = (["auto", "light", "dark"] as const).find((theme) => theme === chosen);
            if (next !== undefined) setColorScheme(next);
          }}
        />
      </div>
    </Card>
  );
}
