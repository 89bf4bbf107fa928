import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { ask, fetchWhenFree, root, run, runBeside, scratch, startBeside } from '../program.ts'

const folder = scratch()
// On a busy machine the loop is late, and what is refused for that is not what is looked at here.
const env = { VAULTWRIGHT_DATA_DIR: folder, MAX_LOOP_DELAY_MS: '0' }
const vault = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const strategist = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const treeRoot = '0x1e1d437635149ccf18245843136a8185e5ab155133e3404093786b89fe45d33e'
let chain: LocalChain
let url = ''

beforeAll(async () => {
  const definition = join(root, 'fixtures/definitions/local-eth.yaml')
  const tree = join(root, 'fixtures/chain/trees/local-eth-main-3.json')
  for (const words of [
    ['db', 'migrate'],
    ['tenant', 'create', 'acme'],
    ['user', 'create', 'alice', '--role', 'strategist'],
    ['vault', 'add', definition],
    ['tree', 'push', tree, '--vault', vault, '--strategist', 'main'],
  ]) {
    expect(run(words, { env })).toMatchObject({ code: 0 })
  }
  chain = await startLocalChain()
  url = chain.anvil.url
})
afterAll(() => chain?.anvil.close())

test('error: UsageError without a node, and for a vault that is not there', () => {
  expect(run(['vault', 'sync', vault], { env }).err).toContain('Set LOCAL_RPC_URL')
  expect(run(['vault', 'sync', 'nobody'], { env })).toMatchObject({ code: 2 })
  expect(run(['vault', 'sync', vault, '--chain', 'base'], { env })).toMatchObject({ code: 2 })
})

test('default: what the Manager has is recorded, twice the same, and what was pending is active', async () => {
  const words = ['vault', 'sync', 'Local ETH', '--rpc-url', url, '--json']
  const first = await runBeside(words, { env })
  expect(first).toMatchObject({ code: 0, err: '' })
  const [{ events, active }] = JSON.parse(first.out).chains
  expect(events).toBe(8)
  expect(active).toHaveLength(5)
  expect(active).toContainEqual({
    strategist,
    root: treeRoot,
    hasTree: true,
    setAt: '2026-01-31T03:00:00Z',
  })
  expect(await runBeside(words, { env })).toEqual(first)
  const { vaults } = ask(['vault', 'list'], { env })
  expect(vaults).toMatchObject([{ address: vault, deployedAt: '2026-01-01T00:02:00Z' }])
})

test('behavior: then the service builds with it', async () => {
  const { key } = ask(['key', 'create', 'alice'], { env })
  const service = startBeside(['serve', '--port', '0', '--json'], { env })
  const [line] = await service.lines(1)
  const path = `/v1/tx-builder/api/execute/local/${vault}/aave_v3/supply`
  const response = await fetchWhenFree(`${JSON.parse(line!).url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ params: { asset: 'WETH', amount: '1' }, skip_sim: true }),
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ description: 'Supply 1 WETH to Aave pool' })
})
