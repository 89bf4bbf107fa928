import type { Address, Hex } from '@vaultwright/base'
import { decodeAbiParameters, encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import type { openRandom } from '../../../scripts/vector/random.mjs'
import { passTime } from '../market/aave.ts'
import { morphoMarketOf } from '../market/morpho.ts'
import { encodeChainCall, type RealChain } from '../world/real-chain.ts'

export type Random = ReturnType<typeof openRandom>

/** Assets with amounts in base units; what is owed is below zero. */
type Amounts = readonly (readonly [Address, bigint])[]

/** A protocol's own answer about the vault's positions. */
export type Exit = {
  readonly protocol: string
  /** Actions of which a history is made. */
  readonly routes: readonly string[]
  /** The acts of others, and time. */
  readonly stir: (chain: RealChain, random: Random) => Promise<void>
  /** The answer of its views, or the payout of a whole exit at a moment. */
  readonly exit: (chain: RealChain, atUnix: bigint) => Promise<Amounts>
  /** Base units by which the two may differ, since the contract rounds against who leaves. */
  readonly slack: bigint
}

const balanceOf = 'balanceOf(address) view returns (uint256)'

export const exits: readonly Exit[] = [
  {
    protocol: 'aave_v3',
    routes: ['aave_v3/supply', 'aave_v3/withdraw', 'aave_v3/borrow', 'aave_v3/repay'],
    stir: (chain, random) => passTime(chain, random.below(20 * 86_400)),
    exit: exitAave,
    slack: 0n,
  },
  {
    protocol: 'morpho_blue',
    routes: [
      'morpho_blue/supply',
      'morpho_blue/withdraw',
      'morpho_blue/supply_collateral',
      'morpho_blue/withdraw_collateral',
      'morpho_blue/borrow',
      'morpho_blue/repay',
    ],
    stir: (chain, random) => passTime(chain, random.below(20 * 86_400)),
    exit: exitMorpho,
    slack: 0n,
  },
  {
    protocol: 'erc_4626',
    routes: ['erc_4626/deposit', 'erc_4626/mint', 'erc_4626/withdraw', 'erc_4626/redeem'],
    stir: async (chain, random) => {
      const args = [chain.of('USDC vault'), BigInt(random.below(10 ** 9))]
      await chain.act({ to: 'USDC', from: 'trader', call: 'transfer(address,uint256)', args })
    },
    exit: exitVault,
    slack: 0n,
  },
  {
    protocol: 'uniswap_v3',
    routes: [
      'uniswap_v3/mint',
      'uniswap_v3/increase_liquidity',
      'uniswap_v3/decrease_liquidity',
      'uniswap_v3/collect',
    ],
    stir: swapAbout,
    exit: exitV3,
    slack: 0n,
  },
  {
    protocol: 'pendle',
    routes: [
      'pendle/mint_sy',
      'pendle/mint_py',
      'pendle/buy_pt',
      'pendle/sell_pt',
      'pendle/add_liquidity',
      'pendle/remove_liquidity',
      'pendle/redeem_py',
    ],
    stir: raiseRate,
    exit: exitPendle,
    slack: 0n,
  },
]

async function exitAave(chain: RealChain, atUnix: bigint): Promise<Amounts> {
  const amounts: (readonly [Address, bigint])[] = []
  for (const asset of ['WETH', 'USDC', 'DAI', 'WBTC']) {
    const balance = async (token: string) =>
      (await chain.read({
        to: token,
        call: balanceOf,
        args: [chain.of('Vault')],
        atUnix,
      })) as bigint
    amounts.push([chain.of(asset), await balance(`Aave ${asset}`)])
    amounts.push([chain.of(asset), -(await balance(`Aave debt ${asset}`))])
  }
  return amounts
}

async function exitMorpho(chain: RealChain, atUnix: bigint): Promise<Amounts> {
  const terms = morphoMarketOf(chain)
  const vault = chain.of('Vault')
  const market = '(address,address,address,address,uint256)'
  const from = 'Vault'
  const types = parseAbiParameters('address, address, address, address, uint256')
  const id = keccak256(encodeAbiParameters(types, terms as never))
  const [supplied, borrowed, collateral] = (await chain.read({
    to: 'Morpho',
    call: 'position(bytes32,address) view returns (uint256, uint128, uint128)',
    args: [id, vault],
  })) as readonly [bigint, bigint, bigint]
  const amounts: (readonly [Address, bigint])[] = [[chain.of('WETH'), collateral]]
  const ask = async (name: string, args: readonly unknown[], types: string) => {
    const call = `${name}(${market},${types}) returns (uint256, uint256)`
    const answer = (await chain.read({
      to: 'Morpho',
      from,
      call,
      args: [terms, ...args],
      atUnix,
    })) as readonly [bigint, bigint]
    return answer[0]
  }
  if (supplied > 0n) {
    const args = [0n, supplied, vault, vault]
    const paid = await ask('withdraw', args, 'uint256,uint256,address,address')
    amounts.push([chain.of('USDC'), paid])
  }
  if (borrowed > 0n) {
    const args = [chain.of('Morpho'), 10n ** 30n]
    await chain.act({ to: 'USDC', from, call: 'approve(address,uint256)', args })
    const owed = await ask('repay', [0n, borrowed, vault, '0x'], 'uint256,uint256,address,bytes')
    amounts.push([chain.of('USDC'), -owed])
  }
  return amounts
}

async function exitVault(chain: RealChain): Promise<Amounts> {
  const to = 'USDC vault'
  const shares = await chain.read({ to, call: balanceOf, args: [chain.of('Vault')] })
  const call = 'previewRedeem(uint256) view returns (uint256)'
  return [[chain.of('USDC'), (await chain.read({ to, call, args: [shares] })) as bigint]]
}

/** The trader swaps back and forth, so that fees and ticks move. */
async function swapAbout(chain: RealChain, random: Random): Promise<void> {
  const isSale = random.below(2) === 0
  const amount = isSale
    ? BigInt(1 + random.below(200)) * 10n ** 18n
    : BigInt(1 + random.below(600_000)) * 10n ** 6n
  const [token_in, token_out] = isSale ? ['WETH', 'USDC'] : ['USDC', 'WETH']
  const pair = [token_in!, token_out!].map(chain.of)
  await chain.act({
    to: 'v3 router',
    from: 'trader',
    call: 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
    args: [[...pair, 3000, chain.of('trader'), 4_000_000_000n, amount, 0n, 0n]],
  })
}

async function exitV3(chain: RealChain, atUnix: bigint): Promise<Amounts> {
  const vault = chain.of('Vault')
  const [to, from] = ['v3 positions', 'Vault']
  const count = (await chain.read({ to, call: balanceOf, args: [vault] })) as bigint
  const amounts: (readonly [Address, bigint])[] = []
  for (let index = 0n; index < count; index++) {
    const id = (await chain.read({
      to,
      call: 'tokenOfOwnerByIndex(address,uint256) view returns (uint256)',
      args: [vault, index],
    })) as bigint
    const position = (await chain.read({
      to,
      call: 'positions(uint256) view returns (uint96, address, address, address, uint24, int24, int24, uint128, uint256, uint256, uint128, uint128)',
      args: [id],
    })) as readonly unknown[]
    const [, , token0, token1, , , , liquidity] = position as readonly Address[]
    const most = 2n ** 128n - 1n
    const collect = encodeChainCall({
      call: 'collect((uint256,address,uint128,uint128))',
      args: [[id, vault, most, most]],
    })
    const decrease = encodeChainCall({
      call: 'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))',
      args: [[id, BigInt(liquidity!), 0n, 0n, 4_000_000_000n]],
    })
    const calls = BigInt(liquidity!) === 0n ? [collect] : [decrease, collect]
    const call = 'multicall(bytes[]) returns (bytes[])'
    const answers = (await chain.read({ to, from, call, args: [calls], atUnix })) as readonly Hex[]
    const types = parseAbiParameters('uint256, uint256')
    const [amount0, amount1] = decodeAbiParameters(types, answers.at(-1)!)
    amounts.push([token0!, amount0], [token1!, amount1])
  }
  return amounts
}

async function raiseRate(chain: RealChain, random: Random): Promise<void> {
  const rate = (await chain.read({
    to: 'SY',
    call: 'exchangeRate() view returns (uint256)',
  })) as bigint
  const args = [rate + BigInt(random.below(10 ** 9)) * 10n ** 6n]
  await chain.act({ to: 'SY', call: 'setExchangeRate(uint256)', args })
  await passTime(chain, random.below(3 * 86_400))
}

async function exitPendle(chain: RealChain, atUnix: bigint): Promise<Amounts> {
  const vault = chain.of('Vault')
  const held = async (token: string) =>
    (await chain.read({ to: token, call: balanceOf, args: [vault] })) as bigint
  const amounts: (readonly [Address, bigint])[] = []
  for (const token of ['SY', 'PT', 'YT']) amounts.push([chain.of(token), await held(token)])
  const liquidity = await held('Pendle market')
  if (liquidity === 0n) return amounts
  const args = [chain.of('Pendle router'), 2n ** 255n]
  await chain.act({
    to: 'Pendle market',
    from: 'Vault',
    call: 'approve(address,uint256)',
    args,
  })
  const [sy, pt] = (await chain.read({
    to: 'Pendle router',
    from: 'Vault',
    call: 'removeLiquidityDualSyAndPt(address,address,uint256,uint256,uint256) returns (uint256, uint256)',
    args: [vault, chain.of('Pendle market'), liquidity, 0n, 0n],
    atUnix,
  })) as readonly [bigint, bigint]
  return [...amounts, [chain.of('SY'), sy], [chain.of('PT'), pt]]
}
