/**
 * For pages of signed-in people: a page of another site that opened them, or that they opened, cannot reach their window.
 * Public pages do without it, because sites open them and listen to them.
 */
export const isolationHeader = { "Cross-Origin-Opener-Policy": "same-origin" } as const;
