import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { type AbiValue, buildLeaf, type Leaf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { Action, ActionApproval } from './action.ts'
import type { CallerAccounts } from './parameter.ts'
import type { BoundValue, Pattern, PatternPiece } from './pattern.ts'
import { entryOfNumber, formsOf } from './sentinel.ts'

/** The values that the leaves of an action bind, by parameter. */
export type Binding = { readonly [slot: string]: BoundValue }

/** The account that acts, its decoder, and its drone if there is one. */
export type LeafActor = CallerAccounts & {
  readonly decoder: Address
  /** The drone that makes the calls, which is then `self`; null when the vault does. */
  readonly drone: Address | null
}

/** The address of Permit2 on every chain. Source: Uniswap Permit2, canonical deployment. */
export const permit2Address: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

const approveSignature = 'approve(address,uint256)'
const permit2Signature = 'approve(address,address,uint160,uint48)'

/**
 * Builds the leaf that permits an action for some values.
 *
 * @param binding - a value for each slot that the shape binds.
 * @throws {InvalidAddressError} when a bound value is not an address.
 */
export function leafOf(pattern: Pattern, binding: Binding, actor: LeafActor): Leaf {
  const target = accountOf(pattern.target, binding, actor)
  const entries = pattern.pieces.map((piece) => entryOf(piece, binding, actor))
  return leafFor({ ...pattern, target, entries }, actor)
}

/** One approval that an action needs: token, spender, and the accounts' own leaves. */
export type WantedApproval = {
  readonly token: Address
  readonly spender: Address
  /** The index of the amount if the token is one of a list; null otherwise. */
  readonly index: number | null
  readonly approval: ActionApproval
}

/**
 * Lists the approvals that an action needs, a list of tokens taken apart.
 *
 * @param binding - values of the tokens and spenders that its approvals name.
 * @returns one for each token, in order; none for a token whose value is not known.
 */
export function approvalsOf(action: Action, binding: Binding): readonly WantedApproval[] {
  return action.approvals.flatMap((approval): readonly WantedApproval[] => {
    const spender = approval.spender.startsWith('0x')
      ? (approval.spender as Address)
      : binding[approval.spender]
    const token = binding[approval.token]
    if (typeof spender !== 'string' || token === undefined || typeof token === 'bigint') return []
    const tokens = typeof token === 'string' ? [token] : token
    return (
      tokens
        .map((one, index) => ({
          token: one as Address,
          spender: spender as Address,
          index: typeof token === 'string' ? null : index,
          approval,
        }))
        .filter((wanted) => !isSameAddress(wanted.token, wanted.spender))
        // The native coin, as some protocols name it, is sent along.
        .filter((wanted) => wanted.token !== zeroAddress)
        .filter((wanted) => wanted.token !== binding[approval.except ?? ''])
    )
  })
}

/**
 * Builds the leaves that permit an approval: one, or two when the spender pulls through Permit2.
 *
 * @returns leaves in the order of the calls, without descriptions.
 */
export function approvalLeavesOf({ token, spender, approval }: WantedApproval, actor: LeafActor) {
  const of = (target: Address, signature: string, entries: readonly Hex[]) =>
    leafFor({ signature, canSendValue: false, target, entries }, actor)
  if (approval.through === undefined) return [of(token, approveSignature, [spender])]
  return [
    of(token, approveSignature, [permit2Address]),
    of(permit2Address, permit2Signature, [token, spender]),
  ]
}

type LeafFields = {
  readonly signature: string
  readonly canSendValue: boolean
  readonly target: Address
  readonly entries: readonly Hex[]
}

/** A drone is what the Manager calls; whom the drone calls comes last. */
function leafFor(parts: LeafFields, { decoder, drone }: LeafActor): Leaf {
  const { signature, canSendValue, target, entries } = parts
  return buildLeaf({
    decoder,
    target: drone ?? target,
    canSendValue,
    signature,
    arguments: drone === null ? entries : [...entries, target],
  })
}

function entryOf(piece: PatternPiece, binding: Binding, actor: LeafActor): Hex {
  if ('constant' in piece) return piece.constant
  if (piece.form === 'whole') {
    const value = piece.index === null ? undefined : binding[piece.slot]
    if (typeof value === 'object') return value[piece.index!] ?? missing(piece.slot)
    return accountOf(piece.slot, binding, actor)
  }
  const value: AbiValue = binding[piece.slot] ?? missing(piece.slot)
  if (typeof value === 'bigint') return entryOfNumber(value)
  const [, entry] = formsOf(value as Hex).find(([form]) => form === piece.form)!
  return entry
}

function accountOf(slot: string, binding: Binding, accounts: CallerAccounts): Address {
  if (slot === 'self' || slot === 'manager') return accounts[slot]
  const value = binding[slot] ?? missing(slot)
  return checksumOf(value as Hex)
}

/** A slot without a value is a mistake of the caller: bindings are complete. */
function missing(slot: string): never {
  throw new TypeError(`The binding has no value for ${slot}.`)
}
