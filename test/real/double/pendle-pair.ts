import type { Address } from '@vaultwright/base'
import { traderApproves, units } from '../market/trader.ts'
import { deployOwn } from '../world/base.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Pair } from './pair.ts'
import type { Parts, Side } from './side.ts'

const deep = units(500_000, 18)
const rate = 105n * 10n ** 16n
const none = '0x0000000000000000000000000000000000000000'

/** One market of SY and PT each; that of the double has the depth that the trader gave the real one. */
export const pendlePair: Pair = {
  contract: 'pendle/PendleRouter',
  protocol: 'pendle',
  tokens: ['DAI', 'sy', 'pt', 'yt', 'lp'],
  // Tokens pass through other hands on their way.
  ignored: ['DAI', 'sy', 'pt', 'yt', 'lp'],
  make: async (chain) => {
    const double = await makeDouble(chain)
    const real: Parts = {
      subject: chain.of('Pendle router'),
      sy: chain.of('SY'),
      pt: chain.of('PT'),
      yt: chain.of('YT'),
      lp: chain.of('Pendle market'),
    }
    for (const parts of [double, real]) {
      for (const token of ['DAI', parts.sy!, parts.pt!, parts.yt!, parts.lp!]) {
        await traderApproves(chain, parts.subject!, [token])
      }
    }
    await seed(chain, double)
    return { double, real }
  },
  act: async (side) => {
    await splitAndJoin(side)
    await trade(side)
    await provide(side)
  },
}

async function makeDouble(chain: RealChain): Promise<Parts> {
  const owner = chain.of('owner')
  const subject = await deployOwn(chain, { name: 'PendleRouter', args: [] })
  const syArgs = [owner, 'SY', 'SY', chain.of('DAI'), 18]
  const sy = await deployOwn(chain, { name: 'StandardizedYield', args: syArgs })
  await chain.act({ to: sy, call: 'setExchangeRate(uint256)', args: [rate] })
  const expiry = await chain.read({ to: 'PT', call: 'expiry() view returns (uint256)' })
  const ptArgs = [owner, 'PT', 'PT', sy, expiry, 18]
  const pt = await deployOwn(chain, { name: 'PrincipalToken', args: ptArgs })
  const yt = await deployOwn(chain, { name: 'YieldToken', args: ['YT', 'YT', pt] })
  await chain.act({ to: pt, call: 'initialize(address)', args: [yt] })
  const lpArgs = [owner, 'LP', 'LP', pt, 9n * 10n ** 17n]
  const lp = await deployOwn(chain, { name: 'PendleMarket', args: lpArgs })
  return { subject, sy, pt, yt, lp }
}

async function seed(chain: RealChain, { subject, sy, yt, lp }: Parts): Promise<void> {
  const trader = chain.of('trader')
  const act = (to: Address, call: string, args: readonly unknown[]) =>
    chain.act({ to, from: 'trader', call, args })
  await traderApproves(chain, sy!, ['DAI'])
  const deposit = 'deposit(address,address,uint256,uint256)'
  await act(sy!, deposit, [trader, chain.of('DAI'), 4n * deep, 0n])
  await act(subject!, mintPy, [trader, yt, 2n * deep, 0n])
  await act(subject!, addLiquidity, [trader, lp, deep, deep, 0n])
}

const swapData = '(uint8,address,bytes,bool)'
const noSwap = [0, none, '0x', false]
const mintSy = `mintSyFromToken(address,address,uint256,(address,uint256,address,address,${swapData})) payable returns (uint256)`
const redeemSy = `redeemSyToToken(address,address,uint256,(address,uint256,address,address,${swapData})) returns (uint256)`
const mintPy = 'mintPyFromSy(address,address,uint256,uint256) returns (uint256)'
const redeemPy = 'redeemPyToSy(address,address,uint256,uint256) returns (uint256)'
const addLiquidity =
  'addLiquidityDualSyAndPt(address,address,uint256,uint256,uint256) returns (uint256, uint256, uint256)'
const removeLiquidity =
  'removeLiquidityDualSyAndPt(address,address,uint256,uint256,uint256) returns (uint256, uint256)'

