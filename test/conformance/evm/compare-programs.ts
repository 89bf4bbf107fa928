import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { openAnvil } from '@vaultwright/chain'
import { beginBlock, type EvmRun, openMachine, openWorld, rulesAfter } from '@vaultwright/evm'
import {
  openWitness,
  type ProvenState,
  parseWitness,
  printWitness,
  witnessOf,
} from '@vaultwright/proof'
import type { Hardfork } from '@vaultwright/registry'
import { expect } from 'vitest'
import { askOne, openLazyState } from './lazy-source.ts'
import type { Program } from './program.ts'

const sender: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const chainId = 31_337
const addressOf = (index: number): Address =>
  `0x${(0xc0de0000 + index).toString(16).padStart(40, '0')}`

type Head = { readonly number: Hex; readonly hash: Hex; readonly timestamp: Hex }

/** A node's rules, and what is run on it. */
export type ProgramComparison = {
  readonly hardfork: Hardfork
  /** Arguments of Anvil, whose headers may be of other rules; its hardfork alone when not given. */
  readonly node?: readonly string[]
  readonly programs: readonly Program[]
  readonly gas: bigint
  /** The account that gets the fees of the node's block; zero when not given. */
  readonly feeRecipient?: Address
}

/** Runs each program on a node and in this process, and again from its witness alone; all must end alike, to the unit of gas. */
export async function comparePrograms(comparison: ProgramComparison): Promise<void> {
  const {
    hardfork,
    programs,
    gas,
    feeRecipient = zeroAddress,
    node = ['--hardfork', hardfork],
  } = comparison
  const anvil = await openAnvil({ arguments: node })
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
        const terms = { chainId, hardfork }
        const rules = comparison.node === undefined ? rulesAfter(known.header, terms) : terms
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
      const blockOverrides = {
        number: hexOf(next),
        time: hexOf(at),
        baseFeePerGas: '0x0',
        feeRecipient,
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
}

function hexOf(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
