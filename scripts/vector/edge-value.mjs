// What the hand-written calls share.
import { concat, encodeAbiParameters, parseAbiParameters } from 'viem'

/**
 * An account that tells itself apart.
 *
 * @param number - 1 to 255.
 * @returns its address.
 */
export const account = (number) => `0xaa${number.toString(16).padStart(38, '0')}`

/**
 * Encodes a tuple.
 *
 * @param types - as viem reads them.
 * @param values - in order.
 * @returns the bytes.
 */
export const encoded = (types, ...values) => encodeAbiParameters(parseAbiParameters(types), values)

/** Nobody. */
export const zero = `0x${'00'.repeat(20)}`

/** The answers of contracts that decoders read. */
export const listed = [account(0x71), account(0x72), account(0x73)]
/** The hash of an offer. */
export const hash = `0x${'0a'.repeat(32)}`
/** The hash of the market that it is for. */
export const market = `0x${'11'.repeat(16)}${'22'.repeat(16)}`

/**
 * Makes a row: what it shows, then decoder and function, then arguments and answer.
 *
 * @param decoder - name of its rules.
 * @param starts - how the canonical signature begins.
 * @returns a function from words, arguments and either packed entries or the revert to a case.
 */
export const casesOf = (decoder, starts) => (shows, args, packs) => ({
  shows: `${decoder} ${starts.split('(')[0]}: ${shows}`,
  decoder,
  starts,
  args,
  packs,
})

/**
 * A word in two entries, each half left-aligned.
 *
 * @param word - 32 bytes.
 * @returns both entries.
 */
export const halvesOf = (word) =>
  [word.slice(2, 34), word.slice(34)].map((half) => concat([`0x${half}`, '0x00000000']))
