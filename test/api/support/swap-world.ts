import type { Address, Hex } from '@vaultwright/base'
import { openChains } from '../../../packages/api/src/node/chains.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'
import { venueCallsOf } from '../../support/swap/venue-call.ts'
import { localEth, localManifest, seedLocalVault } from './builder-world.ts'
import {
  type Answered,
  openTestApi,
  type TestApi,
  type TestOptions,
  testConfig,
} from './harness.ts'

/** The trader of Local ETH. */
export const trader = localManifest.accounts.find(({ name }) => name === 'trader')!.address

/** The path of an operation of swaps for the trader of Local ETH. */
export function swapPath(rest: string, strategist: Address = trader): string {
  return `/v1/swap/local/${localEth.vault}/${strategist}${rest}`
}

/** A service on the local chain, whose tenant `acme` has Local ETH. */
export type SwapWorld = SwapChain & {
  readonly api: TestApi
  readonly get: (rest: string, strategist?: Address) => Promise<Answered>
  readonly post: (rest: string, body: unknown) => Promise<Answered>
  /** Sends what was built as the trader would, and mines it; it must succeed. */
  readonly execute: (answered: Answered) => Promise<void>
  /** Calldata of the local chain's fixed rate, through 1inch v5, that accepts one base unit. */
  readonly oneInch: (wethAmount: bigint) => Hex
  readonly close: () => Promise<void>
}

/**
 * Opens a service on the worker's local chain.
 *
 * @param nodeOf - the URL that the service asks, by the chain's own.
 */
export async function openSwapWorld(
  options: Omit<TestOptions, 'chains'> = {},
  nodeOf: (url: string) => Promise<string> | string = (url) => url,
): Promise<SwapWorld> {
  const swapChain = await openSwapChain()
  const { local, send, ask } = swapChain
  // The chain's head is months old: from here on its time is today's, so that orders live as long as they say.
  await ask('evm_mine')
  const url = await nodeOf(local.anvil.url)
  const chains = openChains({ LOCAL_RPC_URL: url }, testConfig.simulation)
  const api = await openTestApi({ ...options, chains })
  await seedLocalVault(api.store, api.tenant.id)
  const viewer = await api.as('viewer')
  const strategist = await api.as('strategist')
  return {
    ...swapChain,
    api,
    get: (rest, who) => api.ask('GET', swapPath(rest, who), { headers: viewer }),
    post: (rest, body) => api.ask('POST', swapPath(rest), { headers: strategist, body }),
    execute: async ({ body }) => {
      await send(trader, body.data.target, body.data.encoded_tx_data)
    },
    oneInch: (amount) => {
      const [, swap] = venueCallsOf(local).oneInch('v5', 'WETH', 'USDC', amount)
      return swap!.data
    },
    close: async () => {
      await chains.close()
      await api.close()
      await local.anvil.close()
    },
  }
}
