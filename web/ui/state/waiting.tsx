import { Card } from "../display/card.tsx";
import { Failure } from "./failure.tsx";
import { Loading } from "./loading.tsx";

type Props = {
  readonly error: unknown;
  /** What could not be loaded; the page unless stated. */
  readonly what?: string;
  readonly lines?: number;
  readonly onRetry: () => unknown;
};

/** Stands in place of data that a query does not have yet: it loads, or it failed. */
export const Waiting = ({ error, what, lines = 4, onRetry }: Props) =>
  error === null ? (
    <Loading lines={lines} />
  ) : (
    <Failure error={error} {...(what === undefined ? {} : { what })} onRetry={() => void onRetry()} />
  );

/** The same as a card, in place of a whole page or its main part. */
export const WaitingCard = ({ lines = 6, ...rest }: Props) => (
  <Card flush>
    <Waiting lines={lines} {...rest} />
  </Card>
);
