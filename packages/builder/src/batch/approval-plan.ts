import type { Finding } from '@vaultwright/base'
import type { BuildSession } from '../resolve/build-session.ts'
import type { TokenUnit } from '../resolve/token-unit.ts'
import { maxAmount } from '../value/amount.ts'
import {
  type AllowanceEvent,
  type AllowanceKey,
  keyOf,
  type PlannedApproval,
  planApprovals,
} from './approval.ts'

/** Approvals of a batch, and what deserves a look about them. */
export type ApprovalPlan = {
  readonly planned: readonly PlannedApproval[]
  readonly warnings: readonly (Finding & { readonly at: number })[]
}

/** Plans the approvals of a batch with what the chain says about allowances. */
export async function planOf(
  session: BuildSession,
  events: readonly AllowanceEvent[],
): Promise<ApprovalPlan> {
  const warnings: (Finding & { readonly at: number })[] = []
  const bounded = async (event: AllowanceEvent): Promise<AllowanceEvent> => {
    const balance = await balanceOf(session, event)
    if (balance === null || balance === maxAmount) warnings.push(unlimited(event))
    return { ...event, amount: balance ?? maxAmount }
  }
  const exact = await Promise.all(
    events.map((event) => (isUnlimited(event) ? bounded(event) : event)),
  )
  // Things have no allowance to be read.
  const counted = events.filter(({ kind }) => kind !== 'thing')
  const pairs = new Map(counted.map(({ pair }) => [keyOf(pair), pair]))
  const allowances = new Map<string, bigint | null>()
  const units = new Map<string, TokenUnit | null>()
  await Promise.all(
    [...pairs].map(async ([key, pair]) => {
      allowances.set(key, await allowanceOf(session, pair))
      units.set(pair.token, await session.unitOf(pair.token))
    }),
  )
  const planned = planApprovals(
    exact,
    (pair) => allowances.get(keyOf(pair)) ?? null,
    ({ token }) => units.get(token)?.resetsApproval ?? null,
  )
  return { planned, warnings }
}

function isUnlimited({ kind, amount }: AllowanceEvent): boolean {
  return kind === 'need' && amount === maxAmount
}

async function allowanceOf(
  { readContract, allowances }: BuildSession,
  pair: AllowanceKey,
): Promise<bigint | null> {
  // What Permit2 keeps expires: it may be gone when the batch runs.
  if (readContract === null || allowances === 'unknown' || pair.keeper === 'permit2') return null
  const { token, owner, spender } = pair
  const call = 'allowance(address,address)'
  const allowance = await readContract({
    to: token,
    call,
    arguments: [owner, spender],
    returns: '(uint256)',
  })
  return typeof allowance === 'bigint' ? allowance : null
}

/** Only in front of the first action the balance is what the chain says; a loan has changed it already. */
async function balanceOf(
  { readContract, allowances }: BuildSession,
  { at: index, pair }: AllowanceEvent,
): Promise<bigint | null> {
  if (readContract === null || index > 0 || allowances === 'unknown') return null
  const balance = await readContract({
    to: pair.token,
    call: 'balanceOf(address)',
    returns: '(uint256)',
    arguments: [pair.owner],
  })
  return typeof balance === 'bigint' && balance > 0n ? balance : null
}

function unlimited({ at: index, pair }: AllowanceEvent): Finding & { readonly at: number } {
  return {
    at: index,
    code: 'unlimited_approval',
    severity: 'warning',
    leaf: null,
    message: `${pair.spender} is approved without a limit, for it is not known how much max will be. Give the amount, or revoke afterwards.`,
    facts: { token: pair.token, spender: pair.spender },
  }
}
