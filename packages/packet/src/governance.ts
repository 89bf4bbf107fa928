import { type Address, type Hex, isSameAddress, printHex } from '@vaultwright/base'
import { rootOf } from '@vaultwright/merkle'
import type { SignedCall } from '@vaultwright/safe'
import type { PacketReason } from './reason.ts'
import type { PacketRoot } from './root.ts'

/** A call that changes who may act afterwards, or on what terms. */
export type GovernanceCall = {
  readonly path: string
  /** The called account; null if not stated. */
  readonly to: Address | null
  /** `setManageRoot(address,bytes32)`. */
  readonly signature: string
  readonly contracts: readonly string[]
  /** By name, in order. */
  readonly arguments: { readonly [name: string]: unknown }
  /** True where the change is the one that the signer has evidence of. */
  readonly isProven: boolean
  /** True where the signer holds the packet against a tree, which permits no such call. */
  readonly isOutsideTree: boolean
  /** One sentence. */
  readonly message: string
}

type AdminCall = Extract<SignedCall, { readonly kind: 'admin_call' }>

/** Functions that only carry other calls, which are looked at themselves. */
const carriers = /^(manage|execTransactionFromModule)\(/

/** Reads a call that governs; null where it only carries others or approves a hash. */
export function governanceOf(
  call: AdminCall,
  path: string,
  root: PacketRoot | null,
): GovernanceCall | null {
  const { to, facts } = call
  const { signature, contracts } = facts
  if (carriers.test(signature) || signature.startsWith('approveHash(')) return null
  const base = { path, to, signature, contracts, arguments: facts.arguments }
  if (!signature.startsWith('setManageRoot(')) {
    const isOutsideTree = root !== null && root.tree !== null
    const message = isOutsideTree
      ? `${signature} changes who may act, or on what terms, and no leaf of the tree that you gave permits it. Do not sign it in place of a batch. If you decided on it, open the packet without the tree.`
      : `${signature} changes who may act, or on what terms. Nothing here proves that it is meant: check every argument against the decision that you took.`
    return { ...base, isProven: false, isOutsideTree, message }
  }
  const [strategist, set] = Object.values(facts.arguments) as [Address, Hex]
  const tree = root?.tree ?? null
  const isOwn = tree !== null && printHex(rootOf(tree.tree)) === set.toLowerCase()
  const isAt = to !== null && root?.manager != null && isSameAddress(to, root.manager)
  if (isOwn && isAt && root?.isContradictory === false && root.origin === 'tree') {
    const message = `Afterwards ${strategist} acts by the tree that you dropped, root ${set}.`
    return { ...base, isProven: true, isOutsideTree: false, message }
  }
  const message =
    isOwn && !isAt
      ? `${strategist} gets the root of the tree that you dropped, but at ${to ?? 'an account that is not named'}, which the tree does not name as its Manager.`
      : `Afterwards ${strategist} acts by the root ${set}, whose tree is not here. Drop the tree with this root.`
  return { ...base, isProven: false, isOutsideTree: false, message }
}

/** Reasons against a call that governs. */
export function governanceReasons(calls: readonly GovernanceCall[]): readonly PacketReason[] {
  return calls.map(({ path, isProven, isOutsideTree, message }) => {
    const weight = isProven ? 'note' : isOutsideTree ? 'no' : 'incomplete'
    return { weight, code: 'governs', path, message }
  })
}
