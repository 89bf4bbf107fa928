import type { Address } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import type { AllowanceEntry } from '@vaultwright/valuation'
import { wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import { joinReadings, type Reading } from '../reading/reading.ts'

/** The key of an allowance: token, owner and spender. */
export type AllowancePair = Omit<AllowanceEntry, 'amount'>

/**
 * Reads which allowances the approve leaves of a tree let a vault give, and its drones.
 *
 * @param leaves - of one tree.
 * @returns a pair a leaf, in their order; a leaf of a drone has the token last.
 */
export function allowancePairsOf(
  leaves: readonly Leaf[],
  vault: Address,
): readonly AllowancePair[] {
  return leaves.flatMap(({ signature, target, arguments: [spender, token, ...more] }) => {
    if (signature !== 'approve(address,uint256)' || spender === undefined || more.length > 0) {
      return []
    }
    return token === undefined
      ? { token: target, owner: vault, spender }
      : { token, owner: target, spender }
  })
}

/**
 * Reads allowances.
 *
 * @returns one for each pair, in their order; its amount is null for what a token does not say.
 */
export function readAllowances(
  pairs: readonly AllowancePair[],
): Reading<readonly AllowanceEntry[]> {
  return joinReadings(pairs.map(readAllowance))
}

function* readAllowance({ token, owner, spender }: AllowancePair): Reading<AllowanceEntry> {
  const [answer] = yield [readOf(token, 'allowance(address,address)', [owner, spender])]
  const { value } = wordIn(answer, 0)
  return { token, owner, spender, amount: value === null ? null : String(value) }
}
