import { Menu, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../api/client.ts";
import { useFormats, useMessages, rememberLanguage } from "../../i18n/messages.tsx";
import { languageNames, languages } from "../../i18n/typeset.ts";
import { IconLogout, IconMoon, IconSun, IconUserCircle } from "../../ui/icons.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { settingsMessages } from "../settings/messages.ts";
import { appMessages } from "../messages.ts";

/** The own account, theme, language and sign-out. */
export function AccountMenu({ children }: { children: ReactNode }) {
  const t = useMessages(appMessages);
  const settings = useMessages(settingsMessages);
  const navigate = useNavigate();
  const toast = useToasts();
  const { language } = useFormats();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const other = scheme === "dark" ? "light" : "dark";
  const signOut = () => void call("DELETE /api/v1/session").then(() => location.assign("/app/sign-in"), toast.failed);
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUserCircle size={16} />}
          onClick={() => void navigate({ to: "/settings/account" })}
        >
          {settings.sections.account}
        </Menu.Item>
        <Menu.Item
          leftSection={other === "dark" ? <IconMoon size={16} /> : <IconSun size={16} />}
          onClick={() => setColorScheme(other)}
        >
          {t.theme[other]}
        </Menu.Item>
        {languages
          .filter((known) => known !== language)
          .map((known) => (
            <Menu.Item
              key={known}
              lang={known}
              onClick={() => {
                rememberLanguage(known);
                location.reload();
              }}
            >
              {languageNames[known]}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
