import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, root, runBeside, scratch } from '../program.ts'

const examples = join(root, 'fixtures/definitions')
const folder = scratch()
const definition = join(folder, 'local-eth.yaml')
const lock = join(folder, 'vaultwright.lock.json')
let chain: LocalChain
let node: readonly string[]

beforeAll(async () => {
  cpSync(examples, folder, { recursive: true })
  chain = await startLocalChain()
  node = ['--rpc-url', chain.anvil.url]
})
afterAll(() => chain.anvil.close())

test('default: a lock file that is read anew is the committed one, and says what changed', async () => {
  const committed = JSON.parse(readFileSync(join(examples, 'vaultwright.lock.json'), 'utf8'))
  writeFileSync(lock, '{"version":1,"chains":{}}')
  const words = ['tree', 'build', definition, '--strategist', 'main', '--update', ...node]
  const first = await askBeside([...words, '--out', join(folder, 'tree.json')])
  expect(first.lock.changes).toContainEqual(
    '+ 0xAf6458e092726750BD95049FC436c0b4AaecB10F asset() = 0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a',
  )
  const lockJson = JSON.parse(readFileSync(lock, 'utf8'))
  expect(lockJson.chains['31337'].accounts).toEqual(committed.chains['31337'].accounts)
  const again = await askBeside([...words, '--out', join(folder, 'tree.json')])
  expect(again.lock.changes).toEqual([])
  expect(again.root).toBe(first.root)
})

test('behavior: with a node only roots that are not in force become transactions', async () => {
  const none = await runBeside(['tree', 'plan', definition, ...node])
  expect(none.out).toContain('Nothing to do.')
  const more = join(folder, 'more.yaml')
  const text = readFileSync(definition, 'utf8')
  const request = '          - { protocol: erc_20, actions: [transfer], token: USDC, to: vault }\n'
  writeFileSync(more, text.replace('permissions: &lending\n', `permissions: &lending\n${request}`))
  const { strategists, transactions, block } = await askBeside(['tree', 'plan', more, ...node])
  expect(block.number).toMatch(/^\d+$/)
  const changed = strategists.filter(({ isInForce }: { isInForce: boolean }) => !isInForce)
  expect(changed.map(({ strategist }: { strategist: string }) => strategist)).toEqual([
    'lending',
    'multisig',
  ])
  expect(transactions).toHaveLength(2)
})

test('behavior: the node of the environment is asked where the chain is known, and said; --offline asks none', async () => {
  const env = { LOCAL_RPC_URL: chain.anvil.url }
  const words = ['tree', 'plan', definition, '--strategist', 'lending']
  const run = await runBeside(words, { env })
  expect(run).toMatchObject({ code: 0, err: 'note  asking the node of LOCAL_RPC_URL\n' })
  expect(run.out).toContain('roots at block')
  const offline = await runBeside([...words, '--offline'], { env })
  expect(offline).toMatchObject({ code: 0, err: '' })
  expect(offline.out).toContain('no node was asked')
  const both = await runBeside([...words, '--offline', ...node], { env })
  expect(both).toMatchObject({ code: 2, out: '' })
  const main = join(root, 'fixtures/chain/trees/local-eth-main-3.json')
  const build = ['action', 'build', 'erc_20/transfer', '--tree', main, '--definition', definition]
  const transfer = [...build, '--set', 'token=WETH', '--set', 'to=vault']
  expect((await runBeside(transfer)).err).toContain('<CHAIN>_RPC_URL')
  expect((await runBeside(transfer, { env })).err).toContain('asking the node of LOCAL_RPC_URL')
})

test('behavior: a plan that asks a node tells where the lock file is not what the chain answers', async () => {
  const text = readFileSync(join(examples, 'vaultwright.lock.json'), 'utf8')
  const asset = '"asset()": "0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a"'
  expect(text).toContain(asset)
  const wrong = join(folder, 'wrong.lock.json')
  writeFileSync(wrong, text.replace(asset, `"asset()": "0x${'1'.repeat(40)}"`))
  const words = ['tree', 'plan', definition, ...node]
  expect(
    (await askBeside([...words, '--lock', join(examples, 'vaultwright.lock.json')])).stale,
  ).toEqual([])
  expect((await askBeside([...words, '--lock', wrong])).stale).toEqual([
    `The lock file has 0xAf6458e092726750BD95049FC436c0b4AaecB10F asset() = 0x${'1'.repeat(40)}, but the chain answers 0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a. Refresh it with tree build --update.`,
  ])
})
