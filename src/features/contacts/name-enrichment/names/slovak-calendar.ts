/**
 * The Slovak calendar of names: one line per month, days separated by a bar, names of one day by a blank. A day without
 * a name is empty.
 */
export const slovakCalendar: readonly string[] = [
  "|Alexandra Karina|Daniela|Drahoslav|Andrea|Antónia|Bohuslava|Severín|Alexej|Dáša|Malvína|Ernest|Rastislav|Radovan|Dobroslav|Kristína|Nataša|Bohdana|Drahomíra Mário|Dalibor|Vincent|Zora|Miloš|Timotej|Gejza|Tamara|Bohuš|Alfonz|Gašpar|Ema|Emil",
  "Tatiana|Erik Erika|Blažej|Veronika|Agáta|Dorota|Vanda|Zoja|Zdenko|Gabriela|Dezider|Perla|Arpád|Valentín|Pravoslav|Ida Liana|Miloslava|Jaromír|Vlasta|Lívia|Eleonóra|Etela|Roman Romana|Matej|Frederik Frederika|Viktor|Alexander|Zlatica|Radomír",
  "Albín|Anežka|Bohumil Bohumila|Kazimír|Fridrich|Radoslav Radoslava|Tomáš|Alan Alana|Františka|Branislav Bruno|Angela Angelika|Gregor|Vlastimil|Matilda|Svetlana|Boleslav|Ľubica|Eduard|Jozef|Víťazoslav Klaudius|Blahoslav|Beňadik|Adrián|Gabriel|Marián|Emanuel|Alena|Soňa|Miroslav|Vieroslava|Benjamín",
  "Hugo|Zita|Richard|Izidor|Miroslava|Irena|Zoltán|Albert|Milena|Igor|Július|Estera|Aleš|Justína|Fedor|Dana Danica|Rudolf|Valér|Jela|Marcel|Ervín|Slavomír|Vojtech|Juraj|Marek|Jaroslava|Jaroslav|Jarmila|Lea|Anastázia",
  "|Žigmund|Galina|Florián|Lesana Lesia|Hermína|Monika|Ingrida|Roland|Viktória|Blažena|Pankrác|Servác|Bonifác|Žofia Sofia|Svetozár|Gizela|Viola|Gertrúda|Bernard|Zina|Júlia Juliana|Želmíra|Ela|Urban|Dušan|Iveta|Viliam|Vilma|Ferdinand|Petronela Petrana",
  "Žaneta|Xénia Oxana|Karolína|Lenka|Laura|Norbert|Róbert|Medard|Stanislava|Margaréta|Dobroslava|Zlatko|Anton|Vasil|Vít|Blanka Bianka|Adolf|Vratislav|Alfréd|Valéria|Alojz|Paulína|Sidónia|Ján|Olívia Tadeáš|Adriána|Ladislav Ladislava|Beáta|Peter Pavol Petra|Melánia",
  "Diana|Berta|Miloslav|Prokop|Cyril Metod|Patrik Patrícia|Oliver|Ivan|Lujza|Amália|Milota|Nina|Margita|Kamil|Henrich|Drahomír Rút|Bohuslav|Kamila|Dušana|Iľja Eliáš|Daniel|Magdaléna|Oľga|Vladimír|Jakub Timur|Anna Hana Anita|Božena|Krištof|Marta|Libuša|Ignác",
  "Božidara|Gustáv|Jerguš|Dominik Dominika|Hortenzia|Jozefína|Štefánia|Oskár|Ľubomíra|Vavrinec|Zuzana|Darina|Ľubomír|Mojmír|Marcela|Leonard|Milica|Elena Helena|Lýdia|Anabela Liliana|Jana|Tichomír|Filip|Bartolomej|Ľudovít|Samuel|Silvia|Augustín|Nikola Nikolaj|Ružena|Nora",
  "Drahoslava|Linda Rebeka|Belo|Rozália|Regína|Alica|Marianna|Miriama|Martina|Oleg|Bystrík|Mária Marlena|Ctibor|Ľudomil|Jolana Melisa|Ľudmila|Olympia|Eugénia|Konštantín|Ľuboslav Ľuboslava|Matúš|Móric|Zdenka|Ľuboš Ľubor|Vladislav Vladislava|Edita|Cyprián|Václav|Michal Michaela|Jarolím",
  "Arnold|Levoslav|Stela|František|Viera|Natália|Eliška|Brigita|Dionýz|Slavomíra|Valentína|Maximilián|Koloman|Boris|Terézia|Vladimíra|Hedviga|Lukáš|Kristián|Vendelín|Uršuľa|Sergej|Alojzia|Kvetoslava|Aurel|Demeter|Sabína|Dobromila|Klára|Šimon Simona|Aurélia",
  "Denis Denisa||Hubert|Karol|Imrich|Renáta|René|Bohumír|Teodor|Tibor|Martin Maroš|Svätopluk|Stanislav|Irma|Leopold|Agnesa|Klaudia|Eugen|Alžbeta|Félix|Elvíra|Cecília|Klement|Emília|Katarína|Kornel|Milan|Henrieta|Vratko|Ondrej Andrej",
  "Edmund|Bibiána|Oldrich|Barbora Barbara|Oto|Mikuláš|Ambróz|Marína|Izabela|Radúz|Hilda|Otília|Lucia|Branislava Bronislava|Ivica|Albína|Kornélia|Sláva|Judita|Dagmara|Bohdan|Adela|Nadežda|Adam Eva||Štefan|Filoména|Ivana Ivona|Milada|Dávid|Silvester",
];
