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
  expect(lines[1]).toBe(`proven from block hash ${hash}: 10 accounts, 25 slots, 8 codes`)
  expect(lines[2]).toBe('it asks for TIMESTAMP of its block')
  expect(lines[3]).toMatch(/^three engines agree: proven @ethereumjs\/evm \S+, node \S+, fork \S+$/)

  const replay = ['simulate', '--replay', witness, '--block-hash', hash]
  const again = await runBeside(replay)
  expect({ code: again.code, err: again.err }).toEqual({ code: 0, err: '' })
  expect(again.out).toContain(`proven from block hash ${hash}: 10 accounts, 25 slots, 8 codes`)
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

test('refuses: a witness without the hash of its block, under another one, damaged, or of another calldata', async () => {
  const bare = await runBeside(['simulate', '--replay', witness])
  expect(bare.code).toBe(2)
  expect(bare.err).toContain('Give --block-hash, from a source that you trust')
  const other = await runBeside([
    'simulate',
    '--replay',
    witness,
    '--block-hash',
    `0x${'11'.repeat(32)}`,
  ])
  expect(other.code).toBe(4)
  expect(other.err).toContain('does not follow from the block')
  const file = JSON.parse(readFileSync(witness, 'utf8'))
  const damaged = join(folder, 'damaged.json')
  writeFileSync(damaged, JSON.stringify({ ...file, nodes: file.nodes.slice(1) }))
  const lacking = await runBeside(['simulate', '--replay', damaged, '--block-hash', hash])
  expect(lacking.code).toBe(3)
  expect(lacking.err).toContain('is not there: account 0x')
  const changed = await runBeside(['simulate', '0x1234', '--replay', witness, '--block-hash', hash])
  expect(changed.code).toBe(2)
  expect(changed.err).toContain('The witness has another data')
})

test('default: hold says that nothing moved, and what did on the history', async () => {
  const hold = ['simulate', 'hold', witness, '--block-hash', hash, '--rpc-url', chain.anvil.url]
  const { code, out } = await runBeside(hold)
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^holds {2}none of 25 slots moved between block 127 and block 127 0x/,
    ),
  })
  const older = await askBeside([...hold, '--block', '126'])
  expect(older).toMatchObject({ slots: 25, from: { number: '127' }, to: { number: '126' } })
})
