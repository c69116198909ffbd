/**
 * Domains of free mailboxes. Their owners publish DMARC policies that refuse mail of other services, so they cannot be
 * senders. Country variants of Yahoo, Hotmail, Outlook, Live, GMX and mail.ru's brands are recognised by their first label.
 */
const domains = new Set(
  [
    // Czechia and Slovakia
    "seznam.cz email.cz post.cz spoluzaci.cz stream.cz centrum.cz atlas.cz volny.cz tiscali.cz quick.cz iol.cz worldonline.cz",
    "azet.sk zoznam.sk centrum.sk pobox.sk inmail.sk post.sk szm.sk mail.t-com.sk",
    // Large providers
    "gmail.com googlemail.com icloud.com me.com mac.com aol.com aim.com msn.com passport.com ymail.com rocketmail.com",
    "proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tutamail.com tuta.com keemail.me",
    "zoho.com zohomail.com zohomail.eu fastmail.com fastmail.fm hey.com mail.com email.com usa.com inbox.com hushmail.com",
    "hushmail.me runbox.com mailfence.com disroot.org riseup.net posteo.de posteo.net mailbox.org duck.com",
    // Germany, Austria, Switzerland
    "web.de freenet.de t-online.de arcor.de online.de email.de mail.de aon.at chello.at bluewin.ch hispeed.ch sunrise.ch",
    // Poland, Hungary, Romania, Balkans
    "wp.pl o2.pl onet.pl onet.eu interia.pl interia.eu op.pl poczta.onet.pl poczta.fm gazeta.pl tlen.pl vp.pl buziaczek.pl",
    "freemail.hu citromail.hu indamail.hu vipmail.hu abv.bg mail.bg dir.bg net.hr siol.net in.gr otenet.gr",
    // France, Benelux, Italy, Spain, Portugal
    "orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr skynet.be telenet.be ziggo.nl kpnmail.nl",
    "libero.it virgilio.it tiscali.it alice.it tin.it inwind.it iol.it tim.it telefonica.net terra.es sapo.pt",
    // Britain, Ireland, Nordic countries
    "btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com blueyonder.co.uk eircom.net telia.com online.no",
    // Russia, Ukraine
    "mail.ru bk.ru inbox.ru list.ru internet.ru yandex.ru yandex.com yandex.ua ya.ru rambler.ru lenta.ru ukr.net i.ua meta.ua",
    // North America, Asia, Latin America
    "comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com optonline.net",
    "shaw.ca rogers.com sympatico.ca qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com aliyun.com naver.com",
    "daum.net hanmail.net nate.com rediffmail.com uol.com.br bol.com.br terra.com.br ig.com.br",
  ].flatMap((line) => line.split(" ")),
);

/** Such as `yahoo.co.uk`: the brand, then at most two labels of a country. */
const brandInCountry = /^(?:yahoo|hotmail|outlook|live|windowslive|gmx)\.(?:[a-z]{2,3}|(?:com|co)\.[a-z]{2})$/;

export const isFreemailDomain = (domain: string): boolean => domains.has(domain) || brandInCountry.test(domain);
