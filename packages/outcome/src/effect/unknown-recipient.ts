import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import { selectorOf } from '@vaultwright/manager'
import { nativeAsset } from '@vaultwright/registry'
import type { SimulatedLog } from '../trace/simulated-log.ts'
import type { HolderCall } from './holder.ts'
import type { SimulationRequest, Warning } from './simulation.ts'
import { balanceRead, type StateReadValues } from './state-read.ts'
import type { Transfer } from './transfer.ts'

/** The facts that tell a receiver from a partner. */
export type RecipientInput = {
  readonly request: SimulationRequest
  /** The vault and its drones; empty for none. */
  readonly holders: readonly Address[]
  readonly calls: readonly HolderCall[]
  readonly logs: readonly SimulatedLog[]
  readonly transfers: readonly Transfer[]
  readonly measurement: StateReadValues
}

/** Calls that make their target no partner: they move the token itself or permit it. */
const tokenSelectors: ReadonlySet<string> = new Set(
  [
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'approve(address,uint256)',
    'increaseAllowance(address,uint256)',
    'decreaseAllowance(address,uint256)',
    'setApprovalForAll(address,bool)',
  ].map(selectorOf),
)

/**
 * Warns of accounts that get something and give nothing.
 *
 * Being called is not a part in the deal: an attacker's contract is called as well. Partners are whom the
 * vault itself calls, and who gives a partner something: pools what they sell, tokens their shares.
 */
export function unknownRecipientWarningsOf(seen: RecipientInput): readonly Warning[] {
  if (seen.holders.length === 0) return []
  const partners = counterpartiesIn(seen)
  const paid = seen.transfers
    .filter(({ from, to }) => !partners.has(to) && !isSameAddress(from, to))
    .map(({ standard, token, to, amount, id, logIndex }) => ({
      receiver: to,
      facts: { standard, token, amount: textOf(amount), id: textOf(id), logIndex },
    }))
  const named = seen.logs.flatMap(({ address, index, decoded }) =>
    (decoded?.receivers ?? [])
      .map((name) => ({ name, receiver: decoded!.arguments[name] as Address }))
      .filter(({ receiver }) => !partners.has(receiver))
      .map(({ name, receiver }) => ({
        receiver,
        facts: { contract: address, event: decoded!.name, argument: name, logIndex: index },
      })),
  )
  return [...paid, ...named].map(({ receiver, facts }) => ({
    code: 'receiver_not_vault',
    message: `${receiver} receives something, is neither the vault nor called by it, and gives nothing for it. Make sure that it should.`,
    facts: { receiver, ...facts },
  }))
}

function counterpartiesIn(seen: RecipientInput): ReadonlySet<Address> {
  const { request, holders, calls, transfers } = seen
  const actions = calls.filter(({ data }) => !tokenSelectors.has(data.slice(0, 10)))
  const partners = new Set([...holders, request.to, zeroAddress])
  for (const { target } of actions) partners.add(target)
  // An account that gives a partner something is a partner, until none is added.
  let size = 0
  while (size < partners.size) {
    size = partners.size
    for (const transfer of transfers) {
      if (!partners.has(transfer.to) || transfer.to === zeroAddress) continue
      const giver = transfer.from === zeroAddress ? transfer.token : transfer.from
      if (giver !== nativeAsset) partners.add(giver)
    }
    for (const account of issuersIn(seen, partners)) partners.add(account)
  }
  return partners
}

/** Tokens that are paid and give or take shares of their own for it, even if not at this time. */
function issuersIn(
  { transfers, holders, measurement }: RecipientInput,
  partners: ReadonlySet<Address>,
): readonly Address[] {
  const isRepaid = transfers.some(({ from, to }) => holders.includes(from) && to === zeroAddress)
  const paid = transfers.filter(({ to }) => !partners.has(to))
  return paid
    .filter(({ to, from, token }) => {
      if (to === token) return false
      const shares = measurement.get(balanceRead(to, holders[0]!).key)
      const isMinted = transfers.some(
        (one) => one.token === to && one.from === zeroAddress && one.to === from,
      )
      const isHeld = (shares?.before ?? 0n) > 0n
      // A debt that is repaid goes to the token of the reserve, which may not be held.
      return isMinted || isHeld || (isRepaid && holders.includes(from) && shares?.before === 0n)
    })
    .map(({ to }) => to)
}

function textOf(value: bigint | null): string | null {
  return value === null ? null : String(value)
}
