import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

const inferred =
  'no decoder of these functions was observed; one that binds the assets packs them in order'

/**
 * Vaults of Aera v2, which their one owner fills and empties.
 *
 * Source: Aera AeraVaultV2, AssetValue.
 */
export const aera = {
  decoder: 'Aera',
  version: 'inferred',
  inherits: [],
  functions: [
    {
      signature: 'deposit((address asset, uint256 value)[] amounts)',
      packs: 'amounts[].asset',
      inferred,
    },
    {
      signature: 'withdraw((address asset, uint256 value)[] amounts)',
      packs: 'amounts[].asset',
      inferred,
    },
  ],
} as const satisfies DecoderRules

const vault = { kind: 'account', describe: 'Vault of Aera that the vault owns' } as const
const assets = {
  kind: 'tokens',
  describe: 'Assets, in ascending order of their addresses',
} as const

type AssetValues = {
  readonly assets: readonly `0x${string}`[]
  readonly amounts: readonly bigint[]
}

function pairsOf({ assets, amounts }: AssetValues) {
  return [assets.map((asset, index) => [asset, amounts[index] ?? 0n] as const)]
}

const deposit = defineAction({
  route: 'aera/deposit',
  name: 'Deposit',
  description: 'Puts assets into a vault of Aera that its guardian manages.',
  sentence: 'Deposit {amounts} into {vault}',
  parameters: {
    vault,
    assets,
    amounts: { kind: 'amounts', unit: 'assets', describe: 'How much of each asset to deposit' },
  },
  signature: 'deposit((address asset, uint256 value)[] amounts)',
  rules: [aera],
  target: 'vault',
  arguments: pairsOf,
  approvals: [{ token: 'assets', spender: 'vault', amount: 'amounts' }],
  sizes: [1, 2, 3, 4],
})

const withdraw = defineAction({
  route: 'aera/withdraw',
  name: 'Withdraw',
  description: 'Takes assets out of a vault of Aera.',
  sentence: 'Withdraw {amounts} from {vault}',
  parameters: {
    vault,
    assets,
    amounts: { kind: 'amounts', unit: 'assets', describe: 'How much of each asset to withdraw' },
  },
  signature: 'withdraw((address asset, uint256 value)[] amounts)',
  rules: [aera],
  target: 'vault',
  arguments: pairsOf,
  sizes: [1, 2, 3, 4],
})

/** The actions of a strategist with Aera. */
const aeraActions = [deposit, withdraw] as const

/** Aera. */
export const protocol = {
  name: 'aera',
  title: 'Aera',
  appUrl: 'https://app.aera.finance',
  decoders: [aera],
  actions: aeraActions,
} as const satisfies Protocol
