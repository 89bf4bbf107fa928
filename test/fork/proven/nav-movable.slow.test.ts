import type { Address } from '@vaultwright/base'
import { openLocalChain } from '@vaultwright/chain'
import { encodeFunctionData, encodePacked, type Hex, numberToHex, parseAbi } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { localChainFolder, placeOf } from '../../support/node/local-chain.ts'
import { localVault, readLocalNav } from '../../support/proven/local-nav.ts'

const abi = parseAbi([
  'function approve(address,uint256) returns (bool)',
  'function exactInput((bytes path,address recipient,uint256 deadline,uint256 amountIn,uint256 amountOutMinimum)) payable returns (uint256)',
  'function exchange(int128,int128,uint256,uint256) returns (uint256)',
  'function transfer(address,uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
])
const million = 10n ** 12n

/** A chain of its own: the time of a lent one goes on. */
async function ownChainOfTest() {
  const local = await openLocalChain(localChainFolder)
  onTestFinished(() => local.anvil.close())
  return local
}

test('law: ten trades in the block move what is counted, by 8 % at most, and the least by their fees alone', async () => {
  const local = await ownChainOfTest()
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await local.anvil.rpc.ask([{ method, params }])
    if (!answer?.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const place = (name: string) => placeOf(local, name)
  const [usdc, weth] = [place('USDC'), place('WETH')]
  const [router, pool] = [place('Uniswap router'), place('Curve USDC/DAI')]
  // Its holder is of the other vault than the one that is read.
  const send = async (from: Address, to: Address, data: Hex) => {
    await ask('anvil_setBalance', from, numberToHex(10n ** 20n))
    await ask('anvil_impersonateAccount', from)
    const request = { from, to, data, gas: numberToHex(3_000_000n), gasPrice: '0x77359400' }
    const hash = await ask('eth_sendTransaction', request)
    return { hash }
  }
  const [eth, usd] = local.manifest.vaults.map(({ vault }) => vault) as [Address, Address]
  const uniswap = (fee: number, amountIn: bigint) => ({
    vault: 'Local ETH',
    protocol: 'uniswap_v3',
    fee,
    from: usd,
    to: router,
    amountIn,
    data: encodeFunctionData({
      abi,
      functionName: 'exactInput',
      args: [
        {
          path: encodePacked(['address', 'uint24', 'address'], [usdc, fee, weth]),
          recipient: usd,
          deadline: 2n ** 40n,
          amountIn,
          amountOutMinimum: 0n,
        },
      ],
    }),
  })
  const curve = (amountIn: bigint) => ({
    vault: 'Local USD',
    protocol: 'curve',
    fee: 0,
    from: eth,
    to: pool,
    amountIn,
    data: encodeFunctionData({ abi, functionName: 'exchange', args: [0n, 1n, amountIn, 0n] }),
  })
  const trades = [
    ...[10n, 50n, 100n, 500n, 1_000n].map((part) => uniswap(500, (million * part) / 1_000n)),
    ...[50n, 100n].map((part) => uniswap(3_000, (million * part) / 1_000n)),
    ...[5n, 10n, 20n].map((part) => curve((million * part) / 1_000n)),
  ]
  /** Sums what the readers of a protocol find after calls in one block; neither protocol counts time. */
  const measure = async (
    { vault, protocol }: Pick<(typeof trades)[number], 'vault' | 'protocol'>,
    act: () => Promise<void>,
  ) => {
    const snapshot = await ask('evm_snapshot')
    await ask('evm_setAutomine', false)
    await act()
    await ask('evm_mine')
    const { report } = await readLocalNav(local, localVault(local, vault))
    await ask('evm_setAutomine', true)
    await ask('evm_revert', snapshot)
    const positions = report.holdings.filter((holding) => holding.protocol === protocol)
    const sum = (pick: (holding: (typeof positions)[number]) => string | null) =>
      positions.reduce((total, holding) => total + Number(pick(holding)), 0)
    expect(positions.map(({ movable }) => movable.kind)).toEqual(positions.map(() => 'spot'))
    return {
      worth: sum(({ worth }) => worth),
      least: sum(({ movable }) => movable.leastWorth),
    }
  }
  let largest = 0
  const feeRates = new Map<string, number>()
  const baselines = new Map<string, Awaited<ReturnType<typeof measure>>>()
  for (const trade of trades) {
    const before = baselines.get(trade.vault) ?? (await measure(trade, async () => undefined))
    baselines.set(trade.vault, before)
    expect(before.least).toBeLessThanOrEqual(before.worth)
    const after = await measure(trade, async () => {
      const { from, to, amountIn, data } = trade
      const approval = encodeFunctionData({ abi, functionName: 'approve', args: [to, amountIn] })
      await send(from, usdc, approval)
      await send(from, to, data)
    })
    const movedBps = (after.worth / before.worth - 1) * 10_000
    const leastBps = (after.least / before.least - 1) * 10_000
    const rate = leastBps / Number(trade.amountIn)
    const pool = `${trade.protocol} ${trade.fee}`
    const feeRate = feeRates.get(pool) ?? rate
    feeRates.set(pool, feeRate)
    largest = Math.max(largest, movedBps)
    // The position earns its part of the fee, which is the same part of every trade: nothing else moves the least.
    expect(Math.abs(rate - feeRate)).toBeLessThanOrEqual(0.01 * Math.abs(feeRate) + 1e-18)
    expect(leastBps).toBeLessThan(2)
  }
  expect(largest).toBeGreaterThan(700)
})

test('law: a donation that is executed on proven state moves what it moves on the chain', async () => {
  const local = await ownChainOfTest()
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await local.anvil.rpc.ask([{ method, params }])
    if (!answer?.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const [weth, savings, donor] = ['WETH', 'Savings WETH', 'Local ETH'].map((name) =>
    placeOf(local, name),
  ) as [Address, Address, Address]
  const savedIn = async () => {
    const { report } = await readLocalNav(local, localVault(local, 'Local ETH'))
    const { amount, movable } = report.holdings.find(({ protocol }) => protocol === 'erc_4626')!
    return { amount: BigInt(amount!.replace('.', '')), movable }
  }
  const before = await savedIn()
  expect(before.movable.kind).toBe('donation')
  expect(before.movable.executed.map(({ sizePercent }) => sizePercent)).toEqual(['1', '5', '25'])
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [savings] })
  const balance = BigInt((await ask('eth_call', { to: weth, data }, 'latest')) as Hex)
  await ask('anvil_setBalance', donor, numberToHex(10n ** 20n))
  await ask('anvil_impersonateAccount', donor)
  for (const { sizePercent, movedBps } of before.movable.executed) {
    const snapshot = await ask('evm_snapshot')
    const amount = (balance * BigInt(sizePercent)) / 100n
    const gift = encodeFunctionData({ abi, functionName: 'transfer', args: [savings, amount] })
    await ask('eth_sendTransaction', { from: donor, to: weth, data: gift, gas: '0x493e0' })
    const after = await savedIn()
    expect(String(((after.amount - before.amount) * 10_000n) / before.amount)).toBe(movedBps)
    await ask('evm_revert', snapshot)
  }
})
