import { type BuildContext, buildActions, fetchFacts } from '@vaultwright/builder'
import type { Chain, LocalChain } from '@vaultwright/chain'
import type { BlockRef, SimulationRequest } from '@vaultwright/outcome'
import { emptyFacts } from '@vaultwright/protocols'
import { localTree, placeOf } from '../node/local-chain.ts'

/** The number of repetitions of a round's actions. */
const rounds = 5n
const day = 86_400n

/** One action as a person asks for it: names of the local chain, amounts in display units. */
export type NamedAction = {
  readonly route: string
  readonly params: Readonly<Record<string, string>>
}

/** Fifty actions of the vault Local ETH, over lending, swaps, staking and savings. */
export function fiftyActions(local: LocalChain, now: bigint): readonly NamedAction[] {
  const of = (name: string) => placeOf(local, name)
  const [weth, usdc] = [of('WETH'), of('USDC')]
  // Swaps end after their deadline.
  const sold = { fee: '500', deadline: String(now + 365n * day) }
  return Array.from({ length: Number(rounds) }, (_, round) => [
    { route: 'aave_v3/supply', params: { asset: weth, amount: `2.${round}` } },
    { route: 'aave_v3/withdraw', params: { asset: weth, amount: `1.${round}` } },
    { route: 'compound_v3/supply', params: { asset: weth, amount: `0.${round + 1}` } },
    { route: 'erc_4626/deposit', params: { amount: `1.${round}` } },
    { route: 'erc_4626/withdraw', params: { amount: `0.${round + 1}` } },
    {
      route: 'uniswap_v3/swap',
      params: { ...sold, token_in: weth, token_out: usdc, amount: '0.1', minimum: '100' },
    },
    { route: 'aave_v3/supply', params: { asset: usdc, amount: `50.${round}` } },
    { route: 'native_wrapper/unwrap', params: { amount: `1.${round}` } },
    { route: 'lido/stake', params: { amount: `0.${round + 1}` } },
    { route: 'native_wrapper/wrap', params: { amount: `0.${round + 1}` } },
  ]).flat()
}

/** The fifty actions as one batch of the strategist, built at a block of the local chain. */
export async function fiftyActionRequest(
  local: LocalChain,
  chain: Chain,
  block: BlockRef,
): Promise<SimulationRequest & { readonly block: BlockRef }> {
  const { tree } = localTree('local-eth-main-3')
  const bare: BuildContext = {
    tree,
    managerTree: null,
    vault: placeOf(local, 'Local ETH'),
    manager: placeOf(local, 'Local ETH: manager'),
    chainId: chain.id,
    knownFacts: emptyFacts,
    reads: (calls) => chain.readCalls(calls, block),
    now: block.timestamp,
  }
  const context = { ...bare, knownFacts: await fetchFacts(bare) }
  const { target, calldata } = await buildActions(context, fiftyActions(local, block.timestamp))
  return { from: placeOf(local, 'strategist'), to: target, data: calldata, block }
}
