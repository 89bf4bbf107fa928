import { brotliDecompressSync } from 'node:zlib'
import type { Address, Hex } from '@vaultwright/base'
import { type Chain, type LocalChain, openChain } from '@vaultwright/chain'
import { replayWitness, type SimulationRequest } from '@vaultwright/outcome'
import { openStateFile, parseStateFile, parseWitness } from '@vaultwright/proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProver, type Prover, proverLimits } from '../../../packages/api/src/proof/prover.ts'
import { supplyRequest } from '../../conformance/proven/supply.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { openTestApi } from '../support/harness.ts'

/** JUMPDEST, PUSH0, JUMP: burns all its gas, of which it gets more than a machine burns in the time of a proof. */
const endless: Hex = '0x5b5f56'
const spinner: Address = `0x${'5'.repeat(40)}`
const asker = () => ({ tenantId: 'a', signal: new AbortController().signal })

let local: LocalChain
let chain: Chain
let request: SimulationRequest
let spin: SimulationRequest
const opened: Prover[] = []
/** A thread takes longer to start than most tests. */
const shared = prover({ threads: 1, waiting: 1 })

beforeAll(async () => {
  local = await startLocalChain()
  const { rpc } = local.anvil
  await rpc.ask([{ method: 'anvil_setCode', params: [spinner, endless] }])
  await rpc.ask([{ method: 'anvil_mine', params: ['0x1'] }])
  chain = await openChain(rpc, { id: local.manifest.chainId })
  request = supplyRequest(local, await chain.readBlock('latest'))
  spin = { ...request, to: spinner, data: '0x', vault: null, gas: 200_000_000n }
})
afterAll(async () => {
  await Promise.all(opened.map((prover) => prover.close()))
  await local?.anvil.close()
})

function prover(limits: Partial<typeof proverLimits> = {}): Prover {
  const openedProver = openProver({ ...proverLimits, ...limits })
  opened.push(openedProver)
  return openedProver
}

test('law: a thread proves what replays here, and reads what it read', async () => {
  const pool = shared
  const run = await pool.prove(chain, request, asker())
  const text = String(brotliDecompressSync(run.witness.body))
  expect(Buffer.byteLength(text)).toBe(run.witness.byteCount)
  const replayed = await replayWitness(parseWitness(text), run.facts.blockHash)
  expect(run.simulation).toEqual(replayed.simulation)
  expect(JSON.parse(String(brotliDecompressSync(run.witness.slotUse)))).toEqual(replayed.slotUse)
  const file = parseStateFile(
    String(Buffer.from(await pool.readState(chain, replayed.slotUse, asker()))),
  )
  const state = openStateFile(file, run.facts.blockHash)
  for (const { account, slot, value } of replayed.slotUse.slots) {
    expect(state.slot(account, slot)).toBe(value)
  }
  expect(pool.counts()).toMatchObject({ done: 2, threads: 1, maxAtOnce: 1 })
})

test('law: requests are answered while two proofs take all their time, and a third waits', async () => {
  // A busy machine takes a proof that is not warm longer than a second, and a thread many times its own work.
  const pool = prover({ mayRunMs: 3_000, workMs: 60_000, totalMs: 150_000 })
  const api = await openTestApi({ config: { hasConsole: false } })
  try {
    // Threads are warm: what is counted is the time of the EVM alone.
    await Promise.all([pool.prove(chain, request, asker()), pool.prove(chain, request, asker())])
    const headers = await api.as('viewer')
    let isOver = false
    const proofs = Promise.allSettled([1, 2, 3].map(() => pool.prove(chain, spin, asker())))
    void proofs.then(() => {
      isOver = true
    })
    let answered = 0
    while (!isOver) {
      const { status } = await api.ask('GET', '/v1/vaults', { headers })
      expect(status).toBe(200)
      answered++
      await new Promise((resolve) => setImmediate(resolve))
    }
    const ends = await proofs
    expect(ends.map((end) => (end as PromiseRejectedResult).reason.code)).toEqual(
      Array(3).fill('evm_time_limit'),
    )
    expect(answered).toBeGreaterThan(20)
    expect(pool.counts()).toMatchObject({ maxAtOnce: 2, threads: 2, outOfTime: 0 })
  } finally {
    await api.close()
  }
})

test('refuses: a thread that works too long is ended, and the next proof gets another one', async () => {
  const pool = prover({ mayRunMs: 60_000, workMs: 300, threads: 1 })
  await expect(pool.prove(chain, spin, asker())).rejects.toMatchObject({ code: 'evm_time_limit' })
  expect(pool.counts()).toMatchObject({ outOfTime: 1, threads: 1 })
  const patient = { ...asker(), tenantId: 'b' }
  await pool.readState(chain, { accounts: [spinner], slots: [] }, patient)
  expect(pool.counts()).toMatchObject({ done: 1, threads: 2, maxAtOnce: 1 })
})

test('refuses: a proof for which the node takes too long, whose caller left, or that waits behind too many', async () => {
  const silent = { ...chain, rpc: { ...chain.rpc, ask: () => new Promise<never>(() => {}) } }
  const late = prover({ totalMs: 200, threads: 1 })
  const givenUp = (what: string) => ({ code: 'proof_given_up', facts: { what } })
  await expect(late.prove(silent, request, asker())).rejects.toMatchObject(givenUp('time'))
  const pool = shared
  const leaving = new AbortController()
  const left = pool.prove(silent, request, { tenantId: 'a', signal: leaving.signal })
  const next = pool.prove(chain, request, asker())
  const refused = pool.prove(chain, request, asker())
  await expect(refused).rejects.toMatchObject(givenUp('queue'))
  leaving.abort()
  await expect(left).rejects.toMatchObject(givenUp('time'))
  expect((await next).simulation.outcome.status).toBe('success')
})

test('refuses: what the node throws is thrown as it is, whatever the thread makes of it', async () => {
  const failure = new TypeError('The node is away.')
  let asks = 0
  const failing = {
    ...chain,
    rpc: {
      ...chain.rpc,
      ask: async (calls: Parameters<Chain['rpc']['ask']>[0]) => {
        if (++asks === 2) throw failure
        return chain.rpc.ask(calls)
      },
    },
  }
  const pool = shared
  const { threads } = pool.counts()
  await expect(pool.prove(failing, request, asker())).rejects.toBe(failure)
  expect((await pool.prove(chain, request, asker())).simulation.outcome.status).toBe('success')
  expect(pool.counts()).toMatchObject({ threads })
})
