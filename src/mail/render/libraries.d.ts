/** Declarations for libraries without types. */
declare module "mjml" {
  type MjmlError = { line: number; message: string; tagName: string };
  type MjmlOptions = {
    fonts: Record<string, string>;
    validationLevel: "soft";
    ignoreIncludes: true;
    keepComments: boolean;
  };
  const mjml2html: (source: string, options: MjmlOptions) => Promise<{ html: string; errors: MjmlError[] }>;
  // oxlint-disable-next-line import/no-default-export
  export default mjml2html;
}

declare module "html-to-text" {
  type Selector = { selector: string; format?: string; options?: Record<string, unknown> };
  type Options = {
    wordwrap: false;
    selectors: readonly Selector[];
    limits?: { maxInputLength?: number; maxDepth?: number };
  };
  export function compile(options: Options): (html: string) => string;
}
