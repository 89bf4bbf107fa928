import type { Address, Hex } from '@vaultwright/base'
import type { NavReadResult, UnreadPlace } from '@vaultwright/protocols'
import type { NavInputs } from './nav-input.ts'

/** A place that the leaves of a vault lead to. */
type NavPlace = {
  readonly reader: string
  readonly holder: Address
  readonly reasons: readonly string[]
}

/** The places that a vault's leaves ever led to, by what is known of them. Plain JSON. */
export type NavPlaces = {
  /** Roots that were ever set, each once. */
  readonly rootCount: number
  /** The block before which no root was looked for; null if that is the deployment of the vault. */
  readonly logsFrom: string | null
  /** Roots whose tree is not here: what they permitted is not known. */
  readonly missingTrees: readonly Hex[]
  /** Places where something is. */
  readonly read: number
  /** Places where nothing is. */
  readonly empty: number
  /** Places that could not be read, or not wholly. */
  readonly failed: readonly NavPlace[]
  readonly noReader: readonly UnreadPlace[]
  readonly anywhere: readonly UnreadPlace[]
  /** Strategists of whom the Manager has another root than its logs say. */
  readonly otherRoots: readonly { readonly strategist: Address; readonly root: Hex | null }[]
  /** True if every tree is here, and every place was read. What `notCovered` lists is left out even then. */
  readonly isComplete: boolean
}

/** Money that no count here covers. */
export const notCovered: readonly string[] = [
  'Roots that were set are as the logs of the node say: no proof shows that none is missing.',
  'Accounts that may call manage of the vault without a root, as the withdraw helpers of a teller.',
  'Tokens that were sent in and that no leaf names.',
  'Money in bridges, on other chains and with custodians.',
]

/** Counts the places of a vault. */
export function navPlacesOf(
  { plan, unread, logsFrom }: Pick<NavInputs, 'plan' | 'unread' | 'logsFrom'>,
  { places, roots }: NavReadResult,
): NavPlaces {
  const failed = places.flatMap(({ failures }, index): NavPlace[] => {
    const { reader, holder } = plan.subjects[index]!
    if (failures.length === 0) return []
    return [{ reader, holder, reasons: failures.map(({ what, reason }) => `${what}: ${reason}`) }]
  })
  const whole = places.filter(({ failures }) => failures.length === 0)
  const holding = whole.filter(({ holdings }) => holdings.some(({ amount }) => amount !== 0n))
  const noReader = unread.filter(({ reason }) => reason === 'no_reader')
  const anywhere = unread.filter(({ reason }) => reason === 'anywhere')
  const otherRoots = (plan.proof?.roots ?? []).flatMap(({ strategist, root }, index) => {
    const onChain = roots[index] ?? null
    return onChain === root.toLowerCase() ? [] : [{ strategist, root: onChain }]
  })
  const open = [plan.missingTrees, failed, noReader, anywhere, otherRoots]
  return {
    rootCount: plan.roots.length,
    logsFrom,
    missingTrees: plan.missingTrees,
    read: holding.length,
    empty: whole.length - holding.length,
    failed,
    noReader,
    anywhere,
    otherRoots,
    isComplete: logsFrom === null && open.every(({ length }) => length === 0),
  }
}
