import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, root, runBeside, scratch } from '../program.ts'

const folder = scratch()
const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const calls = join(root, 'fixtures/calls/local-eth-supply.json')
const witness = join(folder, 'witness.json')
let chain: LocalChain
let hash: string

beforeAll(async () => {
  chain = await startLocalChain()
  const [answer] = await chain.anvil.rpc.ask([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ])
  hash = (answer as { value: { hash: string } }).value.hash
})
afterAll(() => chain?.anvil.close())

/** States nothing of the transaction: the file alone does. */
const bareReplay = () => ['simulate', '--replay', witness, '--block-hash', hash, '--chain', 'local']

/** States who calls what with which calldata. */
const wholeReplay = () => {
  const { from, to, data } = JSON.parse(readFileSync(witness, 'utf8')).request
  return [...bareReplay(), data, '--from', from, '--to', to]
}

const words = (...more: readonly string[]) => {
  const from = placeOf(chain, 'strategist')
  const batch = ['simulate', '--calls', calls, '--tree', tree, '--from', from]
  return [...batch, '--rpc-url', chain.anvil.url, ...more]
}

test('golden: three engines agree, and the witness proves it again offline, from the block hash alone', async () => {
  const { code, out, err } = await runBeside(words('--engine', 'all', '--witness', witness))
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const lines = out.split('\n')
  expect(lines[0]).toBe('Would succeed.')
  expect(lines[1]).toBe(`proven from block hash ${hash}: 9 accounts, 25 slots, 8 codes`)
  expect(lines[2]).toBe('the result depends on the TIMESTAMP of its block')
  expect(lines[3]).toMatch(/^three engines agree: proven @ethereumjs\/evm \S+, node \S+, fork \S+$/)

  const replay = wholeReplay()
  const again = await runBeside(replay)
  expect({ code: again.code, err: again.err }).toEqual({ code: 0, err: '' })
  expect(again.out).toMatch(
    /^transaction of the witness\nchain\s+\S.*\(31337\)\nfrom [\s\S]*\ntime .*, 1 s after its block\nvault .*of the Manager\n\nWould succeed\.\n/,
  )
  expect(again.out).toContain(`proven from block hash ${hash}: 9 accounts, 25 slots, 8 codes`)
  const [first, second] = await Promise.all([
    askBeside(words('--engine', 'proven')),
    askBeside(replay),
  ])
  expect(second).toMatchObject({
    ok: true,
    engine: 'proven',
    proof: { blockHash: hash, dependsOn: ['TIMESTAMP'], unknowable: [] },
  })
  expect(second.simulation).toEqual(first.simulation)
})

test('refuses: a witness without the hash of its block, under another one, or damaged', async () => {
  const bare = await runBeside(['simulate', '--replay', witness])
  expect(bare.code).toBe(2)
  expect(bare.err).toContain('Give --block-hash, from a source that you trust')
  const answer = await runBeside([
    'simulate',
    '--replay',
    witness,
    '--block-hash',
    `0x${'11'.repeat(32)}`,
    '--chain',
    'local',
  ])
  expect(answer.code).toBe(4)
  expect(answer.err).toContain('does not follow from the block')
  const file = JSON.parse(readFileSync(witness, 'utf8'))
  const damaged = join(folder, 'damaged.json')
  writeFileSync(damaged, JSON.stringify({ ...file, nodes: file.nodes.slice(1) }))
  const lacking = await runBeside([
    'simulate',
    '--replay',
    damaged,
    '--block-hash',
    hash,
    '--chain',
    'local',
  ])
  expect(lacking.code).toBe(3)
  expect(lacking.err).toContain('is not there: account 0x')
})

test('refuses: a witness of other calldata is a no, and so is one of another value', async () => {
  const replay = bareReplay().slice(1)
  const { code, out, err } = await runBeside(['simulate', '0x1234', ...replay])
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(out).toContain('No: the witness has another calldata, so it proves nothing')
  const answer = await askBeside(['simulate', ...replay, '--value', '1'])
  expect(answer).toMatchObject({ ok: false, verdict: 'other_transaction', field: 'value' })
  const engine = await runBeside(['simulate', ...replay, '--engine', 'both'])
  expect({ code: engine.code, err: engine.err }).toEqual({
    code: 2,
    err: expect.stringContaining('A witness is replayed by the engine proven'),
  })
})

