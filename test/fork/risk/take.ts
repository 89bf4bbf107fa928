import type { Address } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import type { Risk, WorstCall } from '@vaultwright/review'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect } from 'vitest'
import { attacker, type RiskWorld } from './risk-world.ts'

/** A way out with a call that takes it. */
export type TakenWay = Risk & { readonly worst: WorstCall }

type Taker = (world: RiskWorld, way: TakenWay) => Promise<void>

const transferFrom = 'transferFrom(address,address,uint256)'

/** The dust that is left where a bridge moves whole shared decimals only. */
const dust = 10n ** 12n

/**
 * Takes ways out and measures: each does what the sentence of its kind says, and expects it to be so.
 */
export const takers: { readonly [code: string]: Taker } = {
  fixed_recipient: async (world, way) => {
    const recipient = way.accounts[0]!
    const token = way.worst.target
    const before = await world.balanceOf(token, recipient)
    await succeeds(world, way)
    if (before === null) return
    expect(await world.balanceOf(token, world.vault)).toBe(0n)
    expect(await world.balanceOf(token, recipient)).toBeGreaterThan(before)
  },
  free_recipient: async (world, way) => {
    const [token] = way.tokens as [Address]
    await sparePriceOf(world, way)
    await succeeds(world, way)
    expect(await world.balanceOf(token, world.vault)).toBe(0n)
    expect(await world.balanceOf(token, attacker)).toBeGreaterThan(0n)
  },
  idle_spender: pulled,
  called_spender: pulled,
  open_spender: async (world, way) => {
    const token = way.worst.target
    const held = (await world.balanceOf(token, world.vault))!
    await succeeds(world, way)
    const abi = parseAbi([
      'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
      `function ${transferFrom}`,
    ])
    const args = [world.vault, attacker, held] as const
    const callData = encodeFunctionData({ abi, functionName: 'transferFrom', args })
    const calls = [{ target: token, allowFailure: false, callData }]
    const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
    const receipt = await world.send({ from: attacker, to: way.accounts[0]!, data })
    expect(receipt.status).toBe('0x1')
    expect(await world.balanceOf(token, world.vault)).toBe(0n)
    expect(await world.balanceOf(token, attacker)).toBe(held)
  },
  free_payload: bought,
  route_price: bought,
  pool_price: async (world, way) => {
    if (way.worst.target !== world.at('Uniswap router')) return succeeds(world, way)
    await sandwiched(world, way)
  },
  rate_price: succeeds,
  own_bridge: bridged,
  lost_recipient: bridged,
  fixed_bridge: bridged,
  native_value: async (world, way) => {
    const coins = await world.balanceOf(nativeAsset, world.vault)
    expect(way.worst.value).toBe(coins)
    await succeeds(world, way)
    // What is above the fee of a message comes back.
    const isFee = way.worst.target === world.at('WETH OFT adapter')
    if (!isFee) expect(await world.balanceOf(nativeAsset, world.vault)).toBe(0n)
  },
  fixed_operator: async (world, way) => {
    await succeeds(world, way)
    const data = encodeFunctionData({
      abi: parseAbi(['function operators(address user, address operator)']),
      args: [world.vault, way.accounts[0]!],
    })
    const answer = await world.ask('eth_call', { to: way.worst.target, data }, 'latest')
    expect(BigInt(answer as string)).toBe(1n)
  },
  reward_recipient: async (world, way) => {
    const [weth, dai, pool] = ['WETH', 'DAI', 'Aave pool'].map(world.at) as [
      Address,
      Address,
      Address,
    ]
    const emission = 'setEmission(address,address,uint216)'
    const supply = 'supply(address,uint256,address,uint16)'
    const aToken = await world.aTokenOf('WETH')
    await world.act(world.owner, way.worst.target, [emission, aToken, dai, 10n ** 9n])
    await world.give(dai, way.worst.target, 1000n * 10n ** 18n)
    await world.act(world.vault, weth, ['approve(address,uint256)', pool, 10n ** 18n])
    await world.act(world.vault, pool, [supply, weth, 10n ** 18n, world.vault, 0])
    await world.ask('evm_increaseTime', 3600)
    await succeeds(world, way)
    expect(await world.balanceOf(dai, way.accounts[0]!)).toBeGreaterThan(0n)
  },
  flash_loan: async (world, way) => {
    for (const token of way.tokens) {
      const held = (await world.balanceOf(token, world.vault))!
      await world.give(token, world.at('Balancer vault'), held)
    }
    await succeeds(world, way)
  },
  drone: forwarded,
  assumed_drone: forwarded,
}

