import { memoize } from '@vaultwright/base'
import { packDays, type ReadingName, type StatePack } from '@vaultwright/store'
import { daysBetween } from '@vaultwright/valuation'
import { type ParsedReading, printState, textDigestOf } from './parsed-reading.ts'
import { readerFingerprint } from './reader-fingerprint.generated.ts'

const firstDay = '1970-01-01'

/** @returns the number of the pack that a day is in. */
export function periodOf(day: string): number {
  return Math.floor(daysBetween(firstDay, day) / packDays)
}

/** Puts what readings of one vault, chain and period say into a pack: a digest of the rest, and a line a reading. */
export function packStates(period: number, states: readonly ParsedReading[]): StatePack {
  const inOrder = states.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const lines = inOrder.map(({ digest, digests, state }) => {
    const head = JSON.stringify({ digest, digests })
    return `${head.slice(0, -1)},"state":${printState(state)}}\n`
  })
  const text = lines.join('')
  const body = Buffer.from(`${textDigestOf(text)}${text}`)
  return { period, fingerprint: readerFingerprint, body }
}

/**
 * Reads a pack.
 *
 * @param names - the readings that are wanted, of the pack's vault and chain.
 * @param pack - of any build; null when there is none.
 * @returns those of them that the pack has; none of a pack that other code made, or that is not what it should be.
 */
export function unpackStates(
  names: readonly ReadingName[],
  vault: string,
  pack: StatePack | null,
): readonly ParsedReading[] {
  if (pack === null || pack.fingerprint !== readerFingerprint) return []
  const linesByDigest = linesOf(pack)
  return names.flatMap(({ chain, day, digest }) => {
    for (const line of linesByDigest.get(digest) ?? []) {
      const { digests, state }: PackLine = JSON.parse(line.toString())
      if (state.day !== day) continue
      return state.chain === chain && state.vault === vault
        ? { chain, day, digest, digests, state }
        : []
    }
    return []
  })
}

type PackLine = Omit<ParsedReading, 'chain' | 'day'>

/** The length of the digest at the beginning of a body; it is the digest of the rest. */
const digestLength = 16
const lineBegin = '{"digest":"'
const [lineEnd, quote] = Buffer.from('\n"')

/**
 * Finds the lines of a pack by the digest of their reading, once. What has its digest is as this code wrote it: it is
 * not looked at word by word again. A line becomes a text where it is wanted, alone: one text of all of them would be
 * so large that its memory is fetched from the system, and given back, each time.
 */
const linesOf = memoize((pack: StatePack): ReadonlyMap<string, readonly Buffer[]> => {
  const lines = new Map<string, readonly Buffer[]>()
  const body = Buffer.from(pack.body.buffer, pack.body.byteOffset, pack.body.byteLength)
  const content = body.subarray(digestLength)
  if (textDigestOf(content) !== body.toString('latin1', 0, digestLength)) return lines
  for (let from = 0; from < content.length; ) {
    const to = content.indexOf(lineEnd!, from)
    if (to === -1) return new Map()
    const line = content.subarray(from, to)
    const end = line.indexOf(quote!, lineBegin.length)
    const digest = line.toString('latin1', lineBegin.length, end)
    lines.set(digest, [...(lines.get(digest) ?? []), line])
    from = to + 1
  }
  return lines
})
