import { packDays, type ReadingName, type StatePack } from '@vaultwright/store'
import { daysBetween } from '@vaultwright/valuation'
import { type ParsedReading, printState, textDigestOf } from './parsed-reading.ts'
import { readerFingerprint } from './reader-fingerprint.generated.ts'

const firstDay = '1970-01-01'

/** @returns the number of the pack that a day is in. */
export function periodOf(day: string): number {
  return Math.floor(daysBetween(firstDay, day) / packDays)
}

/** Puts what readings of one vault, chain and period say into a pack. */
export function packStates(period: number, states: readonly ParsedReading[]): StatePack {
  const inOrder = states.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const entries = inOrder.map(({ digest, digests, state }) => {
    const head = JSON.stringify({ digest, digests })
    return `${head.slice(0, -1)},"state":${printState(state)}}`
  })
  const text = `[${entries.join(',')}]`
  return { period, fingerprint: readerFingerprint, body: `${textDigestOf(text)}${text}` }
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
  const entries = entriesIn(pack.body)
  const byDigest = new Map(entries.map((entry) => [`${entry.state.day} ${entry.digest}`, entry]))
  return names.flatMap(({ chain, day, digest }) => {
    const entry = byDigest.get(`${day} ${digest}`)
    if (entry === undefined) return []
    const { digests, state } = entry
    return state.chain === chain && state.vault === vault
      ? { chain, day, digest, digests, state }
      : []
  })
}

type PackEntry = Omit<ParsedReading, 'chain' | 'day'>

/** What a body begins with: the digest of the rest. */
const digestLength = 16

/** What has its digest is as this code wrote it: it is not looked at word by word again, for every day anew. */
function entriesIn(body: string): readonly PackEntry[] {
  const text = body.slice(digestLength)
  return textDigestOf(text) === body.slice(0, digestLength) ? JSON.parse(text) : []
}
