import type { LogRange } from './log.ts'

/** How many blocks a node would give. */
export type RangeSuggestion = {
  readonly blocks: bigint
  /** True when it is a bound for every range, not only for one with as many logs. */
  readonly isLimit: boolean
}

const explicitRange = /(0x[0-9a-f]+|\d+)\s*(?:,|-|to|–)\s*(0x[0-9a-f]+|\d+)/i
const limitWords =
  /(?:limited to|max(?:imum)?(?: allowed)?(?: block)?(?: range)?(?: is|:)?|greater than|more than|up to|limit of|over|exceeds?(?: the)?(?: max(?:imum)?)?(?: block)?(?: range)?(?: of|:)?)\s*(?:an?\s*)?([\d,]+)(?![\d,]|\s*(?:days?|hours?|minutes?|seconds?|m?s|address\w*|topics?|results?|logs?|events?|requests?)\b)\s*(k)?\s*(?:blocks?|range|max|block range)?/i

/** Cuts the next piece off a range. */
export function nextRange(from: bigint, last: bigint, size: bigint): LogRange {
  const to = from + size - 1n
  return { from, to: to < last ? to : last }
}

/**
 * Reads from a node's refusal how many blocks it would give.
 *
 * @returns fewer blocks than were asked for, at least 1; null when the words do not say.
 */
export function suggestionOf(message: string, { from, to }: LogRange): RangeSuggestion | null {
  const asked = to - from + 1n
  const pairs = message.matchAll(new RegExp(explicitRange, 'gi'))
  for (const [, start, end] of pairs) {
    const blocks = BigInt(end!) - BigInt(start!) + 1n
    if (BigInt(start!) === from && blocks > 0n && blocks < asked) return { blocks, isLimit: false }
  }
  if (!/block|range/i.test(message)) return null
  const found = limitWords.exec(message)
  if (found === null) return null
  const blocks =
    BigInt(found[1]!.replaceAll(',', '') || '0') * (found[2] === undefined ? 1n : 1000n)
  return blocks > 0n && blocks < asked ? { blocks, isLimit: true } : null
}
