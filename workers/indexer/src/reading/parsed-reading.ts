import { hash } from 'node:crypto'
import { memoize, openLruMap } from '@vaultwright/base'
import type { NamedReading, ReadingName } from '@vaultwright/store'
import { dayEndOf, type VaultState } from '@vaultwright/valuation'
import { parseRawReading } from './raw-reading.ts'
import { vaultStateOf } from './vault-state.ts'

/** The digests of a reading, of all of it and of the parts that receipts hold. */
export type StateDigests = {
  readonly state: string
  /** Without holdings and failures. */
  readonly share: string
  /** Of the end of the day alone. */
  readonly end: string
}

/** The state of a reading, under the name of the reading. */
export type ParsedReading = ReadingName & {
  readonly state: VaultState
  readonly digests: StateDigests
}

/**
 * Works out what a reading says.
 *
 * @throws {RawReadingError} {UnrecordedReadError}
 */
export function parseReading({ chain, day, digest, body }: NamedReading): ParsedReading {
  const state = vaultStateOf(parseRawReading(body))
  return { chain, day, digest, state, digests: stateDigestsOf(state) }
}

/** Of the bodies that are remembered: a vault that may hold thousands of things makes large ones. */
const maxCharacters = 64_000_000

/**
 * Makes a parser of kept readings that remembers the last of them: the days of a week are asked for again
 * and again.
 *
 * @param most - how many are remembered, as long as they are not large.
 * @returns the parser. It throws RawReadingError and UnrecordedReadError.
 */
export function openReadingParser(most = 256): (reading: NamedReading) => ParsedReading {
  const cache = openLruMap<string, ParsedReading>({ maxEntries: most, maxWeight: maxCharacters })
  return (reading) => {
    const { chain, vault, day, digest, body } = reading
    const key = `${chain}/${vault}/${day}/${digest}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const parsed = parseReading(reading)
    cache.set(key, parsed, body.length)
    return parsed
  }
}

/** Digests a state, and the parts of it that receipts name. */
export function stateDigestsOf(state: VaultState): StateDigests {
  const { text, share } = printed(state)
  return {
    state: textDigestOf(text),
    share: textDigestOf(share),
    end: jsonDigestOf(dayEndOf(state)),
  }
}

/** @returns the first 16 hex digits of SHA-256 of the JSON of a value. */
export function jsonDigestOf(value: unknown): string {
  return textDigestOf(JSON.stringify(value))
}

/** @returns the first 16 hex digits of SHA-256 of a text, or of its bytes. */
export function textDigestOf(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex').slice(0, 16)
}

/** Prints what a reading says as JSON, once: its digest and its pack are made of the same text. */
export function printState(state: VaultState): string {
  return printed(state).text
}

/** Prints states once: the part that receipts take, without holdings and failures, is most of the same text. */
const printed = memoize((state: VaultState) => {
  const { holdings, quotes, failures, allowances, proof, ...stateFields } = state
  const begin = JSON.stringify(stateFields).slice(0, -1)
  const quoteText = JSON.stringify(quotes)
  const allowanceText =
    allowances === undefined ? '' : `,"allowances":${JSON.stringify(allowances)}`
  const proofText = proof === undefined ? '' : `,"proof":${JSON.stringify(proof)}`
  const ends = `"quotes":${quoteText},"failures":${JSON.stringify(failures)}${allowanceText}${proofText}}`
  return {
    text: `${begin},"holdings":${JSON.stringify(holdings)},${ends}`,
    share: `${begin},"quotes":${quoteText}}`,
  }
})
