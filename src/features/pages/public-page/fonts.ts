export const fontNames = ["system", "arial", "verdana", "trebuchet", "georgia", "times", "courier"] as const;
export type FontName = (typeof fontNames)[number];

/** Fonts that devices have: no page loads one. */
export const fontStacks: Readonly<Record<FontName, string>> = {
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  arial: "Arial,Helvetica,sans-serif",
  verdana: "Verdana,Geneva,sans-serif",
  trebuchet: '"Trebuchet MS","Gill Sans",sans-serif',
  georgia: 'Georgia,"Times New Roman",serif',
  times: '"Times New Roman",Times,serif',
  courier: '"Courier New",Courier,monospace',
};

export const isFontName = (name: string): name is FontName => Object.hasOwn(fontStacks, name);
