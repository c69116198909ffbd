/** What one feature does at the hooks of another. Only the hook point that made it can read it. */
export type HookImplementation = { readonly point: string };

/** Hooks that a feature declares and calls; features after it implement those that concern them. */
export type HookPoint<Hooks extends object> = {
  /** A hook that is not declared does not compile. */
  implement(hooks: Hooks): HookImplementation;
  /** All implementations of a process, in the order of features. */
  in(process: HookedProcess): readonly Hooks[];
};

/** The implementations of all features and of HTTP, as every context has them. */
export type HookedProcess = { readonly hooks: readonly HookImplementation[] };

export function defineHooks<Hooks extends object>(point: string): HookPoint<Hooks> {
  const implemented = new WeakMap<HookImplementation, Hooks>();
  return {
    implement: (hooks) => {
      const implementation = { point };
      implemented.set(implementation, hooks);
      return implementation;
    },
    in: ({ hooks }) => hooks.flatMap((each) => implemented.get(each) ?? []),
  };
}
