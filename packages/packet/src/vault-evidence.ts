import { type Address, isSameAddress } from '@vaultwright/base'
import type { CallContext } from '@vaultwright/protocols'
import type { PacketRoot } from './root.ts'

/** The root that a batch is held against, and the names of its vault. */
type BatchEvidence = {
  readonly root: PacketRoot | null
  /** Units of tokens, for what descriptions say of them. */
  readonly naming: CallContext
}

/** The evidence on the batches of one Manager. */
export type VaultEvidence = BatchEvidence & { readonly manager: Address }

/** The evidence on a batch: that of the vault whose Manager it calls, else the one of the context. */
export type BatchContext = BatchEvidence & {
  /** Vaults whose Managers are known. Default: none. */
  readonly vaults?: readonly VaultEvidence[]
}

/** Finds the vault whose Manager is called; null where it is of none that is known. */
export function vaultOfManager(
  manager: Address | null,
  vaults: readonly VaultEvidence[],
): VaultEvidence | null {
  return vaults.find((each) => manager !== null && isSameAddress(each.manager, manager)) ?? null
}

/** Gives the evidence on a batch by the Manager that it calls. */
export function batchEvidenceOf(manager: Address | null, context: BatchContext): BatchEvidence {
  return vaultOfManager(manager, context.vaults ?? []) ?? context
}
