import {
  openHttpRpc,
  openRecorder,
  openRecording,
  openSolanaNode,
  type SolanaNode,
  type SolanaNodeOptions,
  solanaDialectOf,
  solanaNodeOf,
} from '@vaultwright/chain'
import { decodeTransaction, tokenProgram } from '@vaultwright/svm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ShimFault } from '../shim.ts'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import { manageCalls, tokenTransfer, transactionOf, watchedOf } from './transfer.ts'

let world: SolanaWorld
const opened: SolanaNode[] = []
beforeAll(async () => {
  world = await openSolanaWorld()
})
afterEach(() => world.shim.clearFaults())
afterAll(async () => {
  await Promise.all(opened.map((node) => node.close()))
  await world.close()
})

function open(options: Partial<SolanaNodeOptions> = {}): SolanaNode {
  const { url, genesisHash } = world
  const node = openSolanaNode({ endpoints: [url], genesisHash, retries: 0, ...options })
  opened.push(node)
  return node
}

/** A transfer of 1 USDC that is permitted, unsigned. */
async function permittedTransfer(version: 0 | 1 = 0): Promise<string> {
  const { people, mints } = world
  const transfer = tokenTransfer(world, mints.usdc, {
    recipient: people.treasury,
    amount: 1_000_000n,
  })
  const [call] = manageCalls(world, [transfer])
  await world.permit(call!.operators, call!.digest)
  const lifetime = world.svm.latestBlockhash()
  return transactionOf(world, [call!.instruction], { version, lifetime })
}

test('golden: accounts, slot, time and blockhash are the chain’s, in one request', async () => {
  const { state, shareMint, people, svm } = world
  const before = world.shim.requests()
  const preparation = await open().prepare([state, shareMint, people.outsider])
  expect(world.shim.requests() - before).toBe(1)
  const clock = svm.getClock()
  expect(preparation).toMatchObject({ slot: clock.slot, atUnix: clock.unixTimestamp })
  expect(preparation.blockhash).toBe(svm.latestBlockhash())
  expect(preparation.lastValidBlockHeight).toBe(clock.slot + 150n)
  for (const [address, account] of preparation.accounts)
    expect(account).toEqual(world.account(address))
  expect(preparation.accounts.size).toBe(3)
})

test('law: a build asks the node twice: once to read, once to simulate', async () => {
  const base64 = await permittedTransfer()
  const node = open()
  const before = world.shim.requests()
  const { slot } = await node.prepare(watchedOf(world))
  const simulation = await node.simulate(base64, {
    watched: watchedOf(world),
    minContextSlot: slot,
  })
  expect(world.shim.requests() - before).toBe(2)
  expect(simulation).toMatchObject({ status: 'succeeded', error: null, slot, feeLamports: 5_000n })
  expect(simulation.innerPrograms).toEqual([tokenProgram])
  expect(simulation.accountsBefore?.slot).toBe(slot)
})

