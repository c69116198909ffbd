/** The look of an e-mail of blocks whose settings leave it out; its editor shows the same values. */
export const defaultEmailLook = {
  language: "en",
  width: 600,
  backgroundColor: "#f4f4f4",
  contentColor: "#ffffff",
  textColor: "#222222",
  linkColor: "#1f5fbf",
  buttonColor: "#1f5fbf",
  buttonTextColor: "#ffffff",
  font: "arial",
  fontSize: 16,
} as const;

/** Fonts that every computer has. */
export const fontFamilies = {
  arial: "Arial, Helvetica, sans-serif",
  helvetica: "Helvetica, Arial, sans-serif",
  verdana: "Verdana, Geneva, sans-serif",
  tahoma: "Tahoma, Verdana, sans-serif",
  trebuchet: "'Trebuchet MS', Tahoma, sans-serif",
  georgia: "Georgia, 'Times New Roman', serif",
  times: "'Times New Roman', Times, serif",
  courier: "'Courier New', Courier, monospace",
} as const;
