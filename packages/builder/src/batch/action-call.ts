import {
  type Address,
  BaseError,
  type Facts,
  type Finding,
  type Hex,
  isSameAddress,
} from '@vaultwright/base'
import type { Call, LeafTree } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { encodeAction, type LeafSlot, permit2Address } from '@vaultwright/protocols'
import { missingLeaf } from '../permission/nearest-leaf.ts'
import type { ResolvedAction } from '../resolve/resolve-action.ts'
import type { AllowanceEvent } from './approval.ts'

/** The call that an action makes itself, its approvals left out. */
export type ActionCall = Pick<Call, 'target' | 'data' | 'value'>

/**
 * Encodes the call of an action; calldata of a third party goes as it is.
 *
 * @throws {UnencodableError} when a value does not fit its type.
 */
export function actionCallOf({ selection, values }: ResolvedAction): ActionCall {
  const { action } = selection
  const data =
    action.calldata === null ? encodeAction(action, values) : (values[action.calldata] as Hex)
  return { target: values[action.target] as Address, data, value: action.value(values) }
}

/**
 * Finds the leaf for the kind of call: with value or without.
 *
 * @throws {LeafMissingError} when the tree has the other kind alone.
 */
export function leafSlotFor(
  { selection }: ResolvedAction,
  value: bigint,
  tree: LeafTree,
): LeafSlot {
  const { action, combination } = selection
  const leaves = combination.permissions.flatMap(
    ({ plain, valued }) => (value > 0n ? valued : plain) ?? [],
  )
  const [leafSlot] = leaves
  if (leafSlot !== undefined) return leafSlot
  const [permission] = combination.permissions
  const direct = (permission!.plain ?? permission!.valued)!
  const leaf = tree.leaves[direct.slot]!
  const kind =
    value > 0n
      ? 'with value, and it permits it only without'
      : 'without value, and it permits it only with'
  throw new LeafMissingError(
    action.route,
    kind,
    missingLeaf(tree, { ...leaf, canSendValue: value > 0n }),
  )
}

/** Reads what a call itself does to allowances: one that was wished for, or taken back. */
export function setsOf(
  { self, selection }: ResolvedAction,
  { target, data }: ActionCall,
  at: number,
): readonly AllowanceEvent[] {
  const isPermit2 = isSameAddress(target, permit2Address)
  if (!isPermit2 && !data.startsWith(approveSelector)) return []
  const { drone } = selection.combination.permissions[0]!
  const [first, second, third, fourth] = data.slice(10, 10 + 4 * 64).match(/.{64}/g) ?? []
  const account = (word: string) => checksumOf(`0x${word.slice(24)}`)
  const held = { owner: self, drone }
  if (isPermit2) {
    if (data.startsWith(permit2Selector) && first && second && third) {
      const of = { token: account(first), spender: account(second) }
      const pair = { ...held, keeper: 'permit2', ...of } as const
      return [{ kind: 'set', at, pair, amount: BigInt(`0x${third}`) }]
    }
    // The list has one pair, behind its offset and its length.
    if (data.startsWith(lockdownSelector) && third && fourth) {
      const of = { token: account(third), spender: account(fourth) }
      return [{ kind: 'set', at, pair: { ...held, keeper: 'permit2', ...of }, amount: 0n }]
    }
  }
  if (!data.startsWith(approveSelector) || first === undefined || second === undefined) return []
  const pair = { ...held, keeper: 'token', token: target, spender: account(first) } as const
  return [{ kind: 'set', at, pair, amount: BigInt(`0x${second}`) }]
}

/** Warns when calldata of a third party does not hold the amount that is approved for it. */
export function amountNotes({ selection, values }: ResolvedAction): readonly Finding[] {
  const { action } = selection
  const data = action.calldata === null ? null : values[action.calldata]
  if (typeof data !== 'string') return []
  return action.approvals.flatMap(({ amount: name }): readonly Finding[] => {
    const amount = values[name]
    if (typeof amount !== 'bigint') return []
    const digits = amount.toString(16)
    if (data.includes(digits.padStart(digits.length + (digits.length % 2), '0'))) return []
    return [
      {
        code: 'amount_not_in_calldata',
        severity: 'warning',
        leaf: null,
        message: `The calldata does not hold ${name}. It was made for another amount, or packs it in another way. Compare both before it is sent.`,
        facts: { parameter: name, amount: String(amount) },
      },
    ]
  })
}

/**
 * Reads out of calldata of a third party the least that it buys.
 *
 * @returns base units of what is bought; null where there is no such calldata, or it does not tell.
 */
export function calldataMinimumOf({ selection, values }: ResolvedAction): bigint | null {
  const { action } = selection
  const data = action.calldata === null ? null : values[action.calldata]
  return typeof data === 'string' ? action.least(data as Hex) : null
}

/**
 * Warns when calldata of a third party takes whatever comes out.
 *
 * @returns a warning when its least is nothing, or one base unit, which routers take for nothing.
 */
export function minimumNotes(resolved: ResolvedAction): readonly Finding[] {
  const minimum = calldataMinimumOf(resolved)
  if (minimum === null || minimum > 1n) return []
  return [
    {
      code: 'no_minimum',
      severity: 'warning',
      leaf: null,
      message: `The calldata asks for ${minimum} base units at least: whatever comes out is accepted. Have it made again with a limit.`,
      facts: { parameter: resolved.selection.action.calldata, least: String(minimum) },
    },
  ]
}

/** `approve(address,uint256)` of a token; `approve(address,address,uint160,uint48)` and `lockdown((address,address)[])` of Permit2. */
const approveSelector = '0x095ea7b3'
const permit2Selector = '0x87517c45'
const lockdownSelector = '0xcc53287f'

/** The tree lacks the leaf of a call. */
class LeafMissingError extends BaseError {
  override readonly code = 'leaf_missing'
  override readonly kind = 'not_permitted'

  constructor(
    route: string,
    kind: string,
    missing: { readonly text: string; readonly facts: Facts },
  ) {
    super({
      message: `The call of ${route} goes ${kind}. ${missing.text}`,
      facts: { route, ...missing.facts },
    })
  }
}
