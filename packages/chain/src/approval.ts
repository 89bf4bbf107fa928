import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { Call } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  allowanceReading,
  approvedReading,
  type Measurement,
  operatorReading,
  type Reading,
} from './measurement.ts'
import type { SimulatedLog } from './simulated-log.ts'

/** What somebody may still take after the transaction, of what the transaction touched. */
export type Approval = ApprovalMark & {
  /** Base units; null for an ERC-721 or a whole collection. */
  readonly amount: bigint | null
  /** Whether it never runs out. */
  readonly isUnlimited: boolean
}

/** A trace of an approval: whether it stands is read from the token. */
export type ApprovalMark = {
  /** `operator` may take every token of a collection. */
  readonly standard: 'erc20' | 'erc721' | 'operator'
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  /** Which one, of an ERC-721. */
  readonly id: bigint | null
}

/** The most of the narrower fields in which some tokens keep allowances. */
const narrowMost: ReadonlySet<bigint> = new Set([2n ** 96n - 1n, 2n ** 128n - 1n, 2n ** 160n - 1n])

const approvingSelectors: Readonly<Record<Hex, ApprovalMark['standard']>> = {
  '0x095ea7b3': 'erc20', // approve(address,uint256)
  '0x39509351': 'erc20', // increaseAllowance(address,uint256)
  '0xd73dd623': 'erc20', // increaseApproval(address,uint256)
  '0xa22cb465': 'operator', // setApprovalForAll(address,bool)
}

/**
 * Finds the approvals of an owner that a transaction may have changed.
 *
 * @param owner - the vault.
 * @param logs - with their words.
 * @param calls - what the owner called: a token may approve without a log.
 * @returns different marks, by logs and then by calls.
 */
export function approvalMarksOf(
  owner: Address,
  logs: readonly SimulatedLog[],
  calls: readonly Call[],
): readonly ApprovalMark[] {
  const marks = [...logs.flatMap((log) => markOfLog(log)), ...calls.flatMap(markOfCall(owner))]
  const mine = marks.filter((mark) => mark.owner === owner && mark.spender !== zeroAddress)
  return [...new Map(mine.map((mark) => [keyOf(mark), mark])).values()]
}

/**
 * Makes the reading that tells whether an approval stands.
 *
 * @param mark - the trace of it.
 * @returns the reading.
 */
export function approvalReading({ standard, token, owner, spender, id }: ApprovalMark): Reading {
  if (standard === 'erc20') return allowanceReading(token, owner, spender)
  if (standard === 'operator') return operatorReading(token, owner, spender)
  return approvedReading(token, id ?? 0n)
}

/**
 * Lists the approvals that stand after the transaction.
 *
 * @param marks - what may have changed.
 * @param measurement - the readings.
 * @returns those that let somebody take something.
 */
export function approvalsOf(
  marks: readonly ApprovalMark[],
  measurement: Measurement,
): readonly Approval[] {
  return marks.flatMap((mark): readonly Approval[] => {
    const after = measurement.get(approvalReading(mark).key)?.after ?? 0n
    if (after === 0n) return []
    if (mark.standard === 'erc20') {
      return [{ ...mark, amount: after, isUnlimited: after >= 2n ** 255n || narrowMost.has(after) }]
    }
    if (mark.standard === 'operator') return [{ ...mark, amount: null, isUnlimited: true }]
    const isStanding = after === BigInt(mark.spender)
    return isStanding ? [{ ...mark, amount: null, isUnlimited: false }] : []
  })
}

function markOfLog({ address, decoded }: SimulatedLog): readonly ApprovalMark[] {
  if (decoded === null) return []
  const { owner, spender, operator, id } = decoded.arguments as Record<string, Address> & {
    id?: bigint
  }
  if (decoded.name === 'ApprovalForAll' && owner !== undefined && operator !== undefined) {
    return [{ standard: 'operator', token: address, owner, spender: operator, id: null }]
  }
  if (decoded.name !== 'Approval' || owner === undefined || spender === undefined) return []
  const standard = id === undefined ? 'erc20' : 'erc721'
  return [{ standard, token: address, owner, spender, id: id ?? null }]
}

function markOfCall(owner: Address): (call: Call) => readonly ApprovalMark[] {
  return ({ target, data }) => {
    const standard = approvingSelectors[data.slice(0, 10).toLowerCase() as Hex]
    if (standard === undefined || data.length < 2 + 8 + 128) return []
    const spender = checksumOf(`0x${data.slice(34, 74).toLowerCase()}`)
    return isSameAddress(target, owner)
      ? []
      : [{ standard, token: target, owner, spender, id: null }]
  }
}

function keyOf({ standard, token, spender, id }: ApprovalMark): string {
  return `${standard} ${token} ${spender} ${id}`
}
