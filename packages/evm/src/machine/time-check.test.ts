import type { Address, Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { openMadeState } from '../../../../test/support/evm/made-state.ts'
import { openWorld } from '../world/world.ts'
import { openMachine } from './machine.ts'

const caller: Address = '0x1111111111111111111111111111111111111111'
const target: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'

/** Each look at this clock takes a millisecond, so that a time is a count of looks. */
function countingClock() {
  let looks = 0
  return { clock: () => looks++, looks: () => looks }
}

async function runCode(code: Hex, mayRunMs: number, gas = 16_777_216n) {
  const { clock, looks } = countingClock()
  const state = openMadeState(new Map([[target, { code }]]))
  const world = openWorld(state, async () => undefined, { mayRunMs, clock })
  const rules = { chainId: 1, hardfork: 'osaka' } as const
  const block = { number: 2n, timestamp: 0x65000001n }
  const call = { from: caller, to: target, data: '0x', value: 0n, gas } as const
  const machine = await openMachine(world, rules, block)
  const run = await machine.run(call).catch((error: unknown) => error)
  return { run, looks: looks(), again: () => machine.run(call), world }
}

const loops: Readonly<Record<string, Hex>> = {
  'that does nothing': '0x5b5f56',
  'that calls itself': '0x5b5f5f5f5f5f305af1505f56',
  'that calls a precompile': '0x5b60205f60205f60025afa505f56',
  'that reads fresh slots': '0x5b5a54505f56',
}

test.each(Object.entries(loops))(
  'refuses: a loop %s, once its time is over, never as an outcome',
  async (_, code) => {
    const { run, looks, again, world } = await runCode(code, 50)
    expect(run).toMatchObject({
      code: 'evm_time_limit',
      kind: 'timeout',
      facts: { mayRunMs: 50 },
    })
    expect(looks).toBeLessThan(60)
    await expect(again()).rejects.toMatchObject({ code: 'evm_time_limit' })
    expect(() => world.assertWhole()).toThrow('50 ms')
  },
)

test('law: a run within its time is the same as without a limit', async () => {
  for (const code of Object.values(loops)) {
    const limited = await runCode(code, 1_000_000, 200_000n)
    const state = openMadeState(new Map([[target, { code }]]))
    const world = openWorld(state, async () => undefined)
    const block = { number: 2n, timestamp: 0x65000001n }
    const machine = await openMachine(world, { chainId: 1, hardfork: 'osaka' }, block)
    const gas = 200_000n
    const free = await machine.run({ from: caller, to: target, data: '0x', value: 0n, gas })
    expect(limited.run).toEqual(free)
  }
})

test('law: branches share the time, and waiting for the state costs none of it', async () => {
  let now = 0
  const clock = () => now
  const state = openMadeState(new Map([[target, { code: '0x5f545f5260205ff3' }]]))
  const readSlot = state.slot
  let isThere = false
  const slow = {
    ...state,
    slot: (...place: Parameters<typeof readSlot>) => (isThere ? readSlot(...place) : undefined),
  }
  const bring = async () => {
    now += 10_000
    isThere = true
  }
  const world = openWorld(slow, bring, { mayRunMs: 100, clock })
  const rules = { chainId: 1, hardfork: 'osaka' } as const
  const block = { number: 2n, timestamp: 0x65000001n }
  const call = { from: caller, to: target, data: '0x', value: 0n, gas: 100_000n } as const
  expect(await (await openMachine(world, rules, block)).run(call)).toMatchObject({
    isSuccess: true,
  })
  expect(now).toBe(10_000)
  const original = state.account
  const heavy = openWorld(
    {
      ...state,
      account: (name) => {
        now += 40
        return original(name)
      },
    },
    bring,
    { mayRunMs: 100, clock },
  )
  const machine = await openMachine(heavy.branch(), rules, block)
  expect(await machine.run(call)).toMatchObject({ isSuccess: true })
  const second = await openMachine(heavy.branch(), rules, block)
  await expect(second.run(call)).rejects.toMatchObject({ code: 'evm_time_limit' })
})

test('law: a run pauses now and then, which costs none of its time and changes nothing', async () => {
  for (const code of Object.values(loops)) {
    let now = 0
    let pauses = 0
    const pause = async () => {
      pauses++
      now += 10_000
    }
    const state = openMadeState(new Map([[target, { code }]]))
    const limit = { mayRunMs: 100_000, clock: () => now++, pause }
    const world = openWorld(state, async () => undefined, limit)
    const block = { number: 2n, timestamp: 0x65000001n }
    const machine = await openMachine(world, { chainId: 1, hardfork: 'osaka' }, block)
    const call = { from: caller, to: target, data: '0x', value: 0n, gas: 400_000n } as const
    const free = openWorld(openMadeState(new Map([[target, { code }]])), async () => undefined)
    const second = await openMachine(free, { chainId: 1, hardfork: 'osaka' }, block)
    expect(await machine.run(call)).toEqual(await second.run(call))
    expect(pauses, code).toBeGreaterThan(1)
  }
})
