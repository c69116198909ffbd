import { assert, boolean, infiniteStream, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { toMessageId, returnPath } from "../../tests/harness/factories/message-addresses.ts";
import {
  isMessageSignatureValid,
  parseMessageId,
  parseReturnPath,
  parseUnsubscribeAddress,
  returnPathKey,
  unsubscribeLocalPart,
} from "./verp.ts";

const key = returnPathKey(Buffer.alloc(32, 7));
const ids = { tenantId: "12", campaignId: "3456", contactId: "98765432" };
const most = String(Number.MAX_SAFE_INTEGER);
const id = integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(String);

it("has an address to unsubscribe that is no return path, and the other way round", () => {
  const address = `${unsubscribeLocalPart(key, ids)}@bounces.example.com`;
  const named = parseUnsubscribeAddress(address.toUpperCase());
  expect(named?.ids).toEqual(ids);
  expect(named !== undefined && isMessageSignatureValid(key, named)).toBe(true);
  expect(parseReturnPath(address)).toBeUndefined();
  expect(parseMessageId(address)).toBeUndefined();
  const renamed = (text: string, letter: string) => letter + text.slice(1);
  expect(parseReturnPath(renamed(address, "b"))).toBeUndefined();
  expect(parseUnsubscribeAddress(returnPath(key, ids, "h.cz"))).toBeUndefined();
  expect(parseUnsubscribeAddress(renamed(returnPath(key, ids, "h.cz"), "u"))).toBeUndefined();
  expect(unsubscribeLocalPart(key, { tenantId: most, campaignId: most, contactId: most }).length).toBe(57);
});

describe("the return path of a message", () => {
  it("identifies the message and is signed", () => {
    const address = returnPath(key, ids, "bounces.example.com");
    expect(address).toMatch(/^b[0-9a-z]+@bounces\.example\.com$/);
    const read = parseReturnPath(address);
    expect(read?.ids).toEqual(ids);
    expect(read !== undefined && isMessageSignatureValid(key, read)).toBe(true);
  });

  it("is compatible with e-mails that were sent before", () => {
    const address = returnPath(key, { tenantId: "7", campaignId: "300", contactId: "123456" }, "b.cz");
    expect(address).toBe("b043tr0p0rg3r7xcw3dz1esgkbnrg@b.cz");
  });

  it("is the same for the same message and different for every other", () => {
    expect(returnPath(key, ids, "h.cz")).toBe(returnPath(key, ids, "h.cz"));
    const others = [{ tenantId: "13" }, { campaignId: "3457" }, { contactId: "98765433" }].map((other) =>
      returnPath(key, { ...ids, ...other }, "h.cz"),
    );
    expect(new Set([returnPath(key, ids, "h.cz"), ...others]).size).toBe(4);
  });

  it("fits before the @ with the largest ids", () => {
    const [local = ""] = returnPath(key, { tenantId: most, campaignId: most, contactId: most }, "h.cz").split("@");
    expect(local.length).toBe(57);
    expect(parseReturnPath(`${local}@h.cz`)?.ids).toEqual({ tenantId: most, campaignId: most, contactId: most });
  });

  it("is parsed for any ids, whatever relays did to the case", () => {
    assert(
      property(id, id, id, infiniteStream(boolean()), (tenantId, campaignId, contactId, upper) => {
        const address = returnPath(key, { tenantId, campaignId, contactId }, "bounces.example.com");
        const spelt = address
          .split("")
          .map((letter) => (upper.next().value === true ? letter.toUpperCase() : letter))
          .join("");
        const read = parseReturnPath(spelt);
        expect(read?.ids).toEqual({ tenantId, campaignId, contactId });
        expect(read !== undefined && isMessageSignatureValid(key, read)).toBe(true);
        expect(address.indexOf("@")).toBeLessThanOrEqual(64);
      }),
    );
  });

  it("is not verified with any character changed, nor with another company's key", () => {
    const address = returnPath(key, ids, "h.cz");
    const [local = ""] = address.split("@");
    const genuine = local.split("").flatMap((_, index) =>
      "0123456789abcdefghjkmnpqrstvwxyz".split("").filter((letter) => {
        if (letter === local[index]) return false;
        const read = parseReturnPath(`${local.slice(0, index)}${letter}${local.slice(index + 1)}@h.cz`);
        return read !== undefined && isMessageSignatureValid(key, read);
      }),
    );
    expect(genuine).toEqual([]);
    const read = parseReturnPath(address);
    expect(read !== undefined && isMessageSignatureValid(returnPathKey(Buffer.alloc(32, 8)), read)).toBe(false);
  });

  it.each([
    "",
    "@h.cz",
    "b@h.cz",
    "info@h.cz",
    "bounce@h.cz",
    "bcdefghjkmnpqrstvwxyz0123456789@h.cz",
    `b${"0".repeat(40)}@h.cz`,
    `b${"z".repeat(56)}@h.cz`,
    `b${"z".repeat(100_000)}@h.cz`,
    returnPath(key, ids, "h.cz").replace("@", "0@"),
    `x${returnPath(key, ids, "h.cz")}`,
  ])("does not accept %.60j", (address) => {
    expect(parseReturnPath(address)).toBeUndefined();
  });

  it.each(["0", "-1", "x", "9007199254740992", "1.5"])("is not created for %j", (contactId) => {
    expect(() => returnPath(key, { ...ids, contactId }, "h.cz")).toThrow("an id is a whole number");
  });
});

describe("the Message-ID", () => {
  const messageId = toMessageId(key, ids, "example.com");

  it("has the same id as the return path", () => {
    expect(messageId).toBe(`<${returnPath(key, ids, "example.com")}>`);
  });

  it.each([messageId, ` ${messageId}\r\n`, messageId.slice(1, -1), messageId.slice(1, messageId.indexOf("@"))])(
    "is parsed from %j",
    (text) => {
      const read = parseMessageId(text);
      expect(read?.ids).toEqual(ids);
      expect(read !== undefined && isMessageSignatureValid(key, read)).toBe(true);
    },
  );

  it.each(["", "<>", "<1234@example.com>", "<0102018f-1-000000@eu-west-1.amazonses.com>"])(
    "does not accept %j",
    (text) => {
      expect(parseMessageId(text)).toBeUndefined();
    },
  );
});
