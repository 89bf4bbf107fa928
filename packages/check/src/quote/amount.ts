/** Writes an amount that was put in as exact decimals are written: no zeros at the end. */
export function plainAmount(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
