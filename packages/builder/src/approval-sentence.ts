import { maxAmount, printGrouped } from './amount.ts'
import type { PlannedApproval } from './approval.ts'
import { honestName, tidyName } from './borrowed-name.ts'
import type { Desk } from './desk.ts'
import { byWhom } from './sentence.ts'

/**
 * Says what an approval does: `Approve 1,000 USDC for Pool`.
 *
 * @param planned - pair and amount.
 * @param desk - what is known.
 * @returns one sentence without a full stop.
 */
export async function approvalSentenceOf(
  { pair, amount, isThing }: Pick<PlannedApproval, 'pair' | 'amount' | 'isThing'>,
  desk: Desk,
): Promise<string> {
  const { token, spender, drone, keeper } = pair
  const { labelOf } = desk.context.knowledge
  const label = labelOf(spender)
  const by = byWhom(drone, desk)
  const account = label === null ? spender : `${tidyName(label)} (${spender})`
  const to =
    keeper === 'permit2' ? `${account} at Permit2, for this block alone${by}` : account + by
  const thing = labelOf(token)
  const called = thing === null ? token : honestName(thing, token, desk.context)
  if (isThing === true) return `Approve ${called} #${amount} for ${to}`
  const unit = await desk.unitOf(token)
  const name = unit?.symbol ?? token
  if (amount === 0n) return `Take back the allowance of ${name} for ${to}`
  if (amount === maxAmount) return `Approve ${name} without a limit for ${to}`
  const said = unit === null ? `${amount} base units of` : printGrouped(amount, unit.decimals)
  return `Approve ${said} ${name} for ${to}`
}
