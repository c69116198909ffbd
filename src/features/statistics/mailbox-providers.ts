/** The mailbox provider of a domain; other domains belong to no known provider. */
const domainsByProvider = {
  Gmail: ["gmail.com", "googlemail.com"],
  Seznam: ["seznam.cz", "email.cz", "post.cz", "spoluzaci.cz", "stream.cz", "firmy.cz"],
  Centrum: ["centrum.cz", "atlas.cz", "volny.cz", "centrum.sk", "atlas.sk", "pobox.sk"],
  Azet: ["azet.sk"],
  Zoznam: ["zoznam.sk"],
  "Post.sk": ["post.sk"],
  Microsoft: [
    ..."outlook.com outlook.cz outlook.sk outlook.de outlook.fr outlook.it outlook.es outlook.at outlook.pl".split(" "),
    ..."hotmail.com hotmail.cz hotmail.sk hotmail.co.uk hotmail.de hotmail.fr hotmail.it hotmail.es".split(" "),
    ..."live.com live.co.uk live.de live.fr live.it live.nl live.at live.be msn.com windowslive.com".split(" "),
  ],
  Yahoo: [
    ..."yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.pl yahoo.cz ymail.com rocketmail.com".split(
      " ",
    ),
    "aol.com",
  ],
  Apple: ["icloud.com", "me.com", "mac.com"],
  GMX: ["gmx.de", "gmx.net", "gmx.at", "gmx.ch", "gmx.com", "gmx.eu", "gmx.co.uk", "gmx.fr"],
} as const;

const pairs = Object.entries(domainsByProvider).flatMap(([provider, domains]) =>
  domains.map((domain) => [domain, provider] as const),
);
const providerByDomain = new Map<string, string>(pairs);

export const findMailboxProvider = (domain: string): string => providerByDomain.get(domain.toLowerCase()) ?? "other";

/** The same table as SQL parameters: domains and their providers, in two parallel arrays. */
export const mailboxDomains = pairs.map(([domain]) => domain);
export const mailboxDomainProviders = pairs.map(([, provider]) => provider);
