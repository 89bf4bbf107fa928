import { protocolTitles } from './protocol-title.generated.ts'

/**
 * Gives the title of a protocol for people, without loading what it describes.
 *
 * @param name - snake case: `aave_v3`; what is no protocol, as `idle`, is written as words.
 */
export function protocolTitleOf(name: string): string {
  if (Object.hasOwn(protocolTitles, name)) return protocolTitles[name]!
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