/** The calls of a way run; the last of them is the worst. */
async function succeeds(world: RiskWorld, way: TakenWay): Promise<void> {
  // Leaves for approvals stand in this tree or in an earlier one: allowances outlive a root.
  for (const token of /spender/.test(way.code) ? [] : [...way.tokens, world.at('WETH')]) {
    if (token === nativeAsset || (await world.balanceOf(token, world.vault)) === null) continue
    for (const spender of [way.worst.target, world.at('Local USD')]) {
      await world.act(world.vault, token, ['approve(address,uint256)', spender, 2n ** 255n])
    }
  }
  // The approvals were transactions of the vault's own.
  await world.giveCoins(world.vault, 50n * 10n ** 18n)
  const { status } = await world.attack(way.worst)
  expect(status).toBe('0x1')
}

/** Once allowed, the spender takes all. */
async function pulled(world: RiskWorld, way: TakenWay): Promise<void> {
  const { target: token, data } = way.worst
  const spender = `0x${data.slice(34, 74)}` as Address
  await succeeds(world, way)
  const held = await world.balanceOf(token, world.vault)
  if (held === null || held === 0n) return
  await world.giveCoins(spender, 10n ** 18n)
  await world.act(spender, token, [transferFrom, world.vault, attacker, held])
  expect(await world.balanceOf(token, world.vault)).toBeLessThan(held / 1000n)
}

/** The drone acts with what it holds. */
async function forwarded(world: RiskWorld, way: TakenWay): Promise<void> {
  const held = (await world.balanceOf(world.at('WETH'), world.vault))!
  await world.give(world.at('WETH'), way.accounts[0]!, held)
  await succeeds(world, way)
}

/** The tokens are gone for next to nothing: the route gives one unit for them. */
async function bought(world: RiskWorld, way: TakenWay): Promise<void> {
  const [sold, bought] = tokensOfSwap(way)
  const before = (await world.balanceOf(bought, world.vault))!
  await sparePriceOf(world, way)
  await succeeds(world, way)
  expect(await world.balanceOf(sold, world.vault)).toBe(0n)
  expect((await world.balanceOf(bought, world.vault))! - before).toBeLessThan(1000n)
}

/** The executor of the local chain trades at the price that its owner sets: one unit for everything. */
async function sparePriceOf(world: RiskWorld, way: TakenWay): Promise<void> {
  const executor = world.at('Swap executor')
  const [sold, bought] = tokensOfSwap(way)
  const held = (await world.balanceOf(sold, world.vault))!
  const rate = 10n ** 18n / held + 1n
  const set = 'setRate(address,address,uint256)'
  await world.act(world.owner, executor, [set, sold, bought, rate])
  if (way.code !== 'free_recipient') return
  // The tokens never reach the executor: the account that takes them pays the one unit.
  await world.act(world.owner, executor, [set, sold, bought, 10n ** 18n])
  await world.give(sold, executor, 2n)
}

function tokensOfSwap({ worst }: TakenWay): readonly [Address, Address] {
  const word = (index: number) =>
    `0x${worst.data.slice(34 + 64 * index, 74 + 64 * index)}` as Address
  // 1inch names the executor first, then source and destination; Odos the token, amount, receiver, token.
  return worst.data.startsWith('0x12aa3caf') ? [word(1), word(2)] : [word(0), word(3)]
}

/** Moves the pool before the call and back after it: the difference is the attacker's. */
async function sandwiched(world: RiskWorld, way: TakenWay): Promise<void> {
  const path = way.worst.data.slice(-128, -42)
  const [sold, bought] = [`0x${path.slice(0, 40)}`, `0x${path.slice(46)}`] as [Address, Address]
  const router = way.worst.target
  const plenty = 100_000n * 10n ** 18n
  await world.give(sold, attacker, plenty)
  const before = (await world.balanceOf(sold, attacker))!
  for (const token of [sold, bought]) {
    await world.act(attacker, token, ['approve(address,uint256)', router, 2n ** 255n])
  }
  const swap = (from: string, amount: bigint) =>
    world.act(attacker, router, [
      'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
      {
        path: from,
        recipient: attacker,
        deadline: 2n ** 40n,
        amountIn: amount,
        amountOutMinimum: 0n,
      },
    ])
  const fee = path.slice(40, 46)
  await swap(`0x${sold.slice(2)}${fee}${bought.slice(2)}`, plenty)
  const loot = (await world.balanceOf(bought, attacker))!
  await succeeds(world, way)
  await swap(`0x${bought.slice(2)}${fee}${sold.slice(2)}`, loot)
  expect(await world.balanceOf(sold, world.vault)).toBe(0n)
  expect(await world.balanceOf(sold, attacker)).toBeGreaterThan(before)
}

/** All of the tokens leave for the other chain. */
async function bridged(world: RiskWorld, way: TakenWay): Promise<void> {
  const [token = world.at('WETH')] = way.tokens
  await succeeds(world, way)
  expect(await world.balanceOf(token, world.vault)).toBeLessThan(dust)
}
