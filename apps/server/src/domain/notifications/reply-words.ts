/** What receivers of alarms read or hear when they answer by SMS or in a call. Norwegian, because receivers are not users with a language. */
export const replyWords = {
  hint: 'Svar 1 for å ta alarmen, eller 2 hvis du ikke kan.',
  keys: 'Trykk 1 for å ta alarmen, eller 2 hvis du ikke kan.',
  over: 'Alarmen er avsluttet.',
  noAccess: 'Du har ikke lenger tilgang til alarmer i Varde.',
  taken: (name: string) => `Du har tatt alarmen: ${name}.`,
  declined: (name: string) => `Notert: du kan ikke ta alarmen til ${name}. Varde varsler videre.`,
  takenBy: (name: string, by: string) => `${by} har tatt alarmen: ${name}.`,
};
