import type { Action } from '../action/action.ts'

/**
 * The code that the call of an action has run on in the tests: the contract that its protocol publishes as a package, a
 * stand-in that was written here, or nothing but the rule of its decoder.
 */
export type ActionEvidence =
  | { readonly kind: 'real'; readonly package: string; readonly version: string }
  | { readonly kind: 'double' }
  | { readonly kind: 'rule' }

type Source = {
  readonly package: string
  readonly version: string
  /** Protocols, and single actions that call the contract of another package than their protocol's others. */
  readonly of: readonly string[]
}

/** Held against what runs by test/real/action.slow.test.ts. */
const sources: readonly Source[] = [
  { package: '@1inch/farming', version: '1.2.5', of: ['gearbox'] },
  { package: '@aave/core-v3', version: '1.19.3', of: ['aave_v3'] },
  { package: '@aave/periphery-v3', version: '3.0.1', of: ['aave_v3/claim_rewards'] },
  { package: '@balancer-labs/v2-deployments', version: '3.2.0', of: ['balancer_v2'] },
  { package: '@chainlink/contracts-ccip', version: '2.0.0', of: ['ccip'] },
  { package: '@cowprotocol/contracts', version: '1.8.0', of: ['cow'] },
  { package: '@cryptoalgebra/integral-periphery', version: '1.2.4', of: ['algebra'] },
  { package: '@eth-optimism/contracts-bedrock', version: '0.17.3', of: ['standard_bridge'] },
  { package: '@hyperlane-xyz/core', version: '12.1.0', of: ['hyperlane'] },
  { package: '@layerzerolabs/oft-evm', version: '4.0.1', of: ['layer_zero'] },
  { package: '@morpho-org/morpho-blue', version: '1.0.0', of: ['morpho_blue'] },
  { package: '@openzeppelin/contracts', version: '5.0.2', of: ['erc_20', 'erc_4626'] },
  { package: '@pendle/core-v2', version: '6.11.0', of: ['pendle'] },
  {
    package: '@uniswap/swap-router-contracts',
    version: '1.3.1',
    of: ['uniswap_v3/swap_02', 'uniswap_v3/swap_through_02'],
  },
  {
    package: '@uniswap/universal-router',
    version: '2.1.0',
    of: ['uniswap_v4/swap_zero_for_one', 'uniswap_v4/swap_one_for_zero'],
  },
  {
    package: '@uniswap/v2-periphery',
    version: '1.1.0-beta.0',
    of: ['native_wrapper', 'uniswap_v2'],
  },
  { package: '@uniswap/v3-periphery', version: '1.4.4', of: ['uniswap_v3'] },
  { package: '@uniswap/v4-periphery', version: '1.0.3', of: ['permit2', 'uniswap_v4'] },
]

/** Held against the history of the local chain by test/fork/evidence.test.ts. */
const doubles: ReadonlySet<string> = new Set([
  'accountant/claim_fees',
  'cctp/burn',
  'curve/add_liquidity',
  'curve/claim_rewards',
  'curve/exchange',
  'curve/remove_liquidity',
  'curve/stake',
  'curve/unstake',
  'ether_fi/stake',
  'ether_fi/wrap',
  'lido/stake',
  'merkl/claim',
  'one_inch/swap_v5',
  'teller/deposit_with_referrer',
  'withdraw_queue/request',
])

/** Held against what is refused by test/real/action.slow.test.ts: the router of the package has neither function. */
const refused: ReadonlySet<string> = new Set(['pendle/swap_pt_for_yt', 'pendle/swap_yt_for_pt'])

/** Says what the call of an action has run on in the tests. */
export function evidenceOf({
  route,
  protocol,
}: Pick<Action, 'route' | 'protocol'>): ActionEvidence {
  if (doubles.has(route)) return { kind: 'double' }
  if (refused.has(route)) return { kind: 'rule' }
  const source =
    sources.find(({ of }) => of.includes(route)) ?? sources.find(({ of }) => of.includes(protocol))
  if (source === undefined) return { kind: 'rule' }
  return { kind: 'real', package: source.package, version: source.version }
}
