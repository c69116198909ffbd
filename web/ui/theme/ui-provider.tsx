import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import "./fonts.css";
import "./mantine-base.css";
import "./tokens.css";
import "./base.css";
import { styleNonce } from "./style-nonce.ts";
import { cssVariablesResolver, theme } from "./theme.ts";

const colorSchemeManager = localStorageColorSchemeManager({ key: "postrider-theme" });

// The scroll lock of dialogs adds a style element; its package reads the nonce from here.
Reflect.set(globalThis, "__webpack_nonce__", styleNonce());

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
