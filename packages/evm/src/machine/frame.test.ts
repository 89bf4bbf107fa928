import type { Address, Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMadeState } from '../../../../test/support/evm/made-state.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { openWorld } from '../world/world.ts'
import type { EvmFrame, EvmRun } from './evm-type.ts'
import { openMachine } from './machine.ts'
import { EvmMemoryLimitError, maxFrameBytes } from './memory-limit.ts'

const caller: Address = '0x1111111111111111111111111111111111111111'
const target: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'

async function runCode(code: Hex, gas = 16_777_216n) {
  const state = openMadeState(new Map([[target, { code }]]))
  const world = openWorld(state, async () => undefined)
  const rules = { chainId: 1, hardfork: 'osaka' } as const
  const machine = await openMachine(world, rules, { number: 2n, timestamp: 0x65000001n })
  const call = { from: caller, to: target, data: '0x', value: 0n, gas } as const
  return machine.run(call).catch((error: unknown) => error)
}

/** A number of bytes as PUSH3 has it. */
const push3 = (bytes: number) => `62${bytes.toString(16).padStart(6, '0')}`

/** Calls with all of a memory in an endless loop. */
const loops: Readonly<Record<string, (bytes: number) => Hex>> = {
  STATICCALL: (bytes) => `0x5b5f5f${push3(bytes)}5f5f5afa505f56`,
  CALL: (bytes) => `0x5b5f5f${push3(bytes)}5f5f5f5af1505f56`,
  'identity precompile': (bytes) => `0x5b5f5f${push3(bytes)}5f60045afa505f56`,
}

test.each(Object.entries(loops))(
  'refuses: a loop of %s with a megabyte of memory, by a named limit',
  async (_, code) => {
    expect(await runCode(code(1_000_000))).toMatchObject({
      code: 'evm_memory_limit',
      kind: 'overload',
      facts: { maxFrameBytes },
    })
  },
)

test('law: the calls of a run keep no more bytes than the limit, and below it all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(loops)),
      fc.integer({ min: 0, max: 1_500_000 }),
      fc.bigInt({ min: 100_000n, max: 5_000_000n }),
      async (code, bytes, gas) => {
        const run = await runCode(code(bytes), gas)
        if (run instanceof EvmMemoryLimitError) {
          expect(Number(run.facts.bytes)).toBeGreaterThan(maxFrameBytes)
          // What goes over is the one call that is not kept.
          expect(Number(run.facts.bytes)).toBeLessThan(maxFrameBytes + bytes + 200)
          return
        }
        const { trace } = run as EvmRun
        expect(keptBy(trace)).toBeLessThanOrEqual(maxFrameBytes)
        for (const { input } of trace.calls) expect(input.length).toBe(2 + 2 * bytes)
      },
    ),
    { numRuns: runsOf(0.05) },
  )
})

function keptBy({ input, output, calls }: EvmFrame): number {
  const size = (input.length + output.length) / 2 - 2
  return calls.reduce((sum, call) => sum + keptBy(call), size)
}
