import type { Static, TObject } from "typebox";

/** Queues a job with the handle of the caller's transaction: the job exists exactly when the transaction commits. */
export type JobSender<Handle> = {
  send<Payload extends TObject>(
    db: Handle,
    job: { readonly name: string; readonly payload: Payload },
    payload: Static<Payload>,
  ): Promise<void>;
  /** Sends a job again that may be lost. One that is in the queue stays as it is. */
  resend(job: { readonly id: string; readonly name: string; readonly payload: object }): Promise<void>;
};
