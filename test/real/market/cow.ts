import type { Hex } from '@vaultwright/base'
import { emptyAppData, type OrderTerms, orderDigestOf, orderDomainOf } from '@vaultwright/protocols'
import { expect } from 'vitest'
import { encodeSettle } from '../../support/swap/cow-settlement.ts'
import { realArtifactOf } from '../package/real-artifact.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { CaseParams, Market } from './market.ts'
import { units } from './trader.ts'

const settlement = { settlement: 'CoW settlement' }
const balanceOf = 'balanceOf(address) view returns (uint256)'
/** A week after the world begins. */
const validTo = 1_767_225_600n + 604_800n

export const cow: Market = {
  protocol: 'cow',
  real: '@cowprotocol/contracts',
  needs: ['@balancer-labs/v2-deployments'],
  decoders: [
    {
      contract: 'CowOrderDecoder',
      args: async (chain) => [domainOf(chain), emptyAppData, 2_000_000],
    },
  ],
  deploy: deployCow,
  cases: [
    { route: 'cow/place_order', params: orderParams, follow: solverFills },
    // What was filled of a cancelled order is the largest number: the sum of it and a fill overflows.
    {
      route: 'cow/cancel_order',
      after: ['cow/place_order'],
      params: signedParams,
      follow: (chain) => solverIsRefused(chain, 'SafeMath: addition overflow'),
    },
    {
      route: 'cow/withdraw_signature',
      after: ['cow/place_order'],
      params: signedParams,
      follow: (chain) => solverIsRefused(chain, 'GPv2: order not presigned'),
    },
  ],
}

async function deployCow(chain: RealChain): Promise<void> {
  const artifact = (name: string) =>
    realArtifactOf('@cowprotocol/contracts', `deployments/mainnet/${name}.json`)
  await chain.deploy('CoW solvers', await artifact('GPv2AllowListAuthentication_Implementation'))
  const act = (call: string, name: string) =>
    chain.act({ to: 'CoW solvers', call, args: [chain.of(name)] })
  await act('initializeManager(address)', 'owner')
  await act('addSolver(address)', 'trader')
  const args = ['CoW solvers', 'Balancer vault'].map(chain.of)
  await chain.deploy('CoW settlement', await artifact('GPv2Settlement'), args)
  const relayer = await chain.read({
    to: 'CoW settlement',
    call: 'vaultRelayer() view returns (address)',
  })
  chain.place('CoW relayer', relayer as Hex)
  const stock = [chain.of('CoW settlement'), units(1_000_000, 6)]
  await chain.act({ to: 'USDC', call: 'transfer(address,uint256)', args: stock })
}

function domainOf(chain: RealChain): Hex {
  return orderDomainOf(31337, chain.of('CoW settlement'))
}

function termsOf(chain: RealChain): OrderTerms {
  return {
    sellToken: chain.of('WETH'),
    buyToken: chain.of('USDC'),
    receiver: chain.of('Vault'),
    sellAmount: units(2, 18),
    buyAmount: units(5900, 6),
    validTo,
    appData: emptyAppData,
    feeAmount: 0n,
    kind: 'sell',
    isPartiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  }
}

function signedParams(chain: RealChain): CaseParams {
  const order_digest = orderDigestOf(termsOf(chain), domainOf(chain))
  return { ...settlement, order_digest, valid_to: String(validTo) }
}

function orderParams(chain: RealChain): CaseParams {
  return {
    ...signedParams(chain),
    relayer: 'CoW relayer',
    sell_token: 'WETH',
    buy_token: 'USDC',
    sell_amount: '2',
    buy_amount: '5900',
    allowance: '2',
  }
}

function settlementOf(chain: RealChain): Hex {
  const terms = termsOf(chain)
  return encodeSettle({
    prices: new Map([
      [terms.sellToken, units(5950, 6)],
      [terms.buyToken, terms.sellAmount],
    ]),
    orders: [{ terms, owner: chain.of('Vault'), executed: terms.sellAmount }],
    between: [],
  })
}

/** A solver fills the order above its limit, out of what the settlement has. */
async function solverFills(chain: RealChain): Promise<void> {
  const held = async () =>
    (await chain.read({ to: 'USDC', call: balanceOf, args: [chain.of('Vault')] })) as bigint
  const before = await held()
  const data = settlementOf(chain)
  await chain.send({ from: chain.of('trader'), to: chain.of('CoW settlement'), data })
  expect((await held()) - before).toBe(units(5950, 6))
}

async function solverIsRefused(chain: RealChain, reason: string): Promise<void> {
  const data = settlementOf(chain)
  const sent = chain.send({ from: chain.of('trader'), to: chain.of('CoW settlement'), data })
  await expect(sent).rejects.toThrow(Buffer.from(reason).toString('hex'))
}
