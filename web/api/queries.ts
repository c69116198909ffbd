import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { asFailure, type ApiFailure } from "./api-failure.ts";
import { send, type AnyInput } from "./client.ts";
import type { InputArguments, InputOf, OperationName, OutputOf, ReadOperation } from "./operations.ts";

/** The key of a query: `toQueryKey("GET /contacts")` alone matches every page and filter of it. */
export const toQueryKey = (operation: ReadOperation, input?: AnyInput): QueryKey =>
  input === undefined ? [operation] : [operation, input];

/** `useQuery(read("GET /contacts", { query: { page } }))`. The answer of an outdated request is cancelled. */
export function read<Name extends ReadOperation>(operation: Name, ...[input]: InputArguments<Name>) {
  const given: AnyInput = input ?? {};
  return queryOptions<OutputOf<Name>, ApiFailure>({
    queryKey: toQueryKey(operation, given),
    queryFn: ({ signal }) => send<OutputOf<Name>>(operation, given, { signal }),
  });
}

/** `read` for pages and searches: the answer before stays until the next one is there. */
export const readPage = <Name extends ReadOperation>(operation: Name, ...input: InputArguments<Name>) => ({
  ...read(operation, ...input),
  placeholderData: keepPreviousData,
});

type ChangeOptions<Name extends OperationName> = {
  /** Queries to load again, because the change affects them. */
  readonly refresh?: readonly ReadOperation[];
  readonly onDone?: (output: OutputOf<Name>, input: InputOf<Name>) => void;
  readonly onFailed?: (failure: ApiFailure) => void;
};

/** A change: `const add = useChange("POST /contacts", { refresh: ["GET /contacts"] }); add.mutate({ body })`. */
export function useChange<Name extends OperationName>(operation: Name, options: ChangeOptions<Name> = {}) {
  const client = useQueryClient();
  return useMutation<OutputOf<Name>, ApiFailure, InputOf<Name>>({
    mutationKey: [operation],
    mutationFn: (input) => send<OutputOf<Name>>(operation, input),
    onSuccess: async (output, input) => {
      await Promise.all(
        (options.refresh ?? []).map((name) => client.invalidateQueries({ queryKey: toQueryKey(name), exact: false })),
      );
      options.onDone?.(output, input);
    },
    onError: (error) => options.onFailed?.(asFailure(error)),
  });
}
