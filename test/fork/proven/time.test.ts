import { setTimeout as pause } from 'node:timers/promises'
import {
  type Chain,
  type LocalChain,
  openChain,
  openCountingRpc,
  type ProvenOptions,
  simulateProvenOn,
} from '@vaultwright/chain'
import { replayWitness, type SimulationRequest } from '@vaultwright/outcome'
import { printWitness } from '@vaultwright/proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supplyRequest } from '../../conformance/proven/supply.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { fiftyActionRequest } from '../../support/proven/fifty-action.ts'
import { isCampaign } from '../../support/proven/share.ts'

const hints = ['trace', 'list', 'none'] as const
/** The program's limit is of a machine that does nothing else. */
const mayRunMs = 600_000
/** Milliseconds that a round trip takes longer. A suite counts, and waits for nothing. */
const delays = isCampaign ? [0, 50, 150] : [0]
const times = isCampaign ? 5 : 1

let local: LocalChain
let chain: Chain

beforeAll(async () => {
  local = await startLocalChain()
  chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
})
afterAll(() => local?.anvil.close())

test('golden: how many round trips and questions a batch takes, by who hints', async () => {
  const block = await chain.readBlock('latest')
  const batches = {
    'supply, 2 calls': supplyRequest(local, block),
    '50 actions': await fiftyActionRequest(local, chain, block),
  }
  const rows: string[] = []
  const counted: Record<string, readonly number[]> = {}
  for (const [name, request] of Object.entries(batches)) {
    const first = await simulateProvenOn(chain, request, { mayRunMs })
    for (const hint of hints) {
      const cells: string[] = []
      for (const delay of delays) {
        // Without a hint each piece is a round trip: a hundred of them at a long delay take too long.
        if (hint === 'none' && delay > 50) continue
        const run = await measured(request, { hint, mayRunMs }, delay)
        expect(run.witness === printWitness(first.witness), `${name}, ${hint}`).toBe(true)
        counted[`${name}, ${hint}`] = [run.asks, run.calls]
        cells.push(`${run.ms} ms`)
      }
      rows.push(`| ${[name, hint, ...counted[`${name}, ${hint}`]!, ...cells].join(' | ')} |`)
    }
    const replayed = await medianOf(() => replayWitness(first.witness, request.block.hash))
    rows.push(`| ${name} | replay | 0 | 0 | ${replayed} ms |`)
  }
  console.log(
    ['| batch | hint | round trips | questions | delay 0 | 50 | 150 |', ...rows].join('\n'),
  )
  expect(counted).toMatchInlineSnapshot(`
    {
      "50 actions, list": [
        5,
        44,
      ],
      "50 actions, none": [
        104,
        108,
      ],
      "50 actions, trace": [
        4,
        26,
      ],
      "supply, 2 calls, list": [
        4,
        23,
      ],
      "supply, 2 calls, none": [
        40,
        44,
      ],
      "supply, 2 calls, trace": [
        4,
        16,
      ],
    }
  `)
}, 7_200_000)

async function measured(request: SimulationRequest, options: ProvenOptions, delay: number) {
  const counting = openCountingRpc(chain.rpc)
  const rpc = {
    ...counting.rpc,
    ask: async (calls: Parameters<typeof chain.rpc.ask>[0]) => {
      if (delay > 0) await pause(delay)
      return counting.rpc.ask(calls)
    },
  }
  const slow: Chain = { ...chain, rpc }
  let witness = ''
  const ms = await medianOf(async () => {
    witness = printWitness((await simulateProvenOn(slow, request, options)).witness)
  })
  const { asks, calls } = counting.counts()
  return { ms, witness, asks: asks / times, calls: calls / times }
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const begun = performance.now()
    await work()
    took.push(performance.now() - begun)
  }
  return Math.round(took.sort((one, other) => one - other)[Math.floor(times / 2)]!)
}
