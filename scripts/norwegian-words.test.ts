import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const consoleTexts = 'apps/console/src/texts/nb';
const files = [
  ...readdirSync(join(root, consoleTexts))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${consoleTexts}/${name}`),
  'apps/server/src/domain/messages/texts/mail.nb.json',
  'apps/server/src/domain/messages/texts/alarm.nb.json',
  'apps/server/src/features/devices/texts/nb.json',
];

interface Text {
  /** `users.json:states.active` */
  place: string;
  text: string;
}

function textsIn(tree: unknown, place: string): Text[] {
  if (typeof tree === 'string') return [{ place, text: tree }];
  return Object.entries(tree as object).flatMap(([key, part]) => {
    const separator = place.endsWith('.json') ? ':' : '.';
    return textsIn(part, `${place}${separator}${key}`);
  });
}
const texts = files.flatMap((file) =>
  textsIn(JSON.parse(readFileSync(join(root, file), 'utf8')), file.split('/').slice(-1)[0] ?? file),
);
const textAt = (place: string) => texts.find((each) => each.place === place)?.text;

interface Rule {
  says: string;
  not: RegExp;
  /** Exceptions, where the word has another meaning, or the only files of the rule. */
  except?: RegExp;
  only?: RegExp;
}

/** The rules in docs/glossary.md, "Norwegian words", that a machine can check. */
const rules: Rule[] = [
  { says: 'a failure is «Kunne ikke …»', not: /\b(det )?(gikk|går) ikke\b|\bfikk ikke \p{L}+t\b/iu },
  {
    says: 'a user and a code are deactivated',
    not: /(?<!\p{L})(steng|gjenåpn)/iu,
    only: /^(users|customers|personal-data|audit)\.json/,
  },
  { says: 'an alarm is active', not: /(?<!\p{L})åpne? alarm/iu },
  {
    says: 'an alarm is claimed and raised, not heard or signalled',
    not: /(?<!\p{L})(hørt|nytt signal|signaler|slår? alarm|hendte)(?!\p{L})/iu,
  },
  { says: 'an alarm is «Håndtert av» somebody', not: /tok seg av|hva var det|hva det var/iu },
  {
    says: 'a device is handed over with «Overfør»',
    not: /(?<!\p{L})(gi|gir|ga|gitt|gis)(?!\p{L}).*\bvidere|tildel/iu,
  },
  {
    says: 'a device has a contact interval, not signs of life',
    not: /livstegn|(?<!\p{L})lever(?!\p{L})/iu,
    except: /^registration\.json/,
  },
  {
    says: 'devices, servers and browsers have no will',
    not: /sa nei|enheten (melder:|har ikke meldt|merker)|nettleseren stopper|kan ikke svare/iu,
  },
  { says: 'a sensor is worn or not: «Bæres»', not: /(?<!\p{L})båret/iu },
  {
    says: 'roles are named as people',
    not: /superfirma|super-|(?<!\p{L})sporer(?!\p{L})|begrenset bruker/iu,
  },
  { says: 'who wears a device is «tjenestemottaker»', not: /brukeren av|brukerbilde/iu },
  { says: 'who logs in is «bruker»', not: /(?<!\p{L})konto(en|er)?(?!\p{L})/iu },
  {
    says: 'customers are above or below as «overordnet» and «underliggende»',
    not: /kunde\p{L}* (over|under)(?!\p{L})|alt under|som over(?!\p{L})/iu,
  },
  { says: 'the next page of a list is «Vis flere»', not: /hent flere|last (inn )?flere/iu },
  { says: 'a search finds nothing with «Fant ingen …»', not: /ingen \p{L}+ passer/iu },
  { says: 'a kind is «type»', not: /(?<!\p{L})slags(?!\p{L})/iu },
  {
    says: 'somebody looks up, and «innsyn» is a right of who is registered',
    not: /(?<!\p{L})så (på|posisjoner|innstillinger|alarmen|transaksjons|revisjons)|innsyn/iu,
    except: /^mail\.nb\.json:gdpr/,
  },
  { says: 'what came later is «ettersendt»', not: /historisk/iu },
  { says: 'a note is «notat»', not: /merknad/iu },
  {
    says: 'a record is created',
    not: /(?<!\p{L})laget (bruker|kupong)|er laget(?!\p{L})|^laget(?! nye reservekoder)|^skrevet/iu,
  },
  { says: 'a record is restored with «Gjenopprett»', not: /hente\p{L}* tilbake|angre slett/iu },
  {
    says: 'a permission or a consent is withdrawn',
    not: /(?<!\p{L})tatt tilbake|(?<!\p{L})ta tilbake|er trukket(?! tilbake)|^trukket$/iu,
  },
  { says: 'recovery codes are «reservekoder»', not: /gjenopprettingskode/iu },
  { says: 'an address of a computer is an IP address', not: /nettadresse|fra adresse/iu },
  { says: 'no abbreviations where there is room', not: /serienr|(?<!\p{L})gsm(?!\p{L})/iu },
  { says: 'a password is repeated', not: /en gang til/iu },
  { says: 'a link and a code are valid', not: /(lenken|koden)( i den)? (virker|gjelder)/iu },
  { says: 'contact has dates, sights have not', not: /(sist|først) sett/iu },
  { says: 'the console is Varde', not: /konsoll/iu },
  { says: 'live is «i sanntid»', not: /(?<!\p{L})direkte(?!\p{L})/iu },
  { says: 'health data are «helseopplysninger»', not: /helsedata/iu },
  { says: 'phone numbers are «telefonnumre»', not: /ringeliste|hviteliste/iu },
  {
    says: 'a condition before an order begins with «Hvis»',
    not: /(^|[.:] )(Var det|Finnes|Er du ikke|Slipper du)/u,
  },
  {
    says: 'a field is filled with «Skriv inn …»',
    not: /(?<!\p{L})skriv(?!( også)? inn| feil|\p{L})/iu,
    except: /eraseConfirm|fieldErrors\.confirmation/,
  },
  { says: 'nouns end as in bokmål of today', not: /klokka(?!\p{L})|lista(?!\p{L})/iu },
  { says: 'a step that leads to the login is a verb', not: /til innloggingen/iu },
  { says: 'the theme of the system is followed', not: /som systemet/iu },
  {
    says: 'an ellipsis is one character, except where the specification has three points',
    not: /\.\.\./u,
    except: /^devices\.json:searchPlaceholder/,
  },
  {
    says: 'thousands and units have a narrow space before them',
    not: /\d \d{3}(?!\d| \d)|[\d}] (%|kB)/u,
    except: /mobileHelp/,
  },
];

describe('Norwegian texts', () => {
  it.each(rules)('keep to the glossary: $says', ({ not, except, only }) => {
    const against = texts
      .filter(({ place }) => (only?.test(place) ?? true) && !except?.test(place))
      .filter(({ text }) => not.test(text))
      .map(({ place, text }) => `${place}: ${text}`);
    expect(against).toEqual([]);
  });

  it.each([
    ['alarms.json:claimAgain', 'Ta alarmen igjen'],
    ['alarms.json:claimedByYou', 'Du har tatt alarmen'],
    ['reset-dialog.json:handledBy', 'Håndtert av'],
    ['alarm-outcomes.json:outcome', 'Hva hadde skjedd?'],
    ['alarms.json:soundBlocked', 'Nettleseren blokkerer alarmlyden. Du hører ikke nye alarmer.'],
    ['settings.json:heartbeatInterval.label', 'Kontaktintervall'],
    ['settings.json:heartbeatInterval.help', 'Hvor ofte enheten melder seg, også når ingenting har skjedd.'],
    ['command-states.json:reasons.refused', 'Enheten avviste kommandoen.'],
    ['device-life.json:assign', 'Overfør enheten'],
    ['device-log.json:states.worn', 'Bæres'],
    ['device-log.json:loadMore', 'Vis flere'],
    ['users.json:deactivate', 'Deaktiver'],
    ['users.json:activate', 'Aktiver'],
    ['users.json:created', 'Opprettet {{date}}'],
    ['audit.json:actions.device.read', 'Åpnet enheten'],
    ['catalogue.json:roles.SUPERFIRM', 'Systemadministrator'],
    ['catalogue.json:roles.TRACKER', 'Sporingsbruker'],
  ])('use the agreed words: %s is «%s»', (place, agreed) => {
    expect(textAt(place)).toBe(agreed);
  });

  it.each(['nb', 'en'])('name a mail in the audit log by its subject, in %s', (language) => {
    const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
    const { mails } = read(`apps/console/src/texts/${language}/audit-fields.json`);
    const sent: Record<string, { subject: string }> = read(
      `apps/server/src/domain/messages/texts/mail.${language}.json`,
    );
    expect(mails).toEqual(
      Object.fromEntries(Object.entries(sent).map(([template, { subject }]) => [template, subject])),
    );
  });

  it('are read from every file, and none is empty', () => {
    expect(texts.length).toBeGreaterThan(900);
    expect(texts.filter(({ text }) => text.trim() === '')).toEqual([]);
  });
});
