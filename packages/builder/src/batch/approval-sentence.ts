import { sanitizeName, trustedName } from '../permission/trusted-name.ts'
import type { BuildSession } from '../resolve/build-session.ts'
import { maxAmount, printGrouped } from '../value/amount.ts'
import type { PlannedApproval } from './approval.ts'
import { actorClause } from './sentence.ts'

/** Says what an approval does: `Approve 1,000 USDC for Pool`. */
export async function approvalSentenceOf(
  { pair, amount, isThing }: Pick<PlannedApproval, 'pair' | 'amount' | 'isThing'>,
  session: BuildSession,
): Promise<string> {
  const { token, spender, drone, keeper } = pair
  const { labelOf } = session.context.knownFacts
  const label = labelOf(spender)
  const by = actorClause(drone, session)
  const account = label === null ? spender : `${sanitizeName(label)} (${spender})`
  const to =
    keeper === 'permit2' ? `${account} at Permit2, for this block alone${by}` : account + by
  const thing = labelOf(token)
  const called = thing === null ? token : trustedName(thing, token, session.context)
  if (isThing === true) return `Approve ${called} #${amount} for ${to}`
  const unit = await session.unitOf(token)
  const name = unit?.symbol ?? token
  if (amount === 0n) return `Take back the allowance of ${name} for ${to}`
  if (amount === maxAmount) return `Approve ${name} without a limit for ${to}`
  const said = unit === null ? `${amount} base units of` : printGrouped(amount, unit.decimals)
  return `Approve ${said} ${name} for ${to}`
}
