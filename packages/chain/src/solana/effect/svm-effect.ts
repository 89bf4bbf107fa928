import type { SvmSimulation } from '../simulate.ts'
import type { SvmEffectContext } from './effect-context.ts'
import { type SvmTransfer, svmTransfersOf } from './svm-transfer.ts'
import { effectWarningsOf, type SvmEffectWarning } from './svm-warning.ts'
import { type CompareAccounts, compareAccounts } from './watched-account.ts'

/** The effect of a simulated transaction on a vault. */
export type SvmEffect = {
  /** One row a token, in the order of their mints; SOL last. Empty when the simulation did not succeed. */
  readonly transfers: readonly SvmTransfer[]
  readonly warnings: readonly SvmEffectWarning[]
}

/**
 * Measures what a simulated transaction does to a vault, by balances before and after: neither logs nor
 * instructions count.
 *
 * Moves between the vault's own accounts are not transfers. Rent is part of what moves in SOL.
 *
 * @param before - the watched accounts as they were read earlier, for a simulation without its own.
 */
export function svmEffectOf(
  simulation: SvmSimulation,
  before: CompareAccounts,
  context: SvmEffectContext,
): SvmEffect {
  const { status, slot, accountsAfter, tokenBalances } = simulation
  if (status !== 'succeeded' || slot === null || accountsAfter === null) {
    return { transfers: [], warnings: [] }
  }
  const earlier = simulation.accountsBefore ?? before
  const watched = compareAccounts(earlier.accounts, accountsAfter)
  const transfers = svmTransfersOf({ watched, tokenBalances, context })
  const warnings = effectWarningsOf({
    watched,
    transfers,
    context,
    fee: simulation.feeLamports ?? context.feeLamports,
    innerPrograms: simulation.innerPrograms ?? [],
    slots: [earlier.slot, slot],
  })
  return { transfers, warnings }
}
