import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

const brand: MantineColorsTuple = [
  "#EEF1FD",
  "#E9EDFC",
  "#B9C5F5",
  "#AAB8FF",
  "#7C91F5",
  "#4C66E4",
  "#3550CC",
  "#2B43B0",
  "#263996",
  "#1D2B70",
];
const gray: MantineColorsTuple = [
  "#FAF9F5",
  "#F4F2EC",
  "#EEECE5",
  "#E4E1D8",
  "#CFCBBF",
  "#8F8A7E",
  "#66676E",
  "#50525B",
  "#33353E",
  "#1C1E26",
];
const dark: MantineColorsTuple = [
  "#ECEAE4",
  "#B9B8B3",
  "#9A9A97",
  "#717682",
  "#3D414B",
  "#2B2E36",
  "#1A1C21",
  "#16181C",
  "#121317",
  "#0C0D10",
];

/** The token of each Mantine colour name. */
const tokens: Readonly<Record<string, string>> = {
  brand: "accent",
  blue: "accent",
  green: "good",
  yellow: "warn",
  orange: "warn",
  red: "bad",
  gray: "mute",
  teal: "teal",
  grape: "plum",
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const token = tokens[input.color ?? "brand"];
  const defaults = defaultVariantColorsResolver(input);
  if (token === undefined) return defaults;
  switch (input.variant) {
    case "filled":
      return filledColors(token);
    case "light":
      return {
        background: `var(--pr-${token}-soft)`,
        hover: `var(--pr-${token}-soft)`,
        color: `var(--pr-${token}-text)`,
        border: "1px solid transparent",
      };
    case "outline":
      return {
        background: "var(--pr-surface)",
        hover: "var(--pr-hover)",
        color: `var(--pr-${token}-text)`,
        border: "1px solid var(--pr-border-strong)",
      };
    case "default":
      return {
        background: "var(--pr-surface)",
        hover: "var(--pr-hover)",
        color: "var(--pr-text)",
        border: "1px solid var(--pr-border-strong)",
      };
    case "subtle":
    case "transparent":
      return {
        background: "transparent",
        hover: input.variant === "subtle" ? "var(--pr-hover)" : "transparent",
        color: token === "mute" ? "var(--pr-text-2)" : `var(--pr-${token}-text)`,
        border: "1px solid transparent",
      };
    default:
      return defaults;
  }
};

function filledColors(token: string) {
  const border = "1px solid transparent";
  if (token === "mute")
    return { background: "var(--pr-text)", hover: "var(--pr-text)", color: "var(--pr-surface)", border };
  const background = token === "bad" ? "var(--pr-bad-fill)" : `var(--pr-${token})`;
  const hover = token === "accent" ? "var(--pr-accent-hover)" : background;
  return { background, hover, color: "var(--pr-inverse)", border };
}

/** Mantine's variables point to the tokens, so that the dark theme needs no second set of rules. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const variables = {
    "--mantine-color-body": "var(--pr-page)",
    "--mantine-color-text": "var(--pr-text)",
    "--mantine-color-dimmed": "var(--pr-text-2)",
    "--mantine-color-placeholder": "var(--pr-text-3)",
    "--mantine-color-default": "var(--pr-surface)",
    "--mantine-color-default-hover": "var(--pr-hover)",
    "--mantine-color-default-border": "var(--pr-border)",
    "--mantine-color-default-color": "var(--pr-text)",
    "--mantine-color-anchor": "var(--pr-accent-text)",
    "--mantine-color-error": "var(--pr-bad-text)",
    "--mantine-primary-color-filled": "var(--pr-accent)",
    "--mantine-primary-color-filled-hover": "var(--pr-accent-hover)",
    "--mantine-primary-color-light": "var(--pr-accent-soft)",
    "--mantine-primary-color-light-color": "var(--pr-accent-text)",
    "--mantine-shadow-md": "var(--pr-shadow-2)",
    "--mantine-shadow-xl": "var(--pr-shadow-3)",
  };
  return { variables: {}, light: variables, dark: variables };
};

const inputs = { size: "sm" } as const;

export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 6, dark: 5 },
  colors: { brand, gray, dark },
  defaultRadius: "sm",
  respectReducedMotion: true,
  cursorType: "pointer",
  fontFamily: "var(--pr-font)",
  fontFamilyMonospace: "var(--pr-mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "24px", lineHeight: "32px" },
      h2: { fontSize: "15px", lineHeight: "22px" },
      h3: { fontSize: "14px", lineHeight: "20px" },
    },
  },
  variantColorResolver,
  components: {
    Button: {
      defaultProps: { size: "sm" },
      vars: (_theme: unknown, props: { size?: string | number }) => ({
        root: {
          "--button-height": { xs: "28px", sm: "34px", md: "40px", lg: "42px" }[String(props.size)] ?? "34px",
          "--button-padding-x": props.size === "xs" ? "10px" : "13px",
          "--button-fz": "13px",
        },
      }),
    },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 32 } },
    TextInput: { defaultProps: inputs },
    PasswordInput: { defaultProps: inputs },
    NumberInput: { defaultProps: inputs },
    Textarea: { defaultProps: inputs },
    Select: { defaultProps: { ...inputs, checkIconPosition: "right" } },
    MultiSelect: { defaultProps: inputs },
    Input: {
      vars: () => ({ wrapper: { "--input-height": "34px", "--input-fz": "13px" } }),
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "description", "input", "error"] } },
    Badge: {
      defaultProps: { variant: "light", radius: "sm", color: "gray" },
      styles: { root: { textTransform: "none", height: 22, fontWeight: 550, fontSize: 12 } },
    },
    Checkbox: { defaultProps: { size: "xs", radius: 4 } },
    Radio: { defaultProps: { size: "xs" } },
    Switch: { defaultProps: { size: "sm" } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Modal: {
      defaultProps: {
        radius: "lg",
        centered: true,
        padding: "lg",
        size: 540,
        // The title bar is a <header>, which would count as a second banner of the page.
        attributes: { header: { role: "presentation" } },
        overlayProps: { color: "var(--pr-overlay)", backgroundOpacity: 1 },
        transitionProps: { duration: 200 },
      },
      // Mantine's own rules are loaded after ours and would win.
      styles: {
        content: { background: "var(--pr-surface)" },
        header: { background: "var(--pr-surface)" },
        title: { fontWeight: 620, lineHeight: "24px" },
      },
    },
    Drawer: {
      defaultProps: {
        position: "right",
        size: 420,
        padding: "lg",
        attributes: { header: { role: "presentation" } },
        overlayProps: { color: "var(--pr-overlay)", backgroundOpacity: 1 },
      },
    },
    Menu: { defaultProps: { radius: "md", shadow: "md", position: "bottom-end" } },
    Progress: { defaultProps: { size: 6, radius: "xl" } },
    Paper: { defaultProps: { radius: "lg" } },
  },
});
