import { BaseError } from '@vaultwright/base'
import { decodeVaultState, type SvmAddress, type SvmVaultState } from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { accountIn, type SvmSnapshot } from '../permission/snapshot.ts'

/**
 * Reads the vault's state and makes sure that it can be built for.
 *
 * @param strategist - who is to send; null for the state's.
 * @throws {SvmVaultMissingError} {ForeignAccountError} {UnknownLayoutError} when it is not the vault.
 * @throws {VaultPausedError} {SvmUnknownStrategistError} when nothing can be sent, or not by that account.
 */
export function assertVault(
  definition: SvmDefinition,
  snapshot: SvmSnapshot,
  strategist: SvmAddress | null,
): SvmVaultState {
  const state = vaultStateOf(definition, snapshot)
  if (state.paused) throw new VaultPausedError(definition.vault, snapshot.slot)
  if (strategist !== null && strategist !== state.strategist) {
    throw new SvmUnknownStrategistError(strategist, state.strategist)
  }
  return state
}

/**
 * Reads the vault's state.
 *
 * @throws {SvmVaultMissingError} {ForeignAccountError} {UnknownLayoutError} when it is not the vault.
 */
export function vaultStateOf(definition: SvmDefinition, snapshot: SvmSnapshot): SvmVaultState {
  const account = accountIn(snapshot, definition.vault)
  if (account === null) throw new SvmVaultMissingError(definition.vault)
  return decodeVaultState(account, definition.program)
}

/** The node has no account at the vault's address. */
export class SvmVaultMissingError extends BaseError {
  override readonly code = 'svm_vault_missing'
  override readonly kind = 'not_found'

  constructor(vault: SvmAddress) {
    super({
      message: `The node has no account at ${vault}. Check the vault of the definition, and the cluster of the node.`,
      facts: { vault },
    })
  }
}

/** The vault is paused: the program refuses every call. */
class VaultPausedError extends BaseError {
  override readonly code = 'vault_paused'
  override readonly kind = 'not_permitted'

  constructor(vault: SvmAddress, slot: bigint) {
    super({
      message: `The vault ${vault} is paused at slot ${slot}. Build again when its authority has resumed it.`,
      facts: { vault, slot: String(slot) },
    })
  }
}

/** The vault has another strategist. */
export class SvmUnknownStrategistError extends BaseError {
  override readonly code = 'unknown_strategist'
  override readonly kind = 'not_found'

  constructor(named: SvmAddress, strategist: SvmAddress) {
    super({
      message: `${named} is not the strategist of the vault. Name ${strategist}, or none.`,
      facts: { named, strategists: [strategist] },
    })
  }
}
