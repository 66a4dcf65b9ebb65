import type { PinRefusal } from '@varde/contract/sharing';

type HowToTake = 'freely' | 'withPin';

/** What receivers of alarms read or hear when they answer by SMS or in a call. */
export interface ReplyWords {
  /** How to answer, of a receiver without a PIN and of one with a PIN. */
  hint: Record<HowToTake, string>;
  /** To a receiver who has written something else; the hint comes after it. */
  numberAlone: string;
  keys: Record<HowToTake, string>;
  /** In messages that are answered by their link alone. */
  pinByLink: string;
  /** Why the alarm is not taken. */
  bySms: Record<Exclude<PinRefusal, 'needed'>, string>;
  byCall: Record<PinRefusal, string>;
  over: string;
  noAccess: string;
  taken: (name: string) => string;
  declined: (name: string) => string;
  takenBy: (name: string, by: string) => string;
}

export const replyWords: Readonly<Record<'nb' | 'en', ReplyWords>> = {
  nb: {
    hint: {
      freely: 'Svar 1 for å ta alarmen, eller 2 hvis du ikke kan.',
      withPin: 'Svar 1 og PIN-koden din for å ta alarmen, eller 2 hvis du ikke kan.',
    },
    numberAlone: 'Det du skrev, vises ved alarmen, men bare et tall for seg selv er et svar.',
    keys: {
      freely: 'Trykk 1 for å ta alarmen, eller 2 hvis du ikke kan.',
      withPin: 'Trykk 1 for å ta alarmen med PIN-koden din, eller 2 hvis du ikke kan.',
    },
    pinByLink: 'Du trenger PIN-koden din for å ta alarmen.',
    bySms: {
      wrong: 'Feil PIN-kode. Svar 1 og PIN-koden din.',
      blocked:
        'Feil PIN-kode for mange ganger. Denne meldingen kan ikke lenger ta alarmen. Varde varsler videre.',
    },
    byCall: {
      needed: 'Tast PIN-koden din, og avslutt med firkanttasten.',
      wrong: 'Feil PIN-kode. Tast PIN-koden på nytt, og avslutt med firkanttasten.',
      blocked:
        'Feil PIN-kode for mange ganger. Dette anropet kan ikke lenger ta alarmen. Varde varsler videre.',
    },
    over: 'Alarmen er avsluttet.',
    noAccess: 'Du har ikke lenger tilgang til alarmer i Varde.',
    taken: (name) => `Du har tatt alarmen: ${name}.`,
    declined: (name) => `Notert: du kan ikke ta alarmen til ${name}. Varde varsler videre.`,
    takenBy: (name, by) => `${by} har tatt alarmen: ${name}.`,
  },
  en: {
    hint: {
      freely: 'Reply 1 to take the alarm, or 2 if you cannot.',
      withPin: 'Reply 1 and your PIN to take the alarm, or 2 if you cannot.',
    },
    numberAlone: 'What you wrote is shown with the alarm, but only a number by itself is an answer.',
    keys: {
      freely: 'Press 1 to take the alarm, or 2 if you cannot.',
      withPin: 'Press 1 to take the alarm with your PIN, or 2 if you cannot.',
    },
    pinByLink: 'You need your PIN to take the alarm.',
    bySms: {
      wrong: 'Wrong PIN. Reply 1 and your PIN.',
      blocked:
        'Wrong PIN too many times. This message can no longer take the alarm. Varde tells the next one.',
    },
    byCall: {
      needed: 'Enter your PIN, and end with the hash key.',
      wrong: 'Wrong PIN. Enter your PIN again, and end with the hash key.',
      blocked: 'Wrong PIN too many times. This call can no longer take the alarm. Varde tells the next one.',
    },
    over: 'The alarm is over.',
    noAccess: 'You no longer have access to alarms in Varde.',
    taken: (name) => `You have taken the alarm: ${name}.`,
    declined: (name) => `Noted: you cannot take the alarm of ${name}. Varde tells the next one.`,
    takenBy: (name, by) => `${by} has taken the alarm: ${name}.`,
  },
};
