/** Values of a request that succeeds on the demo company, where those that follow from the schemas do not. */
export type DemoRequest = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

export type DemoRequests = Readonly<Record<string, DemoRequest>>;
