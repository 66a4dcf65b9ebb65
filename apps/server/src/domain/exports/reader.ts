/** Language and time zone of the person who reads an export. */
export interface Reader {
  language: 'nb' | 'en';
  timeZone: string;
}

/** `20.11.2026 18:49:26`, the console's format. */
export function timesIn({ language, timeZone }: Reader): (time: number) => string {
  const locale = language === 'en' ? 'en-GB' : language;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options });
  const day = format({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const clock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return (time) => `${day.format(time)} ${clock.format(time)}`;
}

/** The file name of an export in the reader's time zone: `enheter_20261122095905`. */
export function stampedName(name: string, at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).format(at);
  return `${name}_${parts.replaceAll(/\D/g, '')}`;
}
