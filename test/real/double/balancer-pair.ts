import type { Address } from '@vaultwright/base'
import { encodeAbiParameters, keccak256, parseAbiParameters, stringToHex } from 'viem'
import { traderApproves, units } from '../market/trader.ts'
import { compileReal } from '../package/real-compiler.ts'
import { deployOwn, tokenSources } from '../world/base.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Pair } from './pair.ts'
import type { Side } from './side.ts'

const swapFee = 3n * 10n ** 15n

/** A pool of half WBTC and half DAI, which neither has yet. */
export const balancerPair: Pair = {
  contract: 'balancer/HonestLender',
  protocol: 'balancer_v2',
  tokens: ['WBTC', 'DAI'],
  // Shares of the double's pool are half of those of the protocol's, in other units.
  ignored: ['pool'],
  make: async (chain) => {
    const owner = chain.of('owner')
    const tokens = sortedOf(chain.of)
    const subject = await deployOwn(chain, { name: 'HonestLender', args: [owner] })
    const args = [subject, 'Pool', 'POOL', swapFee]
    const pool = await deployOwn(chain, { name: 'BalancerPool', args })
    const register = 'registerPool(address,address,address)'
    await chain.act({ to: subject, call: register, args: [pool, ...tokens] })
    const real = { subject: chain.of('Balancer vault'), pool: await createPool(chain, tokens) }
    for (const spender of [subject, real.subject]) {
      await traderApproves(chain, spender, ['WBTC', 'DAI'])
    }
    const { LoanReceiver } = await compileReal(tokenSources)
    await chain.deploy('Loan receiver', LoanReceiver!)
    return { double: { subject, pool }, real }
  },
  act: async (side) => {
    await join(side)
    await swapBothWays(side)
    await exit(side)
    await lend(side)
  },
}

function sortedOf(of: Side['of']): readonly [Address, Address] {
  const [wbtc, dai] = [of('WBTC'), of('DAI')]
  return BigInt(wbtc) < BigInt(dai) ? [wbtc, dai] : [dai, wbtc]
}

async function createPool(chain: RealChain, tokens: readonly Address[]): Promise<Address> {
  const half = 5n * 10n ** 17n
  const { logs } = await chain.act({
    to: 'Balancer factory',
    call: 'create(string,string,address[],uint256[],uint256,address)',
    args: ['Pool', 'POOL', tokens, [half, half], swapFee, chain.of('owner')],
  })
  const created = keccak256(stringToHex('PoolCreated(address)'))
  const log = logs.find(({ topics }) => topics[0] === created)!
  return `0x${log.topics[1]!.slice(26)}`
}

const request = '(address[],uint256[],bytes,bool)'
const joinPool = `joinPool(bytes32,address,address,${request}) payable`
const exitPool = `exitPool(bytes32,address,address,${request})`
const swap =
  'swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256) payable returns (uint256)'
const far = 4_000_000_000n

async function idOf({ readCall }: Side): Promise<unknown> {
  return readCall({ to: 'pool', call: 'getPoolId() view returns (bytes32)' })
}

/** Amounts in the order of the tokens. */
function amountsOf({ of }: Side, wbtc: bigint, dai: bigint): readonly bigint[] {
  return sortedOf(of).map((token) => (token === of('WBTC') ? wbtc : dai))
}

async function join(side: Side): Promise<void> {
  const { of, random, call } = side
  const id = await idOf(side)
  const trader = of('trader')
  const joining = (kind: bigint, amounts: readonly bigint[], least = 0n) => {
    const userData =
      kind === 0n
        ? encodeAbiParameters(parseAbiParameters('uint256, uint256[]'), [kind, amounts])
        : encodeAbiParameters(parseAbiParameters('uint256, uint256[], uint256'), [
            kind,
            amounts,
            least,
          ])
    return [id, trader, trader, [sortedOf(of), amounts, userData, false]]
  }
  const first = amountsOf(side, units(100, 8) + random.uint(24), units(6_000_000, 18))
  const early = joining(1n, first)
  await call({ call: joinPool, args: early, difference: 'joinPool before the first deposit' })
  await call({ call: joinPool, args: joining(0n, first) })
  await call({
    to: 'pool',
    call: 'totalSupply() view returns (uint256)',
    difference: 'totalSupply of the pool',
  })
  await call({ call: joinPool, args: joining(0n, first) })
  const more = amountsOf(side, units(1, 8) + random.uint(24), units(50_000, 18) + random.uint(60))
  await call({ call: joinPool, args: joining(1n, more, 10n ** 40n) })
  await call({ call: joinPool, args: joining(1n, more) })
  const foreign = 'joinPool for another'
  await call({ call: joinPool, args: joining(1n, more), from: 'stranger', difference: foreign })
}

