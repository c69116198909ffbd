import { withOrigin, type Connection } from "./connection.ts";
import type { Client, Runner } from "./runner.ts";
import { createTag, type SqlTag } from "./tag.ts";

/**
 * One connection for the caller alone. A statement that is sent after its transaction was ended, or after the connection was
 * given back, is rejected: it would run outside of the transaction, perhaps in the next user's.
 */
export type ReservedSql = SqlTag &
  Runner & {
    /** Commits the transaction and gives the connection back. Fails while a cursor or COPY is open. */
    commit(): Promise<void>;
    /** Gives the connection back after a rollback, or closes it when it is lost or in the middle of something. Never fails. */
    rollBack(): Promise<void>;
    /** Gives the connection back; closes it when a cursor or COPY is open. No effect when it was given back or closed. */
    release(): void;
    /** Closes the connection, whatever it does. No effect when it was given back. */
    discard(): void;
  };

const reservationEnded = () =>
  Object.assign(new Error("the statement was sent after the end of its transaction or of its reserved connection"), {
    code: "RESERVATION_ENDED",
  });

export function reserveConnection(connection: Connection, giveBack: () => void): ReservedSql {
  let [isOpen, isReturned, held] = [true, false, 0];
  /** The connection was lost or closed before it could be given back. */
  let lost: Error | undefined;

  const runner: Runner = {
    run: (work) =>
      isOpen ? connection.run(work) : Promise.reject(lost ?? withOrigin(reservationEnded(), work.origin)),
    hold: async () => {
      if (!isOpen) throw lost ?? reservationEnded();
      const own = connection.hold();
      held += 1;
      let isHeld = true;
      return {
        ...own,
        letGo: () => {
          if (isHeld) held -= 1;
          isHeld = false;
          own.letGo();
        },
      };
    },
  };

  const discard = () => {
    if (isReturned) return;
    [isOpen, isReturned] = [false, true];
    void connection.destroy();
    lost = connection.error;
  };

  const release = () => {
    if (isReturned) return;
    if (held > 0) {
      discard();
      return;
    }
    [isOpen, isReturned] = [false, true];
    giveBack();
  };

  /** Nothing of others is sent after it, also not before its answer. */
  const sendLast = async (make: (client: Client) => Promise<unknown>) => {
    isOpen = false;
    await connection.run({ make, origin: undefined });
    release();
  };

  return Object.assign(createTag(runner), runner, {
    async commit() {
      if (!isOpen) throw lost ?? reservationEnded();
      if (held > 0) throw new Error("a transaction cannot be committed while a cursor or COPY of it is open");
      await sendLast((client) => client`commit`);
    },
    async rollBack() {
      if (isReturned) return;
      if (held > 0) discard();
      else await sendLast((client) => client`rollback`).catch(discard);
    },
    release,
    discard,
  });
}
