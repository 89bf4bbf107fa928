import type { Hex } from '@vaultwright/base'
import { readSubject } from '../catalogue/position-reading.ts'
import type { AllowancePair } from '../erc-20/allowance.ts'
import type { PositionResult } from '../position/position.ts'
import { wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import { type ContractReadResult, joinReadings, type Reading } from '../reading/reading.ts'
import { type DonatedAmount, readDonated } from './donation.ts'
import type { VaultReadPlan } from './read-plan.ts'
import { readVault, type VaultReadResult } from './vault-read.ts'

/** The answers of a chain about all that a vault has and owes, place by place. */
export type NavReadResult = {
  readonly vault: VaultReadResult
  /** The results of the plan's subjects, in their order. */
  readonly places: readonly PositionResult[]
  /** The amounts after donations, where a reader says who can be sent something. */
  readonly donated: readonly DonatedAmount[]
  /** The balances behind the allowances that are not zero; null where a token does not say. */
  readonly balances: readonly (AllowancePair & { readonly balance: bigint | null })[]
  /** The root that the Manager has for each strategist of the plan, in their order; null where it does not say. */
  readonly roots: readonly (Hex | null)[]
}

/**
 * Reads a vault whole, and beside it what stands behind its allowances and which roots its Manager has.
 *
 * @returns a reading; who runs it asks the same call once.
 */
export function* readNav(plan: VaultReadPlan): Reading<NavReadResult> {
  const moment = { atUnix: BigInt(plan.block.atUnix) }
  const vault = yield* readVault(plan)
  const places = yield* joinReadings(plan.subjects.map((subject) => readSubject(subject, moment)))
  const donated: DonatedAmount[] = []
  // One after the other: joined readings ask the same call once, whatever came before it.
  for (const [index, subject] of plan.subjects.entries())
    donated.push(...(yield* readDonated(subject, places[index]!, moment)))
  const open = vault.allowances.filter(({ amount }) => amount !== '0')
  const strategists = plan.proof?.roots ?? []
  const answers = yield [
    ...open.map(({ token, owner }) => readOf(token, 'balanceOf(address)', [owner])),
    ...strategists.map(({ strategist }) =>
      readOf(plan.proof!.manager, 'manageRoot(address)', [strategist]),
    ),
  ]
  return {
    vault,
    places,
    donated,
    balances: open.map(({ token, owner, spender }, index) => ({
      token,
      owner,
      spender,
      balance: wordIn(answers[index], 0).value,
    })),
    roots: strategists.map((_, index) => rootIn(answers[open.length + index])),
  }
}

function rootIn(answer: ContractReadResult | undefined): Hex | null {
  return typeof answer === 'string' && answer.length === 66 ? answer : null
}
