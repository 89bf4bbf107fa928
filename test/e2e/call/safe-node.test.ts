import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, root, runBeside, scratch } from '../program.ts'

const folder = scratch()
const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const batch = join(folder, 'batch.json')
let chain: LocalChain
let node: readonly string[]

beforeAll(async () => {
  chain = await startLocalChain()
  node = ['--tree', tree, '--rpc-url', chain.anvil.url]
  const calls = join(root, 'fixtures/calls/local-eth-supply.json')
  const encode = ['calldata', 'encode', '--tree', tree, '--calls', calls, '--safe', batch]
  const safe = ['--safe-address', placeOf(chain, 'strategist'), '--chain', '31337']
  const { code, err } = await runBeside([...encode, ...safe])
  expect({ code, err }).toEqual({ code: 0, err: `note  wrote ${batch}\n` })
})
afterAll(() => chain.anvil.close())

test('golden: the Safe of a batch is the strategist that a node is asked about', async () => {
  const { code, out } = await runBeside(['calldata', 'verify', `@${batch}`, ...node])
  expect(code).toBe(0)
  expect(out).toContain('This batch is looked at below.')
  expect(out).toContain('Yes: 2 of 2 calls are proven.')
})

test('refuses: a tree that states another vault than the Manager acts for', async () => {
  const [ethPlace, usdPlace] = [placeOf(chain, 'Local ETH'), placeOf(chain, 'Local USD')]
  const path = join(folder, 'other-vault.json')
  writeFileSync(path, readFileSync(tree, 'utf8').replace(ethPlace, usdPlace))
  const place = ['--tree', path, '--rpc-url', chain.anvil.url]
  for (const words of [
    ['calldata', 'verify', `@${batch}`],
    ['packet', batch, '--safe-version', '1.4.1', '--nonce', '0'],
  ]) {
    const { code, err } = await runBeside([...words, ...place])
    expect({ code, err }).toEqual({
      code: expect.any(Number),
      err: expect.stringContaining('code: other_vault'),
    })
    expect(code).not.toBe(0)
  }
})

test('golden: the vault is the word of the file until the Manager is asked', async () => {
  const note = /"the vault" is 0x\w{40} as the tree says, and its Manager was not asked/
  const wallet = ['--safe-version', '1.4.1', '--nonce', '0']
  for (const words of [
    ['calldata', 'verify', `@${batch}`],
    ['packet', batch, ...wallet],
  ]) {
    const offline = await runBeside([...words, '--tree', tree])
    expect(offline.out.match(note)).toHaveLength(1)
    const run = await runBeside([...words, ...node])
    expect(run.out).not.toMatch(note)
    expect(run.out).toContain('the vault')
  }
  const { vaultFrom } = await askBeside(['packet', batch, ...wallet, ...node])
  expect(vaultFrom).toBe('chain')
})

test('golden: a batch is simulated as its Safe would send it', async () => {
  const report = await askBeside(['simulate', `@${batch}`, ...node])
  expect(report).toMatchObject({
    ok: true,
    transaction: {
      from: placeOf(chain, 'strategist'),
      to: placeOf(chain, 'Local ETH: manager'),
    },
  })
})

test('golden: calldata of another tree says first which root it was made for', async () => {
  const otherTree = join(localChainFolder, 'trees/local-eth-lending.json')
  const { code, out } = await runBeside(['calldata', 'verify', `@${batch}`, '--tree', otherTree])
  expect(code).toBe(1)
  const [first] = out.split('\n').filter((line) => line.startsWith('Made for root'))
  expect(first).toMatch(/^Made for root 0x[0-9a-f]{64}, this tree is 0x[0-9a-f]{64}\.$/)
  expect(out.indexOf('Made for root')).toBeLessThan(out.indexOf('call 0'))
})