async function swapBothWays(side: Side): Promise<void> {
  const { of, random, call } = side
  const id = await idOf(side)
  type Leg = {
    readonly kind?: number
    readonly from?: string
    readonly to?: string
    readonly amount: bigint
    readonly limit?: bigint
    readonly deadline?: bigint
  }
  const args = ({ kind = 0, from = 'WBTC', to = 'DAI', amount, limit, deadline = far }: Leg) => [
    [id, kind, of(from), of(to), amount, '0x'],
    [of('trader'), false, of('stranger'), false],
    limit ?? (kind === 0 ? 0n : 10n ** 40n),
    deadline,
  ]
  const amount = units(2, 8) + random.uint(24)
  const back = { from: 'DAI', to: 'WBTC', amount: units(70_000, 18) + random.uint(60) }
  await call({ call: swap, args: args({ amount }), difference: 'swap' })
  await call({ call: swap, args: args(back), difference: 'swap' })
  const exact = args({ amount, kind: 1, from: 'DAI', to: 'WBTC' })
  await call({ call: swap, args: exact, difference: 'swap' })
  await call({ call: swap, args: args({ amount, limit: 10n ** 40n }) })
  await call({ call: swap, args: args({ amount, deadline: 1n }) })
  await call({ call: swap, args: args({ amount, to: 'WBTC' }) })
  const foreign = 'swap for another'
  await call({ call: swap, args: args({ amount }), from: 'stranger', difference: foreign })
  await call({ call: swap, args: args({ amount, from: 'USDC' }) })
}

async function exit(side: Side): Promise<void> {
  const { of, random, call, readCall } = side
  const id = await idOf(side)
  const trader = of('trader')
  const supply = (await readCall({
    to: 'pool',
    call: 'totalSupply() view returns (uint256)',
  })) as bigint
  const leaving = (shares: bigint, least = 0n) => {
    const userData = encodeAbiParameters(parseAbiParameters('uint256, uint256'), [1n, shares])
    return [id, trader, trader, [sortedOf(of), [least, least], userData, false]]
  }
  const shares = supply / BigInt(3 + random.below(20))
  await call({ call: exitPool, args: leaving(shares, 10n ** 40n) })
  await call({ call: exitPool, args: leaving(shares), difference: 'exitPool' })
  const foreign = 'exitPool for another'
  await call({ call: exitPool, args: leaving(shares), from: 'stranger', difference: foreign })
  const all = 10n ** 40n
  await call({ call: exitPool, args: leaving(all), difference: 'exitPool of more than is held' })
}

async function lend({ of, random, call }: Side): Promise<void> {
  const loan = 'flashLoan(address,address[],uint256[],bytes)'
  const receiver = of('Loan receiver')
  const tokens = sortedOf(of)
  const amount = 10n ** 6n + random.uint(16)
  await call({ call: loan, args: [receiver, [of('WBTC')], [amount], '0x'] })
  await call({ call: loan, args: [receiver, tokens, [amount, amount], '0x'] })
  const descending = [receiver, tokens.toReversed(), [amount, amount], '0x']
  await call({ call: loan, args: descending, difference: 'flashLoan of tokens out of order' })
  await call({ call: loan, args: [receiver, tokens, [amount], '0x'] })
  await call({ call: loan, args: [receiver, [of('WBTC')], [10n ** 40n], '0x'] })
}
