/**
 * Where bounces are sent: `bounce.shop.cz` takes any name at that host, `bounces+@shop.cz` is a mailbox with subaddresses, and
 * `bounces@shop.cz` a mailbox without them, whose reports are attributed by the message that they contain.
 */
export function returnPathFor(target: string, name: string): string {
  const at = target.indexOf("@");
  if (at === -1) return `${name}@${target}`;
  if (target[at - 1] !== "+") return target;
  const local = `${target.slice(0, at)}${name}`;
  // RFC 5321 allows a local part of 64 characters.
  return local.length > 64 ? target.replace("+@", "@") : `${local}${target.slice(at)}`;
}
