/** XML is case-sensitive, real files are not always consistent; output uses the case of the standard. */
const byLowerCase = (words: string): ReadonlyMap<string, string> =>
  new Map(
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word.toLowerCase(), word]),
  );

export const allowedElements = byLowerCase(`
  svg g defs symbol use switch title desc style path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker filter feGaussianBlur feOffset feBlend feColorMatrix
  feComposite feFlood feMerge feMergeNode feDropShadow feComponentTransfer feFuncR feFuncG feFuncB feFuncA feMorphology`);

/** Elements and namespaces of editor metadata. */
export const skippedElements = new Set([
  "metadata",
  "view",
  "cursor",
  "font",
  "glyph",
  "hkern",
  "namedview",
  "perspective",
]);

export const allowedAttributes = byLowerCase(`
  id class style width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength viewBox preserveAspectRatio version
  transform transform-origin opacity fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity vector-effect paint-order color color-interpolation
  color-interpolation-filters display visibility overflow clip clip-path clip-rule mask mask-type filter flood-color
  flood-opacity stop-color stop-opacity offset gradientUnits gradientTransform spreadMethod patternUnits
  patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight
  marker-start marker-mid marker-end orient refX refY filterUnits primitiveUnits in in2 result mode type values operator
  k1 k2 k3 k4 dx dy stdDeviation edgeMode tableValues slope intercept amplitude exponent radius rotate startOffset
  method spacing textLength lengthAdjust text-anchor text-decoration text-rendering font-family font-size font-style
  font-variant font-weight font-stretch letter-spacing word-spacing dominant-baseline alignment-baseline baseline-shift
  writing-mode direction unicode-bidi shape-rendering image-rendering enable-background isolation mix-blend-mode xml:space
  role aria-label aria-hidden aria-labelledby systemLanguage requiredFeatures`);
