/** A lost node is asked so often whether it is back. */
const retryMs = 5000;

type Report = (address: string, isLost: boolean) => void;

/** The nodes of the cluster that this process cannot reach. */
class NodeOutages {
  /** When each node is asked again, by its address. */
  readonly #retryAt = new Map<string, number>();
  #report: Report = () => undefined;

  /** Called when a node is lost, and when it is back. */
  reportTo(report: Report): void {
    this.#report = report;
  }

  hasAny(): boolean {
    return this.#retryAt.size > 0;
  }

  has(address: string): boolean {
    return this.#retryAt.has(address);
  }

  add(address: string): void {
    if (!this.has(address)) this.#report(address, true);
    this.#retryAt.set(address, performance.now() + retryMs);
  }

  /** Forgets a lost node whose companies were moved to other nodes. */
  keepOnly(addresses: readonly string[]): void {
    for (const address of this.#retryAt.keys()) if (!addresses.includes(address)) this.#retryAt.delete(address);
  }

  /** Asks a lost node in the background, because a machine that is gone lets its callers wait. */
  retry(address: string, ask: () => PromiseLike<unknown>): void {
    if ((this.#retryAt.get(address) ?? Infinity) > performance.now()) return;
    this.#retryAt.set(address, Infinity);
    void ask().then(
      () => this.#remove(address),
      () => this.#postpone(address),
    );
  }

  #remove(address: string): void {
    if (this.#retryAt.delete(address)) this.#report(address, false);
  }

  #postpone(address: string): void {
    if (this.has(address)) this.add(address);
  }
}

export const nodeOutages = new NodeOutages();
