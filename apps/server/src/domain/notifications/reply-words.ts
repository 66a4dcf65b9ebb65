/** What receivers of alarms read or hear when they answer by SMS or in a call. */
export interface ReplyWords {
  hint: string;
  keys: string;
  over: string;
  noAccess: string;
  taken: (name: string) => string;
  declined: (name: string) => string;
  takenBy: (name: string, by: string) => string;
}

export const replyWords: Readonly<Record<'nb' | 'en', ReplyWords>> = {
  nb: {
    hint: 'Svar 1 for å ta alarmen, eller 2 hvis du ikke kan.',
    keys: 'Trykk 1 for å ta alarmen, eller 2 hvis du ikke kan.',
    over: 'Alarmen er avsluttet.',
    noAccess: 'Du har ikke lenger tilgang til alarmer i Varde.',
    taken: (name) => `Du har tatt alarmen: ${name}.`,
    declined: (name) => `Notert: du kan ikke ta alarmen til ${name}. Varde varsler videre.`,
    takenBy: (name, by) => `${by} har tatt alarmen: ${name}.`,
  },
  en: {
    hint: 'Reply 1 to take the alarm, or 2 if you cannot.',
    keys: 'Press 1 to take the alarm, or 2 if you cannot.',
    over: 'The alarm is over.',
    noAccess: 'You no longer have access to alarms in Varde.',
    taken: (name) => `You have taken the alarm: ${name}.`,
    declined: (name) => `Noted: you cannot take the alarm of ${name}. Varde tells the next one.`,
    takenBy: (name, by) => `${by} has taken the alarm: ${name}.`,
  },
};
