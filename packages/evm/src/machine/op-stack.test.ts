import type { Address, Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { openMadeState } from '../../../../test/support/evm/made-state.ts'
import type { EvmRules } from '../rules/rules.ts'
import { openWorld } from '../world/world.ts'
import type { EvmRun } from './evm-type.ts'
import { openMachine } from './machine.ts'
import { l1BlockContract, sequencerFeeVault } from './op-stack.ts'

const caller: Address = '0x1111111111111111111111111111111111111111'
const target: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'
const hardforks = [
  'canyon',
  'ecotone',
  'fjord',
  'granite',
  'holocene',
  'isthmus',
  'jovian',
  'karst',
] as const

/** Runs code of an account under the rules of an upgrade; `asked` is what it read of its block. */
async function runBy(
  hardfork: EvmRules['hardfork'],
  code: Hex,
): Promise<EvmRun & { readonly asked: readonly string[] }> {
  const accounts = new Map([[target, { code }]])
  const world = openWorld(openMadeState(accounts), async () => undefined)
  const rules = { chainId: 10, hardfork }
  const machine = await openMachine(world, rules, { number: 2n, timestamp: 0x65000001n })
  const run = await machine.run({
    from: caller,
    to: target,
    data: '0x',
    value: 0n,
    gas: 100_000_000n,
  })
  return { ...run, asked: [...machine.asked] }
}

const push4 = (value: number) => `63${value.toString(16).padStart(8, '0')}`
/** Code that calls a precompile with so many zeros and returns the gas that the call took. */
const gasOfCall = (address: number, size: number): Hex =>
  `0x5f${push4(size)}525a5f5f${push4(size)}5f${push4(address)}${push4(90_000_000)}fa505a90035f5260205ff3`

test('golden: a P-256 signature costs 3,450 gas from Fjord on, 6,900 from Karst on, and has no precompile before', async () => {
  const costs: number[] = []
  for (const hardfork of hardforks) {
    const { returnData } = await runBy(hardfork, gasOfCall(0x100, 160))
    const plain = await runBy(hardfork, gasOfCall(0x1234, 160))
    // An account that is no precompile is cold: 2,600 in place of 100.
    costs.push(Number(BigInt(returnData) - BigInt(plain.returnData)) + 2_500)
  }
  expect(costs).toEqual([2_500, 2_500, 3_450, 3_450, 3_450, 3_450, 3_450, 6_900])
})

test.each([
  ['granite', 0x08, 586 * 192, 587 * 192],
  ['holocene', 0x08, 586 * 192, 587 * 192],
  ['isthmus', 0x08, 586 * 192, 587 * 192],
  ['jovian', 0x08, 427 * 192, 428 * 192],
  ['karst', 0x08, 300 * 192, 301 * 192],
  ['isthmus', 0x0f, 612 * 384, 613 * 384],
  ['jovian', 0x0f, 408 * 384, 409 * 384],
  ['karst', 0x0f, 408 * 384, 409 * 384],
] as const)(
  'refuses: %s: precompile %i takes %i bytes, and with %i all gas of the call is lost',
  async (hardfork, address, most, tooMany) => {
    const within = await runBy(hardfork, gasOfCall(address, most))
    expect(BigInt(within.returnData)).toBeLessThan(25_000_000n)
    const beyond = await runBy(hardfork, gasOfCall(address, tooMany))
    expect(BigInt(beyond.returnData)).toBeGreaterThan(90_000_000n)
  },
)

test('law: who asks for the attributes of the chain below depends on what nobody knows yet', async () => {
  const call = `0x5f5f5f5f73${l1BlockContract.slice(2)}5afa00` as const
  for (const hardfork of hardforks) {
    expect((await runBy(hardfork, call)).asked, hardfork).toEqual(['L1BLOCK'])
  }
  expect((await runBy('prague', call)).asked).toEqual([])
})

test('golden: a block of the OP Stack pays its fees to one account', async () => {
  const { returnData } = await runBy('jovian', '0x415f5260205ff3')
  expect(returnData).toBe(`0x${sequencerFeeVault.slice(2).padStart(64, '0')}`)
})
