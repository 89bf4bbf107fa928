import type { Address } from '@vaultwright/base'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { placeOf } from './local-chain.ts'

type LocalChainPlaces = Parameters<typeof placeOf>[0]

/** A call as a file of calls has it. */
export type FileCall = { readonly target: Address; readonly data: Hex; readonly value?: string }

/** Makes a call of a contract of the local chain from a readable signature. */
export function localCall(
  chain: LocalChainPlaces,
  [name, signature]: readonly [name: string, signature: string],
  args: readonly unknown[],
): FileCall {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  const data = encodeFunctionData({ abi, args } as Parameters<typeof encodeFunctionData>[0])
  return { target: placeOf(chain, name), data }
}

/** Approves WETH for the lending pool of the local chain and supplies it for the vault. */
export function supplyCalls(
  chain: LocalChainPlaces,
  approved: bigint,
  supplied: bigint,
): readonly FileCall[] {
  const [weth, pool, vault] = ['WETH', 'Aave pool', 'Local ETH'].map((name) => placeOf(chain, name))
  return [
    localCall(chain, ['WETH', 'approve(address spender, uint256 amount)'], [pool, approved]),
    localCall(
      chain,
      ['Aave pool', 'supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)'],
      [weth, supplied, vault, 0],
    ),
  ]
}
