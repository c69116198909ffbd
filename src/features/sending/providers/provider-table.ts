/**
 * Mailbox providers, mail hosters and mail filters. `mx` are the ends of their mail servers' names, `domains` those of their
 * own mailboxes, which need no look-up. A company behind a filter counts as the filter, because it answers and limits.
 */
export type MailProvider = {
  readonly key: string;
  readonly name: string;
  /** What statistics call it, where they had a name before other domains of the provider counted too. */
  readonly statisticsName?: string;
  readonly mx: readonly string[];
  readonly domains: readonly string[];
};

const words = (text: string): readonly string[] => text.split(" ");
const hoster = (key: string, name: string, ...mx: string[]): MailProvider => ({ key, name, mx, domains: [] });

export const mailProviders: readonly MailProvider[] = [
  {
    key: "google",
    name: "Google",
    statisticsName: "Gmail",
    mx: words("google.com googlemail.com psmtp.com"),
    domains: words("gmail.com googlemail.com"),
  },
  {
    key: "microsoft",
    name: "Microsoft",
    mx: words("outlook.com hotmail.com mx.microsoft office365.us partner.outlook.cn"),
    domains: [
      ...words("outlook.com outlook.cz outlook.sk outlook.de outlook.fr outlook.it outlook.es outlook.at outlook.pl"),
      ...words("hotmail.com hotmail.cz hotmail.sk hotmail.co.uk hotmail.de hotmail.fr hotmail.it hotmail.es"),
      ...words("live.com live.co.uk live.de live.fr live.it live.nl live.at live.be msn.com windowslive.com"),
    ],
  },
  {
    key: "yahoo",
    name: "Yahoo",
    mx: words("yahoodns.net yahoo.com"),
    domains: [
      ...words("yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.pl yahoo.cz ymail.com rocketmail.com"),
      "aol.com",
    ],
  },
  { key: "apple", name: "Apple", mx: words("icloud.com apple.com"), domains: words("icloud.com me.com mac.com") },
  {
    key: "seznam",
    name: "Seznam",
    mx: words("seznam.cz"),
    domains: words("seznam.cz email.cz post.cz spoluzaci.cz stream.cz firmy.cz"),
  },
  {
    key: "centrum",
    name: "Centrum",
    mx: words("centrum.cz centrum.sk atlas.cz volny.cz"),
    domains: words("centrum.cz atlas.cz volny.cz centrum.sk atlas.sk pobox.sk"),
  },
  { key: "azet", name: "Azet", mx: words("azet.sk"), domains: words("azet.sk") },
  { key: "zoznam", name: "Zoznam", mx: words("zoznam.sk"), domains: words("zoznam.sk") },
  { key: "post_sk", name: "Post.sk", mx: words("post.sk"), domains: words("post.sk") },
  {
    key: "gmx",
    name: "GMX",
    mx: words("gmx.net web.de"),
    domains: words("gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.eu gmx.co.uk gmx.fr"),
  },
  hoster("ionos", "IONOS", "kundenserver.de", "ionos.com", "ionos.de", "ionos.co.uk", "ionos.es", "1and1.com"),
  hoster("zoho", "Zoho", "zoho.com", "zoho.eu", "zoho.in", "zoho.com.au", "zohomail.com"),
  hoster("proton", "Proton", "protonmail.ch", "proton.me"),
  hoster("fastmail", "Fastmail", "messagingengine.com"),
  hoster("ovh", "OVH", "ovh.net", "ovh.com", "ovh.ca"),
  hoster("godaddy", "GoDaddy", "secureserver.net"),
  hoster("mimecast", "Mimecast", "mimecast.com", "mimecast.co.za", "mimecast-offshore.com"),
  hoster("proofpoint", "Proofpoint", "pphosted.com", "ppe-hosted.com"),
  hoster("barracuda", "Barracuda", "barracudanetworks.com", "barracudanetworks.co.uk"),
  hoster("cisco", "Cisco", "iphmx.com"),
  hoster("broadcom", "Symantec", "messagelabs.com"),
  hoster("trend_micro", "Trend Micro", "trendmicro.com", "trendmicro.eu"),
  hoster("sophos", "Sophos", "hydra.sophos.com"),
  hoster("cloudflare", "Cloudflare", "mx.cloudflare.net"),
  hoster("rackspace", "Rackspace", "emailsrvr.com"),
  hoster("namecheap", "Namecheap", "registrar-servers.com", "privateemail.com"),
  hoster("amazon", "Amazon", "amazonaws.com"),
  hoster("yandex", "Yandex", "yandex.net", "yandex.ru"),
  hoster("mail_ru", "Mail.ru", "mail.ru"),
  hoster("gandi", "Gandi", "gandi.net"),
  hoster("infomaniak", "Infomaniak", "infomaniak.ch", "infomaniak.com"),
  hoster("mailbox_org", "mailbox.org", "mailbox.org"),
  hoster("tuta", "Tuta", "tutanota.de"),
  hoster("strato", "Strato", "rzone.de"),
  hoster("t_online", "T-Online", "t-online.de"),
  hoster("hostinger", "Hostinger", "hostinger.com", "titan.email"),
  hoster("aruba", "Aruba", "aruba.it"),
  hoster("libero", "Libero", "libero.it"),
  hoster("orange", "Orange", "orange.fr", "orange.sk"),
  hoster("free", "Free", "free.fr"),
  hoster("laposte", "La Poste", "laposte.net"),
  hoster("wp", "WP", "wp.pl"),
  hoster("onet", "Onet", "onet.pl"),
  hoster("interia", "Interia", "interia.pl"),
  hoster("home_pl", "home.pl", "home.pl"),
  hoster("active24", "Active24", "active24.com", "active24.cz"),
  hoster("forpsi", "Forpsi", "forpsi.com", "forpsi.cz"),
  hoster("wedos", "WEDOS", "wedos.net", "wedos.com", "wedos.email"),
  hoster("websupport", "Websupport", "websupport.sk", "websupport.cz"),
  hoster("onebit", "ONEbit", "onebit.cz"),
  hoster("cesky_hosting", "Český hosting", "cesky-hosting.cz", "thinline.cz"),
  hoster("vas_hosting", "Váš Hosting", "vas-hosting.cz"),
];
