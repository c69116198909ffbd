import { Select, useMantineColorScheme } from "@mantine/core";
import { useSession } from "../../../api/session.tsx";
import { languageNames, languages } from "../../../i18n/typeset.ts";
import { rememberLanguage, useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card, CardStack, Facts } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
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
  const { firstName, lastName, email } = session.member;
  return (
    <Card title={t.title}>
      <Facts
        items={[
          [t.name, `${firstName} ${lastName}`.trim() || "–"],
          [t.email, email],
          [t.company, company.name],
          [t.role, roleNames(company.roles)],
        ]}
      />
    </Card>
  );
}

/** Both are kept in this browser. */
function LanguageCard() {
  const t = useMessages(accountMessages);
  const { language } = useFormats();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
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
            location.reload();
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
