import type { Address, Hex } from '@vaultwright/base'
import { openMachine, openWorld } from '@vaultwright/evm'
import { expect, test } from 'vitest'
import { openMadeState } from '../../support/evm/made-state.ts'
import { heavyCalls } from './heavy-call.ts'

const caller: Address = '0x1111111111111111111111111111111111111111'
const target: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'
const block = { number: 2n, timestamp: 0x65000001n }
/** `HEAVY_GAS=16777216` loads each machine with all that a transaction may have, and prints the times. */
const budget = process.env.HEAVY_GAS

/** Copies its data once, and gives it to a precompile until the gas is used up. */
function loopOver(precompile: number): Hex {
  const address = precompile.toString(16).padStart(4, '0')
  return `0x365f5f375b5f5f365f61${address}5afa50600456`
}

test.each(heavyCalls)(
  'law: $name, again and again, ends at the limit, and not as an outcome',
  async ({ name, precompile, data, gas }) => {
    const accounts = new Map([[target, { code: loopOver(precompile) }]])
    const call = {
      from: caller,
      to: target,
      data,
      value: 0n,
      gas: budget === undefined ? gas + 20n * BigInt(data.length) : BigInt(budget),
    }
    for (const hardfork of ['prague', 'osaka'] as const) {
      const rules = { chainId: 1, hardfork }
      const bring = async () => undefined
      const free = await openMachine(openWorld(openMadeState(accounts), bring), rules, block)
      const begun = performance.now()
      const run = await free.run(call)
      const seconds = (performance.now() - begun) / 1000
      const calls = run.trace.calls.filter(({ error }) => error === null).length
      if (budget !== undefined) {
        console.log(`${name}, ${hardfork}: ${seconds.toFixed(1)} s, ${calls} calls`)
      }
      expect({ isSuccess: run.isSuccess, hasRun: calls > 0 }).toEqual({
        isSuccess: false,
        hasRun: true,
      })
      let looks = 0
      const limit = { mayRunMs: 9, clock: () => looks++ }
      const bound = openWorld(openMadeState(accounts), bring, limit)
      const machine = await openMachine(bound, rules, block)
      await expect(machine.run(call)).rejects.toMatchObject({ code: 'evm_time_limit' })
    }
  },
  1_200_000,
)
