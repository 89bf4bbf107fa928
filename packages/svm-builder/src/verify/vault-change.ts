import type { SvmVaultState, VaultInstruction } from '@vaultwright/svm'

/** The change of an instruction that governs a vault, after "It"; from the current value where the state is known. */
export function vaultChangeText(
  { name, arguments: args }: VaultInstruction,
  state: SvmVaultState | null,
): string {
  const value = args?.[0]?.value ?? null
  const to = value === null ? ' to what its data says' : ` to ${value}`
  const from = (now: unknown) => (state === null ? '' : ` from ${now}`)
  switch (name) {
    case 'initialize':
      return 'sets up the vault program and who may deploy vaults'
    case 'deploy':
      return 'makes a vault, with its authority, its strategist and its terms'
    case 'pause':
      return 'pauses the vault: deposits, withdrawals and calls stop'
    case 'unpause':
      return 'ends the pause of the vault'
    case 'transfer_authority':
      return `offers the authority over the vault${to}, which may then take it`
    case 'accept_authority':
      return `takes the authority over the vault, which then decides everything${from(state?.authority)}`
    case 'set_strategist':
      return `sets the strategist, who makes the vault's calls,${from(state?.strategist)}${to}`
    case 'set_payout':
      return `sets who receives the fees${from(state?.payout)}${to}`
    case 'set_withdraw_authority':
      return `sets who may withdraw${from(state?.withdrawAuthority)}${to}`
    case 'set_share_mover':
      return `sets who moves shares${from(state?.shareMover ?? 'no account')}${to}`
    case 'set_deposit_sub_account':
      return `sets the sub-account of deposits${from(state?.depositSubAccount)}${to}`
    case 'set_withdraw_sub_account':
      return `sets the sub-account of withdrawals${from(state?.withdrawSubAccount)}${to}`
    case 'update_exchange_rate_provider':
      return `sets who states the rate${from(state?.rateProvider)}${to}`
    case 'update_exchange_rate':
      return `sets the exchange rate${from(state?.exchangeRate)}${to} base units a share`
    case 'update_asset_data':
      return 'sets which asset is taken, and at what price'
    case 'claim_fees_in_base':
      return 'takes the fees owed out of a sub-account'
    default:
      return `runs ${name} of the vault program`
  }
}
