/**
 * Words that common passwords consist of: lower case, without diacritics. Digits, years, punctuation, keyboard walks
 * and repetitions are recognized by rule (`weak-password.ts`).
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
password passwd passwort passwords pass passw pwd word secret secrets mysecret mypassword yourpassword newpassword nopassword
changeme changeit change default welcome letmein letmeinnow login logon signin access accessdenied admin administrator
administrador root toor superuser super user username guest test testing tester tests demo temp temporary sample example
master system sysadmin server service support office computer internet network wireless windows linux ubuntu oracle mysql
postgres database backup security secure private public manager account accounts client customer company business
marketing newsletter mailing email mailer postrider postman hello hellohello helloworld goodbye iloveyou iloveu
iloveme ilove loveyou loveme love lover lovers lovely forever always whatever whateva trustno trustnoone nothing something
anything unknown blank please thankyou sorry google facebook twitter instagram youtube yahoo hotmail gmail amazon
microsoft apple iphone samsung nokia android playstation nintendo xbox pokemon minecraft fortnite starcraft warcraft
counterstrike starwars startrek skywalker vader darthvader batman superman spiderman ironman wolverine avengers
marvel naruto dragonball goku pikachu hellokitty mickey mickeymouse minnie disney cinderella princess prince queen king
angel angels babygirl babyboy baby babe sweet sweety sweetie sweetheart sweetpea honey honeybee sugar candy cookie cookies
chocolate vanilla strawberry blueberry cherry banana orange apples lemon peanut pumpkin cupcake cheese pepper ginger
butterfly butterflies dragon dragons monkey monkeys tiger tigers lion lions panther eagle eagles falcon falcons hawk
dolphin dolphins shark turtle rabbit bunny kitty kitten kittycat puppy doggy dogs cats horse horses pony pinky snoopy
scooby scoobydoo garfield bear bears bulldog bulldogs wolf wolves spider snake penguin phoenix unicorn rainbow sunshine
sunflower flower flowers rose roses daisy lily jasmine violet summer winter spring autumn january february
march april may june july august september october november december monday tuesday wednesday thursday friday
saturday sunday birthday christmas holiday vacation paradise heaven hell devil lucifer satan jesus jesuschrist christ god
blessed blessing faith hope grace trinity church bible freedom liberty justice peace america american england london
paris newyork chicago boston texas dallas california florida miami vegas lasvegas washington australia canada germany
deutschland france francia italia espana russia poland polska europe europa brazil brasil mexico india china japan
football footbal baseball basketball volleyball softball hockey soccer tennis golf golfer golfing cricket rugby
skateboard snowboard swimming dancing dancer running runner runaway cowboy cowboys redskins steelers yankees lakers
arsenal chelsea liverpool manchester manunited united barcelona realmadrid madrid juventus milan ronaldo messi beckham
ferrari porsche mercedes bmw audi toyota honda mustang corvette camaro chevrolet chevy harley davidson harleydavidson
yamaha suzuki kawasaki ford volvo subaru nascar racing racer speed turbo rocket rocketman thunder lightning storm
hurricane tornado phantom ghost shadow shadows dark darkness darkside black blackie blackcat white red blue green yellow
purple silver gold golden diamond diamonds crystal emerald ruby pearl platinum star stars superstar rockstar rock
rocknroll metallica nirvana slipknot linkinpark eminem tupac beatles elvis madonna shakira greenday aerosmith ironmaiden
music guitar drummer piano singer poker casino lucky luckyone jackpot money dollar rich millionaire success winner
champion champions number numberone first once single happy happiness smile smiley funny crazy cool coolio coolman
awesome amazing perfect beautiful pretty sexy sexygirl sexybitch sexyboy hottie hotgirl hotboy playboy playgirl player
player1 gangster gangsta killer killers hunter hunting sniper shooter soldier warrior warriors ninja samurai pirate
pirates knight wizard merlin magic magical mystery genius hacker hacking matrix gandalf frodo hobbit legolas
lordoftherings harrypotter potter hogwarts hermione twilight vampire zombie monster monsters alien aliens predator
terminator rambo rocky undertaker wrestling johncena highlander gladiator spartan sparta trojan titanic avatar
friend friends friendship family mother father mommy daddy mama papa brother sister sisters brothers grandma
motherlode babydoll bigdaddy bigdog bigboy bitch bitches asshole fuck fuckyou fucku fuckme fuckoff fucker motherfucker
shit bullshit dick pussy cock penis boobs naked porn porno sex sexsex blowjob hardcore xxx
student school college university teacher doctor nurse lawyer police fireman engineer scientist pilot captain
michael mike michelle michele jennifer jessica ashley amanda melissa nicole stephanie elizabeth heather samantha
christina christine christopher chris matthew joshua andrew daniel danielle anthony william joseph david robert richard
charles charlie thomas james john johnny jonathan jordan justin brandon jason jeremy jeffrey patrick patricia
alexander alexandra alexandria alexandre alex alexis andrea andreas anna annie maria marie mariana martin martina peter
paul pavel petr patrik jan jana jakub jirka jiri josef karel klara lucie lukas marek marketa michal michaela milan mirek
miroslav monika nikola nikolas ondra ondrej petra radek radka roman simona stanislav standa tereza terezka tomas
vaclav vendula vera veronika viktor viktoria vladimir vojta zdenek zuzana barbora katerina kristyna eliska adela
adam filip david dominik dominika daniela eva hana hanka helena ivana jitka lenka libor ludek david radim robin
rostislav jaroslav jarmila kamil kamila kevin kimberly lauren laura linda lisa madison maggie marcus margaret mark
megan melanie miranda molly morgan natalie natasha nathan nathaniel nicholas olivia pamela rachel rebecca benjamin
ronald ryan samuel sandra sarah scott sebastian sharon shannon sophie steven stephen susan taylor tiffany timothy
tyler vanessa veronica victor victoria vincent virginia zachary bailey buster buddy charlotte chelsea
cassandra catherine katherine gabriel gabriela gabrielle isabella jacqueline valentina valentine francesco francisco
alejandro alejandra fernando fernanda guillermo sunita krishna mohammed muhammad ibrahim
qwerty qwertz qwert azerty asdf zxcv qazwsx qazwsxedc zaqwsx qweasd qweasdzxc asdfjkl abc abcd abcdef abcabc xyz
enterprise information technology professional experience revolution underground supernatural unbelievable absolutely
watermelon pineapple raspberry blackberry summertime wintertime springtime lighthouse skyscraper headquarters
management production development developer programmer programming engineering electronic electronics mechanical
chemistry biology physics mathematics philosophy psychology geography literature education graduation scholarship
photography photographer television microphone headphones keyboard notebook laptop desktop monitor printer telephone
smartphone motorcycle motorbike automobile volkswagen lamborghini bentley maserati mitsubishi lighter skateboarding
snowboarding basketbal weightlifting bodybuilding gymnastics cheerleader quarterback goalkeeper champion championship
tournament playground swimmingpool restaurant hamburger spaghetti lasagna mozzarella cappuccino espresso margarita
champagne heineken budweiser jackdaniels smirnoff guinness cocacola pepsicola mountaindew redbull marlboro
hollywood broadway manhattan brooklyn losangeles sanfrancisco sandiego philadelphia pittsburgh cleveland minnesota
mississippi louisiana tennessee oklahoma pennsylvania massachusetts connecticut maryland michigan wisconsin colorado
arizona alabama alaska hawaii amsterdam rotterdam copenhagen stockholm helsinki budapest bucharest berlin hamburg munich
frankfurt dortmund leverkusen bayern bayernmunich vienna wien zurich geneva lisbon porto benfica athens istanbul galatasaray
fenerbahce besiktas moscow petersburg warszawa krakow singapore hongkong shanghai beijing tokyo bangkok thailand indonesia
philippines pakistan bangladesh afghanistan argentina colombia venezuela portugal switzerland netherlands scotland ireland
dublin glasgow birmingham newcastle nottingham everton tottenham westham leicester sunderland manchestercity
callofduty worldofwarcraft leagueoflegends finalfantasy needforspeed grandtheftauto assassinscreed halflife battlefield
tombraider residentevil metalgear mortalkombat streetfighter supermario zelda sonic playstation2 gameover gamecube
gamer gaming computer1 transformers optimusprime starwarsfan millennium indianajones jamesbond goldfinger gotham
joker harleyquinn deadpool hulk captainamerica supergirl wonderwoman catwoman guardian guardians salamander chameleon
crocodile alligator elephant kangaroo hamster squirrel hedgehog butterfinger dragonfly ladybug firefly bumblebee
mushroom sunset sunrise moonlight starlight midnight daylight daydream dreamer dreams nightmare nighthawk nightwish
evanescence rammstein tokiohotel pinkfloyd ledzeppelin blacksabbath depechemode acdc radiohead coldplay gunsnroses
megadeth pantera justinbieber onedirection taylorswift rihanna beyonce michaeljackson britneyspears jonasbrothers
hannahmontana highschoolmusical abracadabra abrakadabra alakazam opensesame simsalabim mastermind leavemealone
lifeisgood godisgood godislove jesuslovesme thankgod imissyou missyou kissme kisses hugs teamo tequiero mylove myself mylife
mybaby myfamily mydaddy mymother myfriend bestfriend bestfriends girlfriend boyfriend husband wife marriage wedding
together foreverlove truelove loveislove lovehate heartbreak broken heart hearts sweetlove lovelove
motdepasse wachtwoord contrasena senha parola sifre haslo lozinka geslo jelszo salasana losenord kennwort geheim
hallo bonjour soleil amour chocolat doudou loulou schatz schatzi liebe sommer sonnenschein
maximilian konstantin anastasia aleksandra alessandro giovanni giuseppe salvatore antonio leonardo
nbusr heslo heslojeheslo mojeheslo noveheslo tajneheslo hesloheslo tajne tajnost ahoj ahojky ahojda nazdar cau
maminka mamka matka tatinek tatka otec babicka dedecek rodina laska lasko lasenka miluju miluji milujute milujite
milujite milacek milacku miacik zlato zlaticko zlatko slunicko slunce hvezda hvezdicka beruska berunka brouk broucek
motyl motylek kocka kocicka kocour kocourek pes pejsek mazlicek medved medvidek myska mysicka kralik kralicek zajic
kun konik konicek delfin tygr lev vlk orel drak dracek certik andel andilek princezna princ kral kralovna poklad
pocitac telefon mobil internetu seznam centrum email klavesnice firma prace skola ucitel student zahrada domov
cesko cechy ceskarepublika republika morava slezsko slovensko praha brno ostrava plzen liberec olomouc
pardubice budejovice hradec zlin opava karvina teplice most kladno bratislava kosice zilina presov
slavia slavie spartapraha slaviapraha banik banikostrava viktorka bohemka kometa hokej hokejista fotbal fotbalista
jagr hasek nedved skoda skodovka octavia fabia favorit felicia tatra jawa babeta pivo pivecko rum vodka kafe cokolada
jahoda jahudka malina boruvka jablko hruska svestka tresne ruze ruzicka kyticka kvetina jaro leto podzim zima vanoce
svoboda novak novakova novotny novotna dvorak dvorakova cerny cerna prochazka kucera vesely horak nemec pokorny
krtek krtecek ferda sipka spejbl hurvinek svejk zeman babis havel masaryk kokot kokos prdel kurva hovno zmrd picus
debil blbec pico sexik kozy nevim zapomnel zapomnela nikdo nic cokoliv nejaky
`
    .trim()
    .split(/\s+/),
);
