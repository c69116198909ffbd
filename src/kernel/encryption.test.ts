import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { decrypt, encrypt, fixedDataKey, keyId, WrongDataKey, type DataKey } from "./encryption.ts";
import { openFingerprintKey, sealFingerprintKey } from "./fingerprint-key.ts";

const key = fixedDataKey(randomBytes(32));

it("decrypts a value only with its associated data", () => {
  const sealed = encrypt(key, "person:1:totp", "tajné heslo");
  expect(decrypt(key, "person:1:totp", sealed)).toBe("tajné heslo");
  expect(() => decrypt(key, "person:2:totp", sealed)).toThrow();
});

it("distinguishes a wrong key from a damaged value", () => {
  const sealed = encrypt(key, "a", "b");
  expect(() => decrypt(fixedDataKey(randomBytes(32)), "a", sealed)).toThrow(WrongDataKey);
  const damaged = Buffer.from(sealed);
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  expect(() => decrypt(key, "a", damaged)).toThrow();
});

it("decrypts with any of several keys and encrypts with the first", () => {
  const [newest, oldest] = [randomBytes(32), randomBytes(32)];
  const both = fixedDataKey(newest, oldest);
  expect(decrypt(both, "a", encrypt(fixedDataKey(oldest), "a", "old"))).toBe("old");
  const sealed = encrypt(both, "a", "new");
  expect(sealed.subarray(0, 4)).toEqual(keyId(newest));
  expect(decrypt(fixedDataKey(newest), "a", sealed)).toBe("new");
});

it("reads the keys again for a value of an unknown key and before encrypting", () => {
  const [newest, oldest] = [randomBytes(32), randomBytes(32)];
  let known: Uint8Array[] = [oldest];
  const running: DataKey = { known: () => known, reload: () => (known = [newest, oldest]) };
  expect(decrypt(running, "a", encrypt(fixedDataKey(newest), "a", "rotated"))).toBe("rotated");
  known = [oldest];
  expect(encrypt(running, "a", "b").subarray(0, 4)).toEqual(keyId(newest));
});

it("opens a fingerprint key with the data key only, and takes a plain one as it is", () => {
  const plain = randomBytes(32);
  const sealed = sealFingerprintKey(key, "guid", plain);
  expect(sealed.includes(plain)).toBe(false);
  const refusal = expect.objectContaining({ code: "unavailable", message: "data_key" });
  expect(() => openFingerprintKey(undefined, "guid", sealed)).toThrow(refusal);
  expect(() => openFingerprintKey(fixedDataKey(randomBytes(32)), "guid", sealed)).toThrow(refusal);
  expect(() => openFingerprintKey(key, "other", sealed)).toThrow();
  expect(openFingerprintKey(key, "guid", sealed)).toEqual(plain);
  expect(openFingerprintKey(undefined, "guid", plain)).toBe(plain);
});
