import { address, createSolanaRpc } from '@solana/kit'
import { systemProgram } from '@vaultwright/svm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unsignedOf } from './world/send.ts'
import { openSolanaWorld, type SolanaWorld } from './world.ts'

let world: SolanaWorld
beforeAll(async () => {
  world = await openSolanaWorld()
})
beforeEach(() => world.shim.clearFaults())
afterAll(() => world.close())

type Answer = { readonly result?: unknown; readonly error?: { code: number; data?: unknown } }

const post = (body: unknown) => fetch(world.url, { method: 'POST', body: JSON.stringify(body) })
const call = (method: string, ...params: readonly unknown[]) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})
async function ask(method: string, ...params: readonly unknown[]): Promise<Answer> {
  return (await post(call(method, ...params))).json() as Promise<Answer>
}

test('golden: each fault answers as a broken node does', async () => {
  const { shim } = world
  shim.fault({ kind: 'too_many_requests', times: 1 })
  expect((await post(call('getSlot'))).status).toBe(429)
  shim.fault({ kind: 'server_error', times: 1 })
  expect((await post(call('getSlot'))).status).toBe(503)
  shim.fault({ kind: 'cut', times: 1 })
  await expect(post(call('getSlot'))).rejects.toThrow()
  shim.fault({ kind: 'half_body', times: 1 })
  await expect(ask('getSlot')).rejects.toThrow()
  shim.fault({ kind: 'not_json', times: 1 })
  await expect(ask('getSlot')).rejects.toThrow()
  shim.fault({ kind: 'node_behind', times: 1 })
  expect((await ask('getSlot')).error).toMatchObject({ code: -32005, data: { numSlotsBehind: 42 } })
  shim.fault({ kind: 'slot_not_reached', times: 1 })
  expect((await ask('getSlot')).error?.code).toBe(-32016)
  shim.fault({ kind: 'other_genesis', genesisHash: 'elsewhere', times: 1 })
  expect((await ask('getGenesisHash')).result).toBe('elsewhere')
  shim.fault({ kind: 'half_value', times: 1 })
  const keys = [world.state, world.shareMint]
  const half = await ask('getMultipleAccounts', keys, { encoding: 'base64' })
  expect((half.result as { value: unknown[] }).value).toHaveLength(1)
  // All faults were for one time.
  expect((await ask('getSlot')).result).toBe(Number(world.svm.getClock().slot))
})

test('law: a fault of some methods spares the others, and lasts until it is cleared', async () => {
  world.shim.fault({ kind: 'node_behind', methods: ['getBalance'] })
  expect((await ask('getSlot')).error).toBeUndefined()
  for (const _ of [1, 2]) {
    expect((await ask('getBalance', world.state)).error?.code).toBe(-32005)
  }
  world.shim.clearFaults()
  expect((await ask('getBalance', world.state)).error).toBeUndefined()
})

test('law: an honest node behind a slot refuses it, a lying one answers another', async () => {
  const { slot } = world.svm.getClock()
  const config = { encoding: 'base64', minContextSlot: Number(slot) }
  const read = () => ask('getAccountInfo', world.state, config)
  const contextOf = ({ result }: Answer) => (result as { context: { slot: number } }).context.slot
  expect(contextOf(await read())).toBe(Number(slot))
  world.shim.fault({ kind: 'slot_back', slots: 3, times: 1 })
  expect((await read()).error?.code).toBe(-32016)
  world.shim.fault({ kind: 'lying_slot', slot: Number(slot) - 3, times: 1 })
  expect(contextOf(await read())).toBe(Number(slot) - 3)
})

test('law: a batch is one request, and its answers keep their order', async () => {
  const before = world.shim.requests()
  const answers = (await (await post([call('getHealth'), call('nothing')])).json()) as Answer[]
  expect(answers.map(({ result, error }) => result ?? error?.code)).toEqual(['ok', -32601])
  expect(world.shim.requests() - before).toBe(1)
  expect(world.shim.calls.slice(-2)).toEqual(['getHealth', 'nothing'])
})

test('refuses: what a node refuses', async () => {
  const { people, svm } = world
  const many = Array.from({ length: 101 }, () => world.state)
  const refusals = [
    ask('getAccountInfo', '0x00', { encoding: 'base64' }),
    ask('getMultipleAccounts', many, { encoding: 'base64' }),
    ask('getRecentPrioritizationFees', many.concat(many)),
    ask('simulateTransaction', 'AAAA', { encoding: 'base64' }),
    ask('simulateTransaction', largeTransaction(), { encoding: 'base64' }),
    ask('simulateTransaction', 'AA==', {
      encoding: 'base64',
      sigVerify: true,
      replaceRecentBlockhash: true,
    }),
  ]
  for (const answer of await Promise.all(refusals)) expect(answer.error?.code).toBe(-32602)
  const unsigned = unsignedOf(svm, [], people.strategist)
  const sent = await ask('sendTransaction', unsigned, { encoding: 'base64' })
  expect(sent.error?.code).toBe(-32003)
  const body = await fetch(world.url, { method: 'POST', body: '{' })
  expect(await body.json()).toMatchObject({ error: { code: -32700 } })
})

function largeTransaction(): string {
  const data = new Uint8Array(1_300)
  const { strategist } = world.people
  return unsignedOf(world.svm, [{ program: systemProgram, accounts: [], data }], strategist)
}

test('refuses: a transaction of version 0 to who did not say that it reads it', async () => {
  const { people } = world
  const data = Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)
  const accounts = [
    { address: people.strategist, isSigner: true, isWritable: true },
    { address: people.treasury, isSigner: false, isWritable: true },
  ]
  const { signature } = await world.send(
    [{ program: systemProgram, accounts, data }],
    ['strategist'],
  )
  const refused = await ask('getTransaction', signature, { encoding: 'base64' })
  expect(refused.error?.code).toBe(-32015)
  const config = { encoding: 'base64', maxSupportedTransactionVersion: 1 }
  expect((await ask('getTransaction', signature, config)).result).toMatchObject({ version: 0 })
})

test('golden: a slow node answers in the end', async () => {
  world.shim.fault({ kind: 'slow', delayMs: 50, times: 1 })
  const answer = await createSolanaRpc(world.url).getBalance(address(world.state)).send()
  expect(answer.value).toBe(world.lamportsOf(world.state))
})
