import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { selectorOf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { SimulatedLog } from '../trace/simulated-log.ts'
import type { HolderCall } from './holder.ts'
import {
  allowanceRead,
  approvedRead,
  authorizedRead,
  delegatedRead,
  operatorRead,
  type StateRead,
  type StateReadValues,
} from './state-read.ts'

/** The amount another account may still take after the transaction, of the tokens it touched. */
export type SimulatedApproval = ApprovalKey & {
  /** Base units; null for an ERC-721 or a whole collection. */
  readonly amount: bigint | null
  /** True if it never runs out. */
  readonly isUnlimited: boolean
}

/** A trace of an approval: whether it stands is read from the token. */
export type ApprovalKey = {
  /**
   * `operator` may take every token of a collection, `permit2` may take through Permit2, `authorized`
   * may act for the owner in all of a lender's markets, `delegated` may borrow at the owner's expense.
   */
  readonly standard: 'erc20' | 'erc721' | 'operator' | 'permit2' | 'authorized' | 'delegated'
  /** The token, or the contract that the spender may act in. */
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  /** The id, of an ERC-721. */
  readonly id: bigint | null
}

/** A mark with what the log or the call itself tells: what counts where nothing can be read. */
export type LoggedApproval = ApprovalKey & { readonly logged: bigint }

/** From so much on an allowance outlasts every supply; tokens keep them in fields of 128 bits or more. */
const unlimitedFrom = 2n ** 127n - 1n
/** The most of the narrower field in which some tokens keep allowances. */
const unlimitedUint96 = 2n ** 96n - 1n

const approvingSelectors: Readonly<Record<Hex, ApprovalKey['standard']>> = {
  [selectorOf('approve(address,uint256)')]: 'erc20',
  [selectorOf('increaseAllowance(address,uint256)')]: 'erc20',
  [selectorOf('increaseApproval(address,uint256)')]: 'erc20',
  [selectorOf('setApprovalForAll(address,bool)')]: 'operator',
  [selectorOf('setAuthorization(address,bool)')]: 'authorized',
  [selectorOf('approveDelegation(address,uint256)')]: 'delegated',
}

/**
 * Finds the approvals of owners that a transaction may have changed.
 *
 * @returns different marks, by logs and then by calls; of equal ones the last log, which is what stands.
 */
export function loggedApprovalsOf(
  owners: readonly Address[],
  logs: readonly SimulatedLog[],
  calls: readonly HolderCall[],
): readonly LoggedApproval[] {
  const isMine = ({ owner, spender }: LoggedApproval) =>
    owners.includes(owner) && spender !== zeroAddress
  const logged = logs.flatMap(approvalsInLog).filter(isMine)
  const loggedKeys = new Set(logged.map(keyOf))
  // A call tells no more than its wish: what is logged of the same approval stands before it.
  const called = calls
    .flatMap(approvalsInCall)
    .filter((mark) => isMine(mark) && !loggedKeys.has(keyOf(mark)))
  return [...new Map([...logged, ...called].map((mark) => [keyOf(mark), mark])).values()]
}

/**
 * Makes the reading that tells whether an approval stands.
 *
 * @returns the reading; null for what Permit2 keeps, which its log tells completely.
 */
export function approvalRead(mark: ApprovalKey): StateRead | null {
  const { standard, token, owner, spender, id } = mark
  switch (standard) {
    case 'erc20':
      return allowanceRead(token, owner, spender)
    case 'operator':
      return operatorRead(token, owner, spender)
    case 'authorized':
      return authorizedRead(token, owner, spender)
    case 'delegated':
      return delegatedRead(token, owner, spender)
    case 'erc721':
      return approvedRead(token, id ?? 0n)
    case 'permit2':
      return null
  }
}

/**
 * Lists the approvals that stand after the transaction.
 *
 * @returns those that let another account take something; by the log where the contract does not answer.
 */
export function approvalsOf(
  marks: readonly LoggedApproval[],
  measurement: StateReadValues,
): readonly SimulatedApproval[] {
  return marks.flatMap(({ logged, ...mark }): readonly SimulatedApproval[] => {
    const reading = approvalRead(mark)
    const valueAfter = reading === null ? null : (measurement.get(reading.key)?.after ?? null)
    const after = valueAfter ?? logged
    if (after === 0n) return []
    switch (mark.standard) {
      case 'operator':
      case 'authorized':
        return [{ ...mark, amount: null, isUnlimited: true }]
      case 'erc721':
        // A token that is gone by now does not answer, and cannot be taken.
        return valueAfter === BigInt(mark.spender)
          ? [{ ...mark, amount: null, isUnlimited: false }]
          : []
      default:
        return [{ ...mark, amount: after, isUnlimited: isUnlimited(after) }]
    }
  })
}

function isUnlimited(amount: bigint): boolean {
  return amount >= unlimitedFrom || amount === unlimitedUint96
}

type ApprovalLogArguments = Partial<Record<'owner' | 'token' | 'spender' | 'operator', Address>> &
  Partial<Record<'holder' | 'authorizer' | 'authorized' | 'fromUser' | 'toUser', Address>> &
  Partial<Record<'id' | 'value' | 'amount', bigint>> &
  Partial<Record<'approved' | 'newIsAuthorized', boolean>>

function approvalsInLog({ address, decoded }: SimulatedLog): readonly LoggedApproval[] {
  if (decoded === null) return []
  const fields = decoded.arguments as ApprovalLogArguments
  const { owner, token, spender, operator, authorizer, authorized, fromUser, toUser } = fields
  const plain = { token: address, id: null }
  switch (decoded.name) {
    case 'ApprovalForAll': {
      if (owner === undefined || operator === undefined) return []
      const logged = fields.approved === true ? 1n : 0n
      return [{ ...plain, standard: 'operator', owner, spender: operator, logged }]
    }
    case 'SetAuthorization': {
      if (authorizer === undefined || authorized === undefined) return []
      const logged = fields.newIsAuthorized === true ? 1n : 0n
      return [{ ...plain, standard: 'authorized', owner: authorizer, spender: authorized, logged }]
    }
    case 'BorrowAllowanceDelegated': {
      if (fromUser === undefined || toUser === undefined) return []
      const logged = fields.amount ?? 0n
      return [{ ...plain, standard: 'delegated', owner: fromUser, spender: toUser, logged }]
    }
    case 'Approval':
    case 'Permit':
    case 'Lockdown': {
      if (owner === undefined || spender === undefined) return []
      const mark = { ...plain, owner, spender }
      if (token !== undefined) {
        return [{ ...mark, standard: 'permit2', token, logged: fields.amount ?? 0n }]
      }
      if (fields.id !== undefined) {
        return [{ ...mark, standard: 'erc721', id: fields.id, logged: BigInt(spender) }]
      }
      return [{ ...mark, standard: 'erc20', logged: fields.value ?? 0n }]
    }
    default:
      return []
  }
}

function approvalsInCall({ from, target, data }: HolderCall): readonly LoggedApproval[] {
  const standard = approvingSelectors[data.slice(0, 10).toLowerCase() as Hex]
  if (standard === undefined || data.length < 2 + 8 + 128) return []
  const spender = checksumOf(`0x${data.slice(34, 74).toLowerCase()}`)
  if (isSameAddress(target, from)) return []
  // What a call wishes is not an approval: where nothing can be read of it, none is claimed.
  return [{ standard, token: target, owner: from, spender, id: null, logged: 0n }]
}

function keyOf({ standard, token, owner, spender, id }: ApprovalKey): string {
  return `${standard} ${token} ${owner} ${spender} ${id}`
}
