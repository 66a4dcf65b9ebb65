/**
 * The number of a device's SIM card in Varde's form, where it is unambiguous: without separators, and with the country of
 * a Norwegian number, which machines have as well, with twelve digits that begin with 58 or 59.
 */
export function devicePhone(text: string): string {
  const plain = text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  return /^([2-9]\d{7}|5[89]\d{10})$/.test(plain) ? `+47${plain}` : plain;
}
