type Names = Readonly<Record<string, string>>;

/** Countries of the bundled map, where their names stand, and what they are called in the languages of the console. */
export const countries: readonly { at: [lng: number, lat: number]; names: Names }[] = [
  { at: [9.2, 61.4], names: { name: 'Norge', en: 'Norway', is: 'Noregur', fi: 'Norja' } },
  { at: [15.4, 62.6], names: { name: 'Sverige', en: 'Sweden', is: 'Svíþjóð', fi: 'Ruotsi' } },
  { at: [9.3, 56.1], names: { name: 'Danmark', en: 'Denmark', is: 'Danmörk', fi: 'Tanska' } },
  { at: [26.2, 63.6], names: { name: 'Finland', is: 'Finnland', fi: 'Suomi' } },
  { at: [-18.6, 64.9], names: { name: 'Island', en: 'Iceland', is: 'Ísland', fi: 'Islanti' } },
  {
    at: [-7.1, 62.3],
    names: { name: 'Færøyene', da: 'Færøerne', sv: 'Färöarna', en: 'Faroe Islands', is: 'Færeyjar', fi: 'Färsaaret' },
  },
  { at: [17, 79], names: { name: 'Svalbard', is: 'Svalbarði', fi: 'Huippuvuoret' } },
];

/** Towns that GeoNames calls otherwise than the people who live there, or than their neighbours. */
export const townNames: Readonly<Record<string, Names>> = {
  'Copenhagen DK': { name: 'København', en: 'Copenhagen', sv: 'Köpenhamn', is: 'Kaupmannahöfn', fi: 'Kööpenhamina' },
  'Gothenburg SE': { name: 'Göteborg', en: 'Gothenburg', is: 'Gautaborg' },
  'Helsinki FI': { name: 'Helsinki', no: 'Helsingfors', sv: 'Helsingfors', da: 'Helsingfors' },
  'Espoo FI': { name: 'Espoo', no: 'Esbo', sv: 'Esbo', da: 'Esbo' },
  'Tampere FI': { name: 'Tampere', no: 'Tammerfors', sv: 'Tammerfors', da: 'Tammerfors' },
  'Turku FI': { name: 'Turku', no: 'Åbo', sv: 'Åbo', da: 'Åbo' },
  'Oulu FI': { name: 'Oulu', no: 'Uleåborg', sv: 'Uleåborg', da: 'Uleåborg' },
  'Vaasa FI': { name: 'Vaasa', no: 'Vasa', sv: 'Vasa', da: 'Vasa' },
  'Pori FI': { name: 'Pori', no: 'Björneborg', sv: 'Björneborg', da: 'Björneborg' },
  'Lahti FI': { name: 'Lahti', no: 'Lahtis', sv: 'Lahtis', da: 'Lahtis' },
  'Mariehamn AX': { name: 'Mariehamn', fi: 'Maarianhamina' },
  'Reykjavík IS': { name: 'Reykjavík', no: 'Reykjavik', sv: 'Reykjavik', da: 'Reykjavik', en: 'Reykjavik' },
  'Oslo NO': { name: 'Oslo', is: 'Ósló' },
};

/** From which zoom on a town is named. GeoNames' list has no sizes; those that are not here are named from zoom 8 on. */
export const townRanks: readonly { zoom: number; rank: number; capital?: true; towns: readonly string[] }[] = [
  {
    zoom: 3,
    rank: 12,
    capital: true,
    towns: ['Oslo NO', 'Stockholm SE', 'Copenhagen DK', 'Helsinki FI', 'Reykjavík IS'],
  },
  {
    zoom: 4,
    rank: 11,
    towns: ['Bergen NO', 'Trondheim NO', 'Stavanger NO', 'Tromsø NO', 'Gothenburg SE', 'Malmö SE', 'Umeå SE'].concat(
      'Århus DK',
      'Tampere FI',
      'Oulu FI',
      'Tórshavn FO',
      'Longyearbyen SJ',
      'Akureyri IS',
    ),
  },
  {
    zoom: 6,
    rank: 9,
    towns: [
      ...[
        'Ålesund NO',
        'Bodø NO',
        'Kristiansand NO',
        'Drammen NO',
        'Fredrikstad NO',
        'Skien NO',
        'Hamar NO',
        'Alta NO',
      ],
      ...['Lillehammer NO', 'Molde NO', 'Kristiansund NO', 'Haugesund NO', 'Sandnes NO', 'Narvik NO', 'Harstad NO'],
      ...[
        'Mo i Rana NO',
        'Hammerfest NO',
        'Kirkenes NO',
        'Vadsø NO',
        'Steinkjer NO',
        'Førde NO',
        'Gjøvik NO',
        'Moss NO',
      ],
      ...['Arendal NO', 'Tønsberg NO', 'Røros NO', 'Sarpsborg NO', 'Namsos NO', 'Mosjøen NO', 'Svolvær NO'],
      ...['Uppsala SE', 'Västerås SE', 'Örebro SE', 'Linköping SE', 'Helsingborg SE', 'Jönköping SE', 'Norrköping SE'],
      ...['Gävle SE', 'Sundsvall SE', 'Östersund SE', 'Luleå SE', 'Kiruna SE', 'Karlstad SE', 'Kalmar SE', 'Visby SE'],
      ...['Växjö SE', 'Halmstad SE', 'Borås SE', 'Falun SE', 'Skellefteå SE', 'Lund SE', 'Karlskrona SE'],
      ...['Odense DK', 'Aalborg DK', 'Esbjerg DK', 'Randers DK', 'Kolding DK', 'Vejle DK', 'Rønne DK', 'Viborg DK'],
      ...['Turku FI', 'Lahti FI', 'Kuopio FI', 'Jyväskylä FI', 'Vaasa FI', 'Rovaniemi FI', 'Joensuu FI', 'Pori FI'],
      ...[
        'Mariehamn AX',
        'Kajaani FI',
        'Lappeenranta FI',
        'Keflavík IS',
        'Egilsstaðir IS',
        'Ísafjörður IS',
        'Selfoss IS',
      ],
      ...['Höfn IS', 'Klaksvík FO'],
    ],
  },
];
