import type { LinkEnd } from '@varde/catalogue/alarm-receivers';
import { beginningOf } from '@varde/catalogue/beginning-of';
import type { PinRefusal } from '@varde/contract/sharing';

type HowToTake = 'freely' | 'withPin';

interface Hinted {
  /** Of the alarm and its customer, where the number was told of several alarms. */
  letter?: string | null;
  customer?: string;
  hasPin: boolean;
}

/** What receivers of alarms read or hear when they answer by SMS or in a call. */
export interface ReplyWords {
  /** How to answer. */
  hint: (how: Hinted) => string;
  /** To a receiver who has written something else; how to answer comes after it. */
  numberAlone: string;
  /** The same, of words that may be about an alarm of another customer. */
  notShown: string;
  /** The question which of several alarms is meant. */
  which: { ask: string; withPin: string; byLink: string; more: (count: number) => string };
  /** Before that question. */
  wrongPin: string;
  keys: Record<HowToTake, string>;
  /** In messages that are answered by their link alone. */
  pinByLink: string;
  /** Why the alarm is not taken, or not given back. `number`: what is answered, with the letter of the alarm. */
  bySms: {
    taken: Record<Exclude<PinRefusal, 'needed'>, (number: string) => string>;
    declined: Record<PinRefusal, (number: string) => string>;
  };
  byCall: Record<PinRefusal, string>;
  over: string;
  /** Why a message gives nothing any more. */
  ended: Record<LinkEnd, string>;
  taken: (name: string) => string;
  declined: (name: string) => string;
  takenBy: (name: string, by: string) => string;
}

const ofCustomer = (customer?: string): string => (customer ? ` (${beginningOf(customer, longestCustomer)})` : '');
const longestCustomer = 40;

export const replyWords: Readonly<Record<'nb' | 'en', ReplyWords>> = {
  nb: {
    hint: ({ letter, customer, hasPin }) =>
      `Svar 1${letter ?? ''}${hasPin ? ' og PIN-koden din' : ''} for å ta alarmen${ofCustomer(customer)}, eller 2${letter ?? ''} hvis du ikke kan.`,
    numberAlone: 'Det du skrev, vises ved alarmen, men bare et tall for seg selv er et svar.',
    notShown: 'Det du skrev, vises ikke: du er varslet om alarmer hos flere kunder.',
    which: {
      ask: 'Du er varslet om flere alarmer. Svar med bokstaven til den du mener:',
      withPin: ' og PIN-koden din',
      byLink: 'Med lenken i meldingen',
      more: (count) => `Og ${count} til: svar med lenken i meldingen.`,
    },
    wrongPin: 'Feil PIN-kode.',
    keys: {
      freely: 'Trykk 1 for å ta alarmen, eller 2 hvis du ikke kan.',
      withPin: 'Trykk 1 for å ta alarmen med PIN-koden din, eller 2 hvis du ikke kan.',
    },
    pinByLink: 'Du trenger PIN-koden din for å ta alarmen.',
    bySms: {
      taken: {
        wrong: (number) => `Feil PIN-kode. Svar ${number} og PIN-koden din.`,
        blocked: () =>
          'Feil PIN-kode for mange ganger. Denne meldingen kan ikke lenger ta alarmen. Varde varsler videre.',
      },
      declined: {
        needed: (number) => `Svar ${number} og PIN-koden din for å gi fra deg alarmen.`,
        wrong: (number) => `Feil PIN-kode. Svar ${number} og PIN-koden din.`,
        blocked: () => 'Feil PIN-kode for mange ganger. Denne meldingen kan ikke lenger gi fra seg alarmen.',
      },
    },
    byCall: {
      needed: 'Tast PIN-koden din, og avslutt med firkanttasten.',
      wrong: 'Feil PIN-kode. Tast PIN-koden på nytt, og avslutt med firkanttasten.',
      blocked: 'Feil PIN-kode for mange ganger. Dette anropet kan ikke lenger ta alarmen. Varde varsler videre.',
    },
    over: 'Alarmen er avsluttet.',
    ended: {
      offList: 'Du står ikke lenger på varslingslisten for denne alarmen.',
      noAccess: 'Du har ikke lenger tilgang til alarmer i Varde.',
      noConsent: 'Du har trukket tilbake samtykket til disse meldingene.',
      newWearer: 'Enheten har en ny tjenestemottaker. Meldingen gjelder ikke lenger.',
    },
    taken: (name) => `Du har tatt alarmen: ${name}.`,
    declined: (name) => `Notert: du kan ikke ta alarmen til ${name}. Varde varsler videre.`,
    takenBy: (name, by) => `${by} har tatt alarmen: ${name}.`,
  },
  en: {
    hint: ({ letter, customer, hasPin }) =>
      `Reply 1${letter ?? ''}${hasPin ? ' and your PIN' : ''} to take the alarm${ofCustomer(customer)}, or 2${letter ?? ''} if you cannot.`,
    numberAlone: 'What you wrote is shown with the alarm, but only a number by itself is an answer.',
    notShown: 'What you wrote is not shown: you were told of alarms of several customers.',
    which: {
      ask: 'You were told of several alarms. Reply with the letter of the one you mean:',
      withPin: ' and your PIN',
      byLink: 'By the link in the message',
      more: (count) => `And ${count} more: answer by the link in the message.`,
    },
    wrongPin: 'Wrong PIN.',
    keys: {
      freely: 'Press 1 to take the alarm, or 2 if you cannot.',
      withPin: 'Press 1 to take the alarm with your PIN, or 2 if you cannot.',
    },
    pinByLink: 'You need your PIN to take the alarm.',
    bySms: {
      taken: {
        wrong: (number) => `Wrong PIN. Reply ${number} and your PIN.`,
        blocked: () => 'Wrong PIN too many times. This message can no longer take the alarm. Varde tells the next one.',
      },
      declined: {
        needed: (number) => `Reply ${number} and your PIN to give the alarm back.`,
        wrong: (number) => `Wrong PIN. Reply ${number} and your PIN.`,
        blocked: () => 'Wrong PIN too many times. This message can no longer give the alarm back.',
      },
    },
    byCall: {
      needed: 'Enter your PIN, and end with the hash key.',
      wrong: 'Wrong PIN. Enter your PIN again, and end with the hash key.',
      blocked: 'Wrong PIN too many times. This call can no longer take the alarm. Varde tells the next one.',
    },
    over: 'The alarm is over.',
    ended: {
      offList: 'You are no longer on the notification list of this alarm.',
      noAccess: 'You no longer have access to alarms in Varde.',
      noConsent: 'You have withdrawn your consent to these messages.',
      newWearer: 'The device has a new wearer. This message no longer applies.',
    },
    taken: (name) => `You have taken the alarm: ${name}.`,
    declined: (name) => `Noted: you cannot take the alarm of ${name}. Varde tells the next one.`,
    takenBy: (name, by) => `${by} has taken the alarm: ${name}.`,
  },
};
