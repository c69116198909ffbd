import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { SmtpError, type SmtpStage } from "./outcome.ts";
import type { SmtpTarget } from "./smtp-url.ts";
import { createReplyParser, MalformedReply, type Reply } from "./smtp-reply.ts";

/** Larger than any single write, except for the head of a long message. */
const writeBufferBytes = 80 * 1024;

type ConnectTarget = Pick<SmtpTarget, "host" | "port" | "resolveHost">;

/** Of a host whose addresses are given, one after another. */
const maxTriedAddresses = 3;

type Waiter = { resolve: (reply: Reply) => void; reject: (reason: string) => void };

/** A socket that writes commands and reads replies, plain or TLS. Once failed it stays failed. */
export class SmtpChannel {
  #socket: Socket;
  #isSecure = false;
  #parser = createReplyParser();
  #replies: Reply[] = [];
  #waiter: Waiter | undefined;
  #stopDraining: (() => void) | undefined;
  #failure: string | undefined;
  #isHungUp = false;
  /** Timer of the awaited reply; restarted for the next one, and left to expire when no reply is awaited. */
  #timer: { readonly ms: number; readonly timeout: NodeJS.Timeout } | undefined;
  #writeBuffer: Buffer | undefined;
  #stopListening: () => void;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#stopListening = this.#listen();
  }

  static async connect({ host, port, resolveHost }: ConnectTarget, timeoutMs: number): Promise<SmtpChannel> {
    if (resolveHost === undefined) return SmtpChannel.#open({ host, port }, timeoutMs);
    const addresses = await resolveHost(host);
    let failure: unknown = new SmtpError("connect", "the host has no address");
    for (const address of addresses.slice(0, maxTriedAddresses)) {
      try {
        return await SmtpChannel.#open({ host: address, port }, timeoutMs / maxTriedAddresses);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  static async #open({ host, port }: { host: string; port: number }, timeoutMs: number): Promise<SmtpChannel> {
    const socket = connect({ host, port, noDelay: true });
    await waitForEvent(socket, "connect", { stage: "connect", timeoutMs });
    return new SmtpChannel(socket);
  }

  get isOpen() {
    return this.#failure === undefined;
  }

  /** The peer closed the connection. */
  get isHungUp() {
    return this.#isHungUp;
  }

  get isSecure() {
    return this.#isSecure;
  }

  /** There is an unread reply. */
  get hasReply() {
    return this.#replies.length > 0;
  }

  get isLoopback() {
    return /^(?:::ffff:)?127\.|^::1$/.test(this.#socket.remoteAddress ?? "");
  }

  get localAddress() {
    return this.#socket.localAddress ?? "127.0.0.1";
  }

  async secure(host: string, options: { rejectUnauthorized: boolean; stage: SmtpStage; timeoutMs: number }) {
    // Replies received before the handshake are not authenticated and may have been injected.
    if (this.hasReply || this.#parser.isMidReply()) throw new SmtpError(options.stage, "unexpected data before TLS");
    this.#stopListening();
    const secured = connectTls({
      socket: this.#socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: options.rejectUnauthorized,
    });
    await waitForEvent(secured, "secureConnect", options);
    this.#socket = secured;
    this.#isSecure = true;
    this.#stopListening = this.#listen();
  }

  /** A buffer to fill and write next; reused unless its last write is still pending. */
  writeBuffer(length: number): Buffer {
    if (length > writeBufferBytes || this.#socket.writableLength > 0) return Buffer.allocUnsafe(length);
    this.#writeBuffer ??= Buffer.allocUnsafeSlow(writeBufferBytes);
    return this.#writeBuffer.subarray(0, length);
  }

  write(text: string | Buffer) {
    if (this.isOpen) this.#socket.write(text);
  }

  /** Writes and waits until the bytes are sent. A reply or a failure ends the wait too; the next read tells which. */
  drain(bytes: Buffer, timeoutMs: number): Promise<void> {
    if (!this.isOpen || this.hasReply) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.destroy(`not written within ${timeoutMs} ms`), timeoutMs);
      this.#stopDraining = () => {
        clearTimeout(timer);
        this.#stopDraining = undefined;
        resolve();
      };
      this.#socket.write(bytes, () => this.#stopDraining?.());
    });
  }

  /** A reply that has arrived already. */
  take(): Reply | undefined {
    return this.#replies.shift();
  }

  read(stage: SmtpStage, timeoutMs: number): Promise<Reply> {
    const reply = this.#replies.shift();
    if (reply !== undefined) return Promise.resolve(reply);
    if (this.#failure !== undefined) return Promise.reject(new SmtpError(stage, this.#failure));
    this.#armTimeout(timeoutMs);
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject: (reason) => reject(new SmtpError(stage, reason)) };
    });
  }

  #armTimeout(ms: number) {
    if (this.#timer?.ms === ms) {
      this.#timer.timeout.refresh();
      return;
    }
    clearTimeout(this.#timer?.timeout);
    const expire = () => {
      this.#timer = undefined;
      if (this.#waiter !== undefined) this.destroy(`no reply within ${ms} ms`);
    };
    // The socket keeps the process alive only while a reply is awaited.
    this.#timer = { ms, timeout: setTimeout(expire, ms).unref() };
  }

  destroy(reason: string) {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    clearTimeout(this.#timer?.timeout);
    this.#socket.destroy();
    this.#stopDraining?.();
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.reject(reason);
  }

  #listen(): () => void {
    const socket = this.#socket;
    const onData = (chunk: Buffer) => this.#receive(chunk);
    const hangUp = (reason: string) => {
      this.#isHungUp ||= this.isOpen;
      this.destroy(reason);
    };
    const onError = (error: Error) => hangUp(toReason(error));
    const onClose = () => hangUp("connection closed by the server");
    socket.on("data", onData).on("error", onError).on("end", onClose).on("close", onClose);
    return () => {
      // Under TLS the plain socket's errors come through the secured one as well.
      socket.on("error", () => undefined);
      socket.off("data", onData).off("error", onError).off("end", onClose).off("close", onClose);
    };
  }

  #receive(chunk: Buffer) {
    try {
      for (const reply of this.#parser.push(chunk)) this.#deliver(reply);
    } catch (error) {
      if (!(error instanceof MalformedReply)) throw error;
      this.destroy(error.message);
    }
  }

  #deliver(reply: Reply) {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    if (waiter === undefined) this.#replies.push(reply);
    else waiter.resolve(reply);
    this.#stopDraining?.();
  }
}

/** Waits for the socket's `event`; destroys the socket when it fails or takes too long. */
function waitForEvent(
  socket: Socket,
  event: "connect" | "secureConnect",
  { stage, timeoutMs }: { stage: SmtpStage; timeoutMs: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onSuccess = () => {
      removeListeners();
      resolve();
    };
    const onFailure = (reason: string) => {
      removeListeners();
      // A later error of the abandoned socket has no other listener and would end the process.
      socket.on("error", () => undefined);
      socket.destroy();
      reject(new SmtpError(stage, reason));
    };
    const onError = (error: Error) => onFailure(toReason(error));
    const onClose = () => onFailure("connection closed by the server");
    const timer = setTimeout(() => onFailure(`no connection within ${timeoutMs} ms`), timeoutMs);
    const removeListeners = () => {
      clearTimeout(timer);
      socket.off(event, onSuccess).off("error", onError).off("close", onClose);
    };
    socket.on(event, onSuccess).on("error", onError).on("close", onClose);
  });
}

/** The error code where there is one: system messages repeat host and address. */
function toReason(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
