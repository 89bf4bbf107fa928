import type { Steps } from '@vaultwright/base'
import type { RuleBook } from '@vaultwright/manager'
import { emptyFacts, knownFactsOf } from '@vaultwright/protocols'
import type { TreeActions } from '../leaf/tree-actions.ts'
import { type RiskReport, riskSteps } from '../risk/risk.ts'
import { riskChanges } from '../risk/risk-change.ts'
import type { RiskSeverity } from '../risk/severity.ts'
import type { WayOut } from '../risk/way-out.ts'
import type { DiffReadings } from './diff-set.ts'

/** A way out that a change opens or widens. */
export type OpenedWay = Pick<WayOut, 'code' | 'severity' | 'sentence' | 'positions'> & {
  /** New, or one that reaches more than before. */
  readonly change: 'new' | 'wider'
}

/** The effect of a change on the ways out of the vault. */
export type RiskDifference = {
  /** The worst first, new ones before wider ones; what is only good to know is left out. */
  readonly opened: readonly OpenedWay[]
  /** The number of ways out that are gone. */
  readonly closed: number
  readonly worst: RiskSeverity | null
}

type DifferenceOptions = { readonly rules: RuleBook; readonly chainId: number | null }

/** Compares what a strategist could do at worst with each of two trees, in steps. */
export function* riskDifferenceSteps(
  { before, after }: DiffReadings,
  { rules, chainId }: DifferenceOptions,
): Steps<RiskDifference> {
  const facts = chainId === null ? emptyFacts : knownFactsOf(chainId)
  const reportSteps = (reading: TreeActions, other: TreeActions): Steps<RiskReport> => {
    const vault = reading.file.metadata.vault ?? other.file.metadata.vault
    const manager = reading.file.metadata.manager ?? other.file.metadata.manager
    const owner = { ...(vault === null ? {} : { vault }), ...(manager === null ? {} : { manager }) }
    return riskSteps(reading.file, { rules, facts, read: reading, ...owner })
  }
  const reports = [yield* reportSteps(before, after), yield* reportSteps(after, before)] as const
  const changes = riskChanges(...reports)
  const wider = changes.changed.filter(({ added }) => added.length > 0)
  const opened = [
    ...changes.added.map((way) => openedOf(way, 'new')),
    ...wider.map((change) => openedOf(change.after, 'wider')),
  ].filter(({ severity }) => severity !== 'info')
  return { opened, closed: changes.removed.length, worst: changes.worst }
}

/** The call that takes the way is left out: it is made only when it is asked for. */
function openedOf(way: WayOut, change: OpenedWay['change']): OpenedWay {
  const { code, severity, sentence, positions } = way
  return { code, severity, sentence, positions, change }
}