const anyMethod: readonly [ShimFault, string][] = [
  [{ kind: 'too_many_requests' }, 'rpc_http_status'],
  [{ kind: 'server_error' }, 'rpc_http_status'],
  [{ kind: 'not_json' }, 'rpc_truncated'],
  [{ kind: 'half_body' }, 'rpc_truncated'],
  [{ kind: 'cut' }, 'rpc_network'],
  [{ kind: 'slow', delayMs: 10_000 }, 'rpc_timeout'],
  [{ kind: 'node_behind' }, 'solana_refused'],
  [{ kind: 'slot_not_reached', methods: ['getMultipleAccounts'] }, 'solana_refused'],
  [{ kind: 'half_value', methods: ['getMultipleAccounts'] }, 'rpc_answer_malformed'],
  [{ kind: 'half_value', methods: ['getLatestBlockhash'] }, 'rpc_answer_malformed'],
  [{ kind: 'slot_back', slots: 7 }, 'solana_refused'],
  [{ kind: 'lying_slot', slot: 12 }, 'slot_behind'],
  [{ kind: 'lying_slot', slot: 999_999_999 }, 'clock_mismatch'],
  [
    { kind: 'other_genesis', genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' },
    'wrong_genesis',
  ],
]

test.each(anyMethod)(
  'refuses: %o ends in %s, and the next question is answered',
  async (fault, code) => {
    const node = open({ timeoutMs: fault.kind === 'slow' ? 1_000 : 60_000 })
    const { slot } = await node.prepare([world.state])
    world.shim.fault(fault)
    const pending = node.prepare([world.state], { minContextSlot: slot })
    await expect(pending).rejects.toMatchObject({ code })
    world.shim.clearFaults()
    expect(await node.prepare([world.state], { minContextSlot: slot })).toMatchObject({ slot })
  },
)

test('law: what one endpoint does wrong is lived through with another', async () => {
  const broken = await openSolanaWorld()
  for (const [fault] of anyMethod.filter(([{ kind }]) => kind !== 'slow')) {
    broken.shim.fault(fault)
    const node = open({ endpoints: [broken.url, world.url] })
    const { slot } = world.svm.getClock()
    const preparation = await node.prepare([world.state], { minContextSlot: slot })
    expect([fault, preparation.accounts.get(world.state)]).toEqual([
      fault,
      world.account(world.state),
    ])
    broken.shim.clearFaults()
  }
  await broken.close()
})

test('law: what passes is lived through by asking again', async () => {
  for (const kind of ['too_many_requests', 'node_behind', 'half_body', 'cut'] as const) {
    world.shim.fault({ kind, times: 1 })
    const node = open({ retries: 1, backoffMs: 1, sleep: async () => {} })
    expect((await node.accountsAt([world.state])).accounts.get(world.state)).not.toBeNull()
  }
})

test.each(anyMethod)('refuses: a simulation with %o is unavailable, as %s', async (fault, code) => {
  const base64 = await permittedTransfer()
  const node = open({ timeoutMs: fault.kind === 'slow' ? 1_000 : 60_000 })
  const { slot } = await node.accountsAt([])
  const methods = fault.methods?.includes('getLatestBlockhash')
    ? { methods: ['simulateTransaction'] }
    : {}
  world.shim.fault({ ...fault, ...methods })
  const simulation = await node.simulate(base64, {
    watched: [world.subAccount(0)],
    minContextSlot: slot,
  })
  expect(simulation).toMatchObject({ status: 'unavailable', slot: null, accountsAfter: null })
  expect(simulation.error).toMatchObject({ name: code, instruction: null, err: null })
  expect(simulation.error?.text).toMatch(/^The simulation is not available\. /)
})

test('refuses: a transaction that the node cannot read is not simulated', async () => {
  const base64 = await permittedTransfer()
  for (const wrong of [base64.slice(0, -8), 'AAAA', 'no base64']) {
    const { status, error } = await open().simulate(wrong, { watched: [] })
    expect([status, error?.name]).toEqual(['unavailable', 'solana_refused'])
    expect(error?.text).toContain('-32602')
  }
})

test('golden: history is read with transactions of every version', async () => {
  const sent: string[] = []
  for (const version of [0, 1] as const) {
    const base64 = await permittedTransfer(version)
    const { err } = await world.execute(base64)
    expect(err).toBeNull()
    sent.unshift(base64)
  }
  const node = open()
  const signatures = await node.signaturesOf(world.people.strategist, { limit: 2 })
  const landed = await node.transactions(signatures.map(({ signature }) => signature))
  const messageOf = (base64: string) => decodeTransaction(base64).messageBytes
  expect(landed.map((row) => messageOf(row!.base64))).toEqual(sent.map(messageOf))
  expect(landed.map((row) => row!.isFailed)).toEqual([false, false])
  expect(landed[0]!.innerCalls.length).toBeGreaterThan(0)
  const [first] = signatures
  const older = await node.signaturesOf(world.people.strategist, {
    before: first!.signature,
    limit: 1,
  })
  expect(older).toEqual([signatures[1]])
  world.shim.fault({ kind: 'version_refused' })
  await expect(node.transactions([first!.signature])).rejects.toMatchObject({
    code: 'solana_refused',
    refusal: 'unsupported',
  })
})

test('golden: token accounts, rent, slot and fees are the chain’s', async () => {
  const node = open()
  const owner = world.subAccount(0)
  const { accounts } = await node.tokenAccountsOf(owner)
  for (const [address, account] of accounts) expect(account).toEqual(world.account(address))
  const held = Object.values(world.mints).map((mint) => world.holding(owner, mint))
  const existing = held.filter((address) => world.account(address) !== null)
  expect([...accounts.keys()].sort()).toEqual(existing.sort())
  expect(await node.rent(0)).toBe(890_880n)
  expect(await node.slot()).toBe(world.svm.getClock().slot)
  expect(await node.priorityFees([owner, owner])).toHaveLength(150)
})

test('law: a recording answers as the node did', async () => {
  const { url, genesisHash } = world
  const recorder = openRecorder(openHttpRpc({ endpoints: [url] }, solanaDialectOf(genesisHash)))
  const base64 = await permittedTransfer()
  const watched = watchedOf(world)
  const run = async (node: SolanaNode) => [
    await node.prepare([world.state]),
    await node.simulate(base64, { watched }),
  ]
  const first = await run(solanaNodeOf(recorder.rpc))
  expect(await run(solanaNodeOf(openRecording(recorder.print())))).toEqual(first)
})
