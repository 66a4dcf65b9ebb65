/** The decimals that amounts in a currency are written with. */
export const moneyDigits = (currency: string): number =>
  new Intl.NumberFormat('nb', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** An amount in hundredths as text, with its currency. */
export const moneyText = (amount: number, currency: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / 100);

/** Between the whole and the decimals of a number. */
export const decimalSign = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? ',';
