/** Types for the used part of a library without types. */
declare module "sanitize-html" {
  type Attributes = Record<string, string>;
  type Options = {
    allowedTags: readonly string[];
    allowedAttributes: Record<string, readonly string[]>;
    allowedSchemes: readonly string[];
    allowedSchemesByTag?: Record<string, readonly string[]>;
    allowedSchemesAppliedToAttributes?: readonly string[];
    allowProtocolRelative: boolean;
    allowVulnerableTags?: boolean;
    parseStyleAttributes?: boolean;
    nonTextTags?: readonly string[];
    nestingLimit?: number;
    transformTags?: Record<string, (tagName: string, attribs: Attributes) => { tagName: string; attribs: Attributes }>;
  };
  const sanitizeHtml: (dirty: string, options: Options) => string;
  // oxlint-disable-next-line import/no-default-export
  export default sanitizeHtml;
}
