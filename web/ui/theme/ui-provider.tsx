import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "./mantine.css";
import "@mantine/notifications/styles.css";
import "./tokens.css";
import "./base.css";
import { cssVariablesResolver, theme } from "./theme.ts";

const colorSchemeManager = localStorageColorSchemeManager({ key: "postrider-theme" });

/** Browsers hide the attribute from scripts and keep the value in the property. */
const styleNonce = (): string => document.querySelector<HTMLElement>("[nonce]")?.nonce ?? "";

export const UiProvider = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <Notifications position="bottom-right" autoClose={5000} limit={4} />
    {children}
  </MantineProvider>
);