test('refuses: the file’s word for its time, gas, chain or transaction', async () => {
  const file = JSON.parse(readFileSync(witness, 'utf8'))
  const changed = join(folder, 'changed.json')
  const write = (change: object) =>
    writeFileSync(changed, JSON.stringify({ ...file, request: { ...file.request, ...change } }))
  const of = (path: string, ...more: string[]) => [
    ...wholeReplay().map((word) => (word === witness ? path : word)),
    ...more,
  ]
  write({ timestamp: '1099511627776' })
  const late = await runBeside(of(changed))
  expect(late.code).toBe(1)
  expect(late.out).toContain('No: the witness is of terms that its block does not give')
  expect(late.out).toContain('The witness takes the time 1099511627776')
  expect((await runBeside(of(changed, '--time', String(file.request.timestamp)))).code).toBe(0)
  write({ gas: '900000000' })
  expect(await askBeside(of(changed))).toMatchObject({ ok: false, verdict: 'other_terms' })
  write({ vault: null })
  expect(await askBeside(of(changed))).toMatchObject({ ok: false, verdict: 'conditional' })

  const { code, out } = await runBeside(bareReplay())
  expect(code).toBe(1)
  expect(out).toContain('Conditional: the witness alone states this transaction. Give --from')
  expect(out).not.toContain('Would succeed')
  expect((await runBeside([...bareReplay(), '--allow-conditional'])).code).toBe(0)
  const answer = await askBeside(wholeReplay().map((word) => (word === 'local' ? 'sepolia' : word)))
  expect(answer).toMatchObject({ verdict: 'other_transaction', field: 'chainId' })
  const bare = await runBeside(['simulate', '--replay', witness, '--block-hash', hash])
  expect(bare.code).toBe(2)
  expect(bare.err).toContain('A block hash does not prove its chain. Give --chain')
})

test('golden: what a result rests on, other times, and what is not proven', async () => {
  const replay = [...wholeReplay(), '--times']
  const { code, out } = await runBeside(replay)
  expect(code).toBe(0)
  expect(out.slice(out.indexOf('\nrests on'))).toMatchSnapshot()
  const { proof } = await askBeside(replay)
  const { restsOn, times, notProven } = proof as {
    restsOn: { read: object[]; written: object[] }
    times: { seconds: string }[]
    notProven: string[]
  }
  expect([restsOn.read.length, restsOn.written.length]).toEqual([18, 7])
  expect(times.map(({ seconds }) => seconds)).toEqual(
    [1, 3600, 86400, 2592000, 31536000, 94608000].map(String),
  )
  expect(notProven.length).toBe(8)
  const idle = await runBeside(words('--times'))
  expect(idle.code).toBe(2)
  expect(idle.err).toContain('--times is for the replay of a witness')
})

test('golden: an earlier witness says what to ask for, and the result is the same', async () => {
  const [plain, warm] = await Promise.all([
    askBeside(words('--engine', 'proven')),
    askBeside(words('--engine', 'proven', '--warm', witness)),
  ])
  expect(warm).toEqual(plain)
  const idle = await runBeside(words('--warm', witness))
  expect(idle.code).toBe(2)
  expect(idle.err).toContain('--warm is for proven state')
})

test('default: hold says that nothing moved, and what did on the history', async () => {
  const hold = ['simulate', 'hold', witness, '--block-hash', hash, '--rpc-url', chain.anvil.url]
  const { code, out } = await runBeside(hold)
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^holds {2}none of 25 slots moved between block 134 and block 134 0x/,
    ),
  })
  const older = await askBeside([...hold, '--block', '133'])
  expect(older).toMatchObject({ slots: 25, from: { number: '134' }, to: { number: '133' } })
})

test('golden: hold from a state file, offline, says what the node said', async () => {
  const state = join(folder, 'state.json')
  const hold = ['simulate', 'hold', witness, '--block-hash', hash]
  const node = await askBeside([
    ...hold,
    '--rpc-url',
    chain.anvil.url,
    '--block',
    '100',
    '--write',
    state,
  ])
  const { hash: otherHash } = node.to as { hash: string }
  const offline = [...hold, '--state', state, '--state-hash', otherHash]
  expect(await askBeside(offline)).toEqual(node)
  const { code, out } = await runBeside(offline)
  expect(code).toBe(1)
  expect(out).toMatch(
    /^moved {2}\d+ of 25 slots and \d+ accounts between block 134 and block 100 0x/,
  )

  const bare = await runBeside([...hold, '--state', state])
  expect(bare.code).toBe(2)
  expect(bare.err).toContain('Give --state-hash, from a source that you trust')
  const wrong = await runBeside([...hold, '--state', state, '--state-hash', hash])
  expect(wrong.code).toBe(4)
  expect(wrong.err).toContain('does not follow from the block')
  const both = await runBeside([...offline, '--rpc-url', chain.anvil.url])
  expect(both.code).toBe(2)
  expect(both.err).toContain('A state file takes the place of a node')
  const file = JSON.parse(readFileSync(state, 'utf8'))
  writeFileSync(state, JSON.stringify({ ...file, nodes: file.nodes.slice(1) }))
  const lacking = await runBeside(offline)
  expect(lacking.code).toBe(3)
  expect(lacking.err).toContain('Ask for the state file again')
  writeFileSync(state, JSON.stringify({ ...file, version: 2 }))
  expect(await runBeside(offline)).toMatchObject({
    code: 3,
    err: expect.stringContaining('version is not 1'),
  })
})