async function splitAndJoin({ of, random, call }: Side): Promise<void> {
  const [trader, dai, sy, yt] = ['trader', 'DAI', 'sy', 'yt'].map(of)
  const paid = units(5000, 18) + random.uint(60)
  const input = [dai, paid, dai, none, noSwap]
  await call({
    call: mintSy,
    args: [trader, sy, paid + 1n, input],
    difference: 'mintSyFromToken below the minimum',
  })
  await call({ call: mintSy, args: [of('stranger'), sy, paid, input] })
  const output = (least: bigint) => [dai, least, dai, none, noSwap]
  const back = units(700, 18) + random.uint(56)
  await call({ call: redeemSy, args: [of('stranger'), sy, back, output(0n)] })
  const split = units(900, 18) + random.uint(56)
  const slipping = [trader, yt, split, 10n ** 40n]
  await call({ call: mintPy, args: slipping, difference: 'mintPyFromSy below the minimum' })
  await call({ call: mintPy, args: [trader, yt, split, 0n] })
  await call({ call: redeemPy, args: [trader, yt, units(300, 18) + random.uint(50), 0n] })
  const much = [trader, yt, 1000n, 10n ** 40n]
  await call({ call: redeemPy, args: much })
  await call({ call: mintPy, args: [trader, yt, split, 0n], from: 'owner' })
}

const guess = '(uint256,uint256,uint256,uint256,uint256)'
const noGuess = [0n, 2n ** 256n - 1n, 0n, 256n, 10n ** 14n]
const order =
  '((uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes),bytes,uint256)[]'
const limit = `(address,uint256,${order},${order},bytes)`
const noLimit = [none, 0n, [], [], '0x']

async function trade({ of, random, call }: Side): Promise<void> {
  const [trader, lp] = ['trader', 'lp'].map(of)
  const amount = units(100, 18) + random.uint(56)
  const buyPt = `swapExactSyForPt(address,address,uint256,uint256,${guess},${limit}) returns (uint256, uint256)`
  const sellPt = `swapExactPtForSy(address,address,uint256,uint256,${limit}) returns (uint256, uint256)`
  const buyYt = `swapExactSyForYt(address,address,uint256,uint256,${guess},${limit}) returns (uint256, uint256)`
  const sellYt = `swapExactYtForSy(address,address,uint256,uint256,${limit}) returns (uint256, uint256)`
  for (const [name, signature] of Object.entries({
    swapExactSyForPt: buyPt,
    swapExactSyForYt: buyYt,
  })) {
    const terms = (least: bigint) => [trader, lp, amount, least, noGuess, noLimit]
    await call({ call: signature, args: terms(0n), difference: name })
    await call({ call: signature, args: terms(10n ** 40n) })
  }
  for (const [name, signature] of Object.entries({
    swapExactPtForSy: sellPt,
    swapExactYtForSy: sellYt,
  })) {
    const terms = (least: bigint) => [trader, lp, amount, least, noLimit]
    await call({ call: signature, args: terms(0n), difference: name })
    await call({ call: signature, args: terms(10n ** 40n) })
  }
}

async function provide({ of, random, call, wait }: Side): Promise<void> {
  const [trader, lp, yt] = ['trader', 'lp', 'yt'].map(of)
  const amount = units(1000, 18) + random.uint(56)
  const slipping = [trader, lp, amount, amount, 10n ** 40n]
  await call({ call: addLiquidity, args: slipping })
  await call({
    call: addLiquidity,
    args: [trader, lp, amount, amount, 0n],
    difference: 'addLiquidityDualSyAndPt',
  })
  const removed = units(50, 18) + random.uint(50)
  await call({
    call: removeLiquidity,
    args: [trader, lp, removed, 0n, 0n],
    difference: 'removeLiquidityDualSyAndPt',
  })
  await call({ call: removeLiquidity, args: [trader, lp, removed, 10n ** 40n, 0n] })
  wait(181 * 86_400)
  await call({ call: redeemPy, args: [trader, yt, units(300, 18) + random.uint(50), 0n] })
  await call({
    call: mintPy,
    args: [trader, yt, amount, 0n],
    difference: 'mintPyFromSy after expiry',
  })
  const late = [trader, lp, amount, amount, 0n]
  await call({ call: addLiquidity, args: late, difference: 'addLiquidityDualSyAndPt after expiry' })
}
