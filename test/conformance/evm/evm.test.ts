import type { Address, Hex } from '@vaultwright/base'
import { openAnvil } from '@vaultwright/chain'
import {
  beginBlock,
  type EvmRun,
  openMachine,
  openWorld,
  rulesAfter,
  StateMissingError,
} from '@vaultwright/evm'
import {
  openWitness,
  type ProvenState,
  parseWitness,
  printWitness,
  witnessOf,
} from '@vaultwright/proof'
import { expect, test } from 'vitest'
import { askOne, openLazyState } from './lazy-source.ts'
import { programs } from './program.ts'

const sender: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const chainId = 31_337
const gas = 1_000_000n
const addressOf = (index: number): Address =>
  `0x${(0xc0de0000 + index).toString(16).padStart(40, '0')}`

type Head = { readonly number: Hex; readonly hash: Hex; readonly timestamp: Hex }

test.each(['cancun', 'prague', 'osaka'] as const)(
  'law: %s: each program ends as on the node, to the unit of gas, and again from its witness alone',
  async (hardfork) => {
    const anvil = await openAnvil({ arguments: ['--hardfork', hardfork] })
    try {
      const { rpc } = anvil
      for (const [index, { code }] of programs.entries()) {
        await askOne(rpc, 'anvil_setCode', addressOf(index), code)
      }
      await askOne(rpc, 'anvil_mine', '0x3c')
      const head = (await askOne(rpc, 'eth_getBlockByNumber', 'latest', false)) as Head
      const time = BigInt(head.timestamp) + 1n
      for (const [index, { name, data, value }] of programs.entries()) {
        const call = { from: sender, to: addressOf(index), data, value, gas }
        const { state, fetch } = await openLazyState(rpc, head.hash)
        const run = await runOn(state, fetch)
        async function runOn(known: ProvenState, bring: typeof fetch): Promise<EvmRun> {
          const rules = rulesAfter(known.header, { chainId, hardfork })
          const world = openWorld(known, bring)
          await beginBlock(world, rules)
          const machine = await openMachine(world, rules, {
            number: known.header.number + 1n,
            timestamp: time,
          })
          return machine.run(call)
        }
        const simulated = await simulateOn(head, call, time)
        const ownBlock = {
          status: run.isSuccess ? '0x1' : '0x0',
          returnData: run.returnData,
          gasUsed: run.gasUsed,
        }
        expect.soft(ownBlock, `${name} on ${hardfork}`).toEqual(simulated)
        const request = { ...call, timestamp: time, vault: null, watch: [] }
        const witness = parseWitness(printWitness(witnessOf(state, { chainId, hardfork, request })))
        const again = await runOn(openWitness(witness, head.hash), async () => undefined)
        expect.soft(again, `${name} on ${hardfork}, from its witness`).toEqual(run)
      }
      async function simulateOn(
        { number }: Head,
        call: Readonly<Record<string, unknown>>,
        at: bigint,
      ) {
        const next = BigInt(number) + 1n
        const zero = `0x${'0'.repeat(40)}`
        const blockOverrides = {
          number: hexOf(next),
          time: hexOf(at),
          baseFeePerGas: '0x0',
          feeRecipient: zero,
        }
        const request = {
          ...call,
          value: hexOf(call.value as bigint),
          gas: hexOf(gas),
          gasPrice: '0x0',
        }
        const plan = { blockStateCalls: [{ blockOverrides, calls: [request] }], validation: false }
        const blocks = (await askOne(rpc, 'eth_simulateV1', plan, number)) as readonly {
          readonly calls: readonly {
            readonly status: Hex
            readonly returnData: Hex
            readonly gasUsed: Hex
          }[]
        }[]
        const { status, returnData, gasUsed } = blocks[0]!.calls[0]!
        return { status, returnData, gasUsed: BigInt(gasUsed) }
      }
    } finally {
      await anvil.close()
    }
  },
)

test('refuses: a piece that is left out is an error that names it, never an outcome', () => {
  expect(new StateMissingError({ account: sender }).code).toBe('state_missing')
})

function hexOf(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
