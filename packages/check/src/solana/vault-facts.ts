import { printUnits } from '@vaultwright/base'
import {
  decodeMint,
  decodeVaultState,
  type SvmAddress,
  type SvmVaultState,
  vaultAddresses,
} from '@vaultwright/svm'
import { MissingAccountError, type VaultEvidence } from './vault-evidence.ts'

/** The content of a vault's accounts, decoded from their bytes. */
export type SvmVaultFacts = {
  readonly slot: bigint
  readonly state: SvmVaultState
  readonly depositAddress: SvmAddress
  readonly withdrawAddress: SvmAddress
  /** Base asset a share, exact decimal; null when the base asset's mint was not given. */
  readonly sharePrice: string | null
  /** Exact decimal; null when the share mint was not given. */
  readonly shares: string | null
  /** The worth of all shares at the rate, in the base asset, rounded down; null as above. */
  readonly assets: string | null
}

/**
 * Decodes a vault's state, its share mint and its base asset's mint.
 *
 * @param program - that the vault belongs to.
 * @throws {MissingAccountError} without the state, and what the decoders of `svm` throw.
 */
export function vaultFactsOf(evidence: VaultEvidence, program: SvmAddress): SvmVaultFacts {
  const { vault, snapshot } = evidence
  const account = snapshot.accounts.get(vault)
  if (account === undefined || account === null) throw new MissingAccountError(vault)
  const state = decodeVaultState(account, program)
  const addresses = vaultAddresses(program)
  const supply = mintIn(evidence, state.shareMint)
  const baseDecimals = mintIn(evidence, state.baseAsset)?.decimals ?? null
  const { exchangeRate, vaultId } = state
  return {
    slot: snapshot.slot,
    state,
    depositAddress: addresses.subAccount(vaultId, state.depositSubAccount),
    withdrawAddress: addresses.subAccount(vaultId, state.withdrawSubAccount),
    sharePrice: baseDecimals === null ? null : printUnits(exchangeRate, baseDecimals),
    shares: supply === null ? null : printUnits(supply.supply, supply.decimals),
    assets:
      supply === null || baseDecimals === null
        ? null
        : printUnits((supply.supply * exchangeRate) / 10n ** BigInt(supply.decimals), baseDecimals),
  }
}

function mintIn({ snapshot }: VaultEvidence, address: SvmAddress) {
  const account = snapshot.accounts.get(address)
  return account === undefined || account === null ? null : decodeMint(account)
}
