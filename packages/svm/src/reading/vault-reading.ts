import { BaseError } from '@vaultwright/base'
import { decodeClock } from '../account/clock.ts'
import type { SvmAccount } from '../account/svm-account.ts'
import { decodeMint } from '../account/token-account.ts'
import { decodeVaultState, type SvmVaultState } from '../account/vault-state.ts'
import type { SvmAddress } from '../address/address.ts'
import { clockSysvar } from '../address/known-address.ts'
import { vaultAddresses } from '../vault/vault-address.ts'
import type { KeptAccounts } from './reading-text.ts'

/** The vault to read and its program. */
export type ReadVault = {
  /** Address of its state. */
  readonly vault: SvmAddress
  readonly program: SvmAddress
}

/** The decoded accounts of a reading. */
export type SvmDecodedReading = {
  readonly slot: bigint
  /** Time of the slot, unix seconds. */
  readonly unix: bigint
  readonly state: SvmVaultState
  readonly shareSupply: bigint
  readonly shareDecimals: number
}

/**
 * Lists what is read of a vault to tell its rate and its supply: state, share mint and clock, in one question.
 *
 * @returns three addresses, always the same for a vault.
 */
export function vaultReadingAddresses({ vault, program }: ReadVault): readonly SvmAddress[] {
  return [vault, vaultAddresses(program).shareMint(vault), clockSysvar]
}

/**
 * Reads what the accounts of a reading say, and that they belong together.
 *
 * @throws {MismatchedReadingError} when an account is missing, or they are of another vault or another slot.
 * @throws {ForeignAccountError} {UnknownLayoutError} {MalformedAccountError} when one is not what it should be.
 */
export function decodeVaultReading(kept: KeptAccounts, of: ReadVault): SvmDecodedReading {
  const [vault, mintAddress, clockAddress] = vaultReadingAddresses(of)
  const accountAt = (address: SvmAddress): SvmAccount => {
    const account = kept.accounts.get(address) ?? null
    if (account === null) throw new MismatchedReadingError(of.vault, `${address} is missing`)
    return account
  }
  const state = decodeVaultState(accountAt(vault!), of.program)
  if (vaultAddresses(of.program).state(state.vaultId) !== of.vault) {
    throw new MismatchedReadingError(of.vault, `the state is that of vault ${state.vaultId}`)
  }
  if (state.shareMint !== mintAddress) {
    throw new MismatchedReadingError(of.vault, `its share mint is ${state.shareMint}`)
  }
  const { slot, unix } = decodeClock(accountAt(clockAddress!))
  if (slot !== kept.slot) {
    const reason = `the clock is of slot ${slot} and the answer of slot ${kept.slot}`
    throw new MismatchedReadingError(of.vault, reason)
  }
  const { supply, decimals } = decodeMint(accountAt(mintAddress!))
  return { slot, unix, state, shareSupply: supply, shareDecimals: decimals }
}

/** The accounts of a reading do not belong together. */
class MismatchedReadingError extends BaseError {
  override readonly code = 'mismatched_reading'
  override readonly kind = 'damaged_data'

  constructor(vault: SvmAddress, reason: string) {
    super({
      message: `The accounts that were read of the vault ${vault} do not belong together: ${reason}. Check the vault and its program, or ask another node.`,
      facts: { vault, reason },
    })
  }
}
