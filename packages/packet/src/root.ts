import { type Address, type Hex, isSameAddress, parseHexOf, printHex } from '@vaultwright/base'
import type { LeafTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { CallContext } from '@vaultwright/protocols'
import { knownVaultOf } from '@vaultwright/registry'
import type { PacketReason } from './reason.ts'

/** The origin of a root: the first two are the signer's own evidence. */
type RootOrigin = 'tree' | 'chain' | 'server' | 'pasted'

/** The root that the calls of a packet are compared with. */
export type PacketRoot = {
  /** The strategist's root; null for that of the tree. */
  readonly root: Hex | null
  readonly origin: RootOrigin
  /** The strategist's tree, rebuilt; null where only its root is known. */
  readonly tree: LeafTree | null
  /** True if the tree's file contradicts itself. */
  readonly isContradictory: boolean
  /** The Manager that the signer, the tree or the proof names; null where none does. */
  readonly manager: Address | null
  /** The Manager whose root was proven on chain; null where none was. */
  readonly provenManager: Address | null
  /** The strategist whose root was proven on chain; null if none was. */
  readonly strategist: Address | null
  /** The chain of the proof; null where none was. */
  readonly chainId: number | null
  /** The block that the root was proven at; null where none was. */
  readonly block: RootBlock | null
  /** The tree of the Manager's own root, which decides on calls inside flash loans; null where it is not at hand. */
  readonly managerTree: LeafTree | null
}

/** From which hash a root follows. */
export type RootBlock = {
  /** 32 bytes. */
  readonly hash: Hex
  /** The hash that the signer read elsewhere, on the chain of the packet; null where none was compared. */
  readonly compared: Hex | null
}

/** For what a root decides. */
export type PacketRootContext = {
  readonly chainId: number | null
  /** Names the vault, and on whose word. */
  readonly naming: Pick<CallContext, 'vault' | 'vaultFrom'>
  /** True if a batch is held against the root; without one it is at most set. */
  readonly hasBatch: boolean
}

const unset: Hex = `0x${'0'.repeat(64)}`

/** The digest that decides: the one that was given, else the tree's. */
export function decidingRootOf({ root, tree }: PacketRoot): Uint8Array | null {
  if (root !== null) return parseHexOf(root, 32)
  return tree === null ? null : rootOf(tree.tree)
}

/** Finds what speaks against the root itself, before any call is looked at. */
export function rootReasons(
  root: PacketRoot | null,
  subject: PacketRootContext,
): readonly PacketReason[] {
  const { chainId, hasBatch } = subject
  const deciding = root === null ? null : decidingRootOf(root)
  if (root === null || deciding === null) {
    return [
      {
        weight: 'incomplete',
        code: 'root_missing',
        path: null,
        message:
          'The calls cannot be held against a root: none was given. Drop the tree of the strategist, or prove the root on chain.',
      },
    ]
  }
  const reasons: PacketReason[] = []
  const add = (weight: PacketReason['weight'], code: PacketReason['code'], message: string) =>
    reasons.push({ weight, code, path: null, message })
  if (printHex(deciding) === unset) {
    add(
      'no',
      'root_unset',
      'The root is zero: the strategist has none, and the Manager refuses every call.',
    )
  }
  if (root.isContradictory) {
    add(
      'no',
      'tree_unsound',
      'The tree file contradicts itself. Do not sign by it; ask who made it.',
    )
  }
  const rootHex = root.tree === null ? null : printHex(rootOf(root.tree.tree))
  if (rootHex !== null && rootHex !== printHex(deciding)) {
    add(
      'no',
      'tree_differs',
      `The tree has the root ${rootHex}, not ${printHex(deciding)}. Get the tree of the root that decides.`,
    )
  }
  if (root.origin === 'server' || root.origin === 'pasted') {
    const who = root.origin === 'server' ? 'the server stated it' : 'it was pasted'
    add(
      'incomplete',
      'root_unproven',
      `The root is only as good as its source: ${who}. Drop the tree that you reviewed, or prove the root on chain.`,
    )
  }
  if (root.origin === 'tree' && hasBatch) {
    const message = `${printHex(deciding)} is the root in force for the caller of the Manager: the tree alone does not show it. A proof of the root does.`
    add('condition', 'root_not_on_chain', message)
  }
  if (root.origin === 'chain') reasons.push(...blockReasons(root.block, chainId))
  if (hasBatch && subject.naming.vault === null) {
    const message =
      'Every receiver of these calls is the vault, or is meant: nothing here names the vault, so receivers cannot be compared with it.'
    add('condition', 'vault_unknown', message)
  }
  const untied = untiedText(root, subject)
  if (untied !== null) add('condition', 'manager_untied', untied)
  const { manager, provenManager } = root
  if (provenManager !== null && manager !== null && !isSameAddress(provenManager, manager)) {
    add(
      'no',
      'manager_differs',
      `The root was proven for the Manager ${provenManager}, but you hold the packet against ${manager}. Get the proof for that Manager.`,
    )
  }
  if (root.chainId !== null && chainId !== null && root.chainId !== chainId) {
    add(
      'no',
      'other_chain',
      `The root was proven on chain ${root.chainId}, but the packet is for chain ${chainId}.`,
    )
  }
  return reasons
}

/** Everything that is proven of a root follows from one hash, which its maker can choose. */
function blockReasons(block: RootBlock | null, chainId: number | null): readonly PacketReason[] {
  const chain = chainId === null ? 'the chain' : `chain ${chainId}`
  if (block === null || block.compared === null) {
    const hash = block === null ? 'The hash that the root was proven from' : block.hash
    const message = `${hash} is the hash of a recent block of ${chain}: the root follows from it, and it was not compared. Read it on another device, and give it.`
    return [{ weight: 'condition', code: 'root_block_stated', path: null, message }]
  }
  if (block.compared.toLowerCase() === block.hash.toLowerCase()) return []
  const message = `The root was proven from the block hash ${block.hash}, and you read ${block.compared}. Ask for a proof at the block that you know.`
  return [{ weight: 'no', code: 'root_block_differs', path: null, message }]
}

/**
 * Says what ties neither the chain nor the vault to the Manager: files state both, and no root holds them.
 *
 * @returns null where the published record has all three, or the Manager was read at a block that the signer knows.
 */
function untiedText(
  { manager, origin, block }: PacketRoot,
  { chainId, naming: { vault, vaultFrom } }: PacketRootContext,
): string | null {
  if (manager === null || chainId === null) return null
  const record = vault === null ? null : knownVaultOf(chainId, vault)
  if (record?.managers.some((each) => isSameAddress(each, manager)) === true) return null
  const isChainTied = origin === 'chain' && block?.compared != null
  if (isChainTied && (vault === null || vaultFrom === undefined)) return null
  const whose = vault === null ? '' : ` of vault ${vault}`
  return `${manager} is the Manager${whose} on chain ${chainId}: files alone say so, not the published record.`
}

/** Finds what speaks against the Manager and the caller of one batch. */
export function partyReasons(
  {
    to,
    sender,
    path,
  }: { readonly to: Address | null; readonly sender: Address | null; readonly path: string },
  root: PacketRoot,
): readonly PacketReason[] {
  const { manager, strategist, origin } = root
  const reasons: PacketReason[] = []
  if (to === null || manager === null) {
    const message =
      to === null
        ? 'The packet does not name who is called. Give the Manager.'
        : `Nothing tells whether ${to} is the Manager of this tree. Give the Manager that you know.`
    reasons.push({ weight: 'incomplete', code: 'manager_unknown', path, message })
  } else if (!isSameAddress(to, manager)) {
    const message = `The batch goes to ${to}, but the Manager is ${manager}.`
    reasons.push({ weight: 'no', code: 'manager_differs', path, message })
  }
  if (origin !== 'chain' || strategist === null) return reasons
  if (sender === null) {
    const message = `The root was proven for ${strategist}, and the packet does not name who calls. Give the Safe.`
    reasons.push({ weight: 'incomplete', code: 'wallet_unknown', path, message })
  } else if (!isSameAddress(sender, strategist)) {
    const message = `The Manager decides by the root of ${sender}, who calls; the root was proven for ${strategist}.`
    reasons.push({ weight: 'no', code: 'other_strategist', path, message })
  }
  return reasons
}

/** The root that a batch is held against, and the names of its vault. */
type BatchEvidence = {
  readonly root: PacketRoot | null
  /** Units of tokens, for what descriptions say of them. */
  readonly naming: CallContext
}

/** The evidence on the batches of one Manager. */
export type ManagerEvidence = BatchEvidence & { readonly manager: Address }

/** The evidence on a batch: that of the vault whose Manager it calls, else the one of the context. */
export type BatchContext = BatchEvidence & {
  /** Vaults whose Managers are known. Default: none. */
  readonly vaults?: readonly ManagerEvidence[]
}

/** Finds the vault whose Manager is called; null where it is of none that is known. */
export function vaultOfManager(
  manager: Address | null,
  vaults: readonly ManagerEvidence[],
): ManagerEvidence | null {
  return vaults.find((each) => manager !== null && isSameAddress(each.manager, manager)) ?? null
}

/** Gives the evidence on a batch by the Manager that it calls. */
export function batchEvidenceOf(manager: Address | null, context: BatchContext): BatchEvidence {
  return vaultOfManager(manager, context.vaults ?? []) ?? context
}
