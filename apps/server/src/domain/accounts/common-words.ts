/**
 * Words that are common in passwords, in the languages of Varde's users: typical choices for a password, names,
 * seasons, places, clubs, and terms of this trade. Lower case, without digits and signs.
 */
const text = `
password passord passordet passw passwd pass pwd secret hemmelig hemlig topsecret login logginn logg innlogging logon
welcome velkommen valkommen velkomin hello hei heisann hallo hej god morgen dag kveld natt letmein openup sesam open
admin administrator administratoren root super superuser user bruker brukernavn username guest gjest test tester testing
demo default standard temp temporary midlertidig change changeme endre meg nytt new old gammelt default master manager
system server database computer data datamaskin internet nettverk network wifi router windows microsoft apple google
facebook instagram office outlook mail epost email account konto access tilgang security sikkerhet
varde alarm alarmen alarmer sos trygghet trygghetsalarm sykehjem sjukehjem hjemmetjeneste hjemmesykepleie sykepleier
sykepleie omsorg omsorgen kommune kommunen velferd velferdsteknologi helse pleie bestemor bestefar farmor farfar mormor
morfar avdeling vakt vaktrom nattevakt dagvakt jobb jobben kontor ansatt sjef sjefen
love elsker deg jeg iloveyou kjaerlighet hjerte baby angel engel prinsesse princess prince konge dronning king queen
sunshine solskinn sommerfugl butterfly blomst flower rose lykke happy smil smile venn friend friends familie family
mamma pappa mor far mother father sister brother barn barna
sommer sommeren summer vinter vinteren winter host hosten autumn var varen spring sommar februar februari january januar
mars april mai juni juli august september oktober november desember march may june july october december
mandag tirsdag onsdag torsdag fredag lordag sondag monday tuesday wednesday thursday friday saturday sunday
norge norway norsk oslo bergen trondheim stavanger tromso drammen kristiansand alesund bodo fredrikstad sandnes
sverige sweden svenska stockholm goteborg malmo uppsala danmark denmark kobenhavn island iceland reykjavik
brann rosenborg viking molde lillestrom valerenga vif rbk liverpool manchester united arsenal chelsea tottenham everton
leeds barcelona real madrid juventus milan football fotball soccer hockey baseball basketball golf ski
monkey dragon tiger lion eagle shadow batman superman spiderman starwars pokemon pikachu naruto minecraft fortnite
michael jordan george harley hunter ranger thomas daniel jessica jennifer ashley nicole andrew joshua matthew robert
charlie oliver emma nora olivia sofia ella lucas noah jakob emil ole nils kari anne anna maria marie ingrid hanne
lars erik jan per hans bjorn kristian martin andreas morten knut svein arne
money penger gull gold diamond bitcoin trustno freedom whatever nothing ingenting hahaha lol cool sexy hot fuck faen
helvete dritt cookie chocolate sjokolade banana apple orange pepper cheese pizza kaffe coffee beer mercedes porsche
ferrari corvette mustang yamaha honda volvo toyota tesla audi bmw saab
the and og min mitt mine my you din ditt for til med er is to in i a en et det den of
`;

export const commonWords: ReadonlySet<string> = new Set(text.split(/\s+/).filter((word) => word !== ''));

/** Adjacent keys on keyboards and letters of the alphabet; pieces of these in either direction are easily guessed. */
export const commonSequences: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyzæøå',
  'qwertyuiopå',
  'asdfghjkløæ',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '01234567890',
  '1q2w3e4r5t6y7u8i9o0p',
  '147258369',
  'q1w2e3r4t5y6u7i8o9p0',
];
