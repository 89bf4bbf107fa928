/** The number of values a sentence spells out before it counts the rest; the facts hold them all. */
const spelledOut = 8

/** Counts things in words. */
export function countText(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`
  return `${count} ${noun.replace(/leaf$/, 'leave')}s`
}

/**
 * Lists values in words.
 *
 * @returns `a`, `a and b`, `a, b and c`; of many the first few and how many more.
 */
export function listText(values: readonly (string | number)[]): string {
  const shown = values.length > spelledOut + 1 ? values.slice(0, spelledOut) : values
  const texts = shown.map(String)
  if (shown.length < values.length) texts.push(`${values.length - shown.length} more`)
  const last = texts.pop() ?? ''
  return texts.length === 0 ? last : `${texts.join(', ')} and ${last}`
}

/** Names slots in words. */
export function slotsText(positions: readonly number[]): string {
  return `slot${positions.length === 1 ? '' : 's'} ${listText(positions)}`
}

/**
 * Names an argument of a leaf in words: the first packed one is argument 1, as in the Manager's refusals.
 */
export function argumentText(at: number, label: string | null): string {
  return `argument ${at + 1}${label === null ? '' : ` \`${label}\``}`
}

/** Names a function in a sentence. */
export function functionText(signature: string): string {
  const name = signature.split('(', 1)[0]!
  const isLong = signature.length > 80 && name.length < 80
  return plainText(isLong ? `${name}(…)` : signature.slice(0, 200))
}

/**
 * Makes foreign text safe to print: what would move a cursor or turn a line around is spelled out.
 */
export function plainText(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Names the first three of a list, and counts the others. */
export function fewText(names: readonly string[]): string {
  const more = names.length - 3
  return more <= 0 ? names.join(' or ') : `${names.slice(0, 3).join(', ')} or one of ${more} more`
}
