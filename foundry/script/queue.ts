import type { WithdrawRequest } from '@vaultwright/queue'
import { decodeEventLog, type Hex } from 'viem'
import { accountOf } from './account.ts'
import { artifactOf } from './artifact.ts'
import { transactionOf } from './deploy.ts'
import { dollar, eth, type Moment } from './moment.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

const wad = 10n ** 18n
const usd = 10n ** 6n
const user = accountOf('depositor')
const solver = accountOf('solver')

const queue = (vault: string) => ({ to: `${vault}: queue`, contract: 'WithdrawQueue' })

/** Two requests: one is solved, one is cancelled. */
export const queueMoments: readonly Moment[] = [
  request(20, eth, { asset: 'WETH', shares: 8n * wad }),
  request(21, dollar, { asset: 'USDC', shares: 20_000n * usd }),
  {
    day: 23,
    hour: 5,
    what: `the solver solves the request for WETH of ${eth}`,
    make: async (world) => {
      const request = await openRequest(world, eth)
      const approval: Step = {
        from: solver,
        to: 'WETH',
        contract: 'WrappedNative',
        name: 'approve',
        args: [world.of(`${eth}: queue`), request.amountOfAssets],
      }
      const solution: Step = {
        ...queue(eth),
        from: solver,
        name: 'solveOnChainWithdraws',
        args: [[request], '0x', solver],
      }
      return [approval, solution].map((step) => transactionOf(step, world.of))
    },
  },
  {
    day: 24,
    hour: 5,
    what: `depositor cancels the request for USDC of ${dollar}`,
    make: async (world) => {
      const args = [await openRequest(world, dollar)]
      const step: Step = { ...queue(dollar), from: user, name: 'cancelOnChainWithdraw', args }
      return [transactionOf(step, world.of)]
    },
  },
]

function request(
  day: number,
  vault: string,
  { asset, shares }: { readonly asset: string; readonly shares: bigint },
): Moment {
  return {
    day,
    hour: 5,
    what: `depositor asks the queue of ${vault} for ${asset}`,
    make: ({ of }) =>
      [
        {
          from: user,
          to: vault,
          contract: 'Vault',
          name: 'approve',
          args: [of(`${vault}: queue`), shares],
        },
        {
          ...queue(vault),
          from: user,
          name: 'requestOnChainWithdraw',
          args: [of(asset), shares, 10, 604_800],
        },
      ].map((step) => transactionOf(step, of)),
  }
}

/** The only request that a queue has, out of the log that it left. */
async function openRequest({ session, of }: World, vault: string): Promise<WithdrawRequest> {
  const filter = { fromBlock: '0x0', toBlock: 'latest', address: of(`${vault}: queue`) }
  const logs = (await session.request('eth_getLogs', [filter])) as readonly {
    readonly topics: [Hex, ...Hex[]]
    readonly data: Hex
  }[]
  const { abi } = artifactOf('WithdrawQueue')
  const requested = logs
    .map(({ topics, data }) => decodeEventLog({ abi, topics, data }))
    .findLast(({ eventName }) => eventName === 'OnChainWithdrawRequested')
  if (requested === undefined) throw new Error(`Nobody asked the queue of ${vault}.`)
  const { requestId: _, ...fields } = requested.args as unknown as WithdrawRequest & {
    requestId: Hex
  }
  return fields
}
