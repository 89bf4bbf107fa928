/**
 * Writes a chain's slug the one way that is stored and compared.
 *
 * @param text - a slug in any letter case, of any chain.
 * @returns the slug in lower case.
 */
export function slugOf(text: string): string {
  return text.toLowerCase()
}
