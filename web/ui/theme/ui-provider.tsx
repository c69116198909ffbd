import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "./mantine-base.css";
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
    {children}
  </MantineProvider>
);
