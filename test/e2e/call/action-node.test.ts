import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, runBeside, scratch } from '../program.ts'

const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const weth = '0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a'
let chain: LocalChain

beforeAll(async () => {
  chain = await startLocalChain()
})
afterAll(() => chain.anvil.close())

const build = (...words: string[]) => [
  'action',
  'build',
  ...words,
  '--tree',
  tree,
  '--rpc-url',
  chain.anvil.url,
]

test('default: all that the vault has is supplied, in the decimals that the token says, and succeeds', async () => {
  const words = build('aave_v3/supply', '--set', `asset=${weth}`)
  const from = placeOf(chain, 'strategist')
  const built = await askBeside([...words, '--from', from, '--simulate'])
  expect(built.simulation_status).toBe(true)
  expect(built.simulation.agreed).toBe(true)
  expect(built).toMatchObject({
    simulator_simulation_url: null,
    simulation_gas_used: expect.any(Number),
    simulation_gas_cost_eth: expect.stringMatching(/^0\.\d+$/),
    token_transfers: expect.arrayContaining([
      expect.objectContaining({ token: 'WETH', token_address: weth, direction: 'out' }),
    ]),
  })
  expect(built.simulation_logs.length).toBeGreaterThan(0)
  expect(built.action_api_response.calls).toHaveLength(2)
  expect(built.action_api_response.warnings).toEqual([])
  const [approval, supply] = built.action_api_response.calls
  // Exactly so much is approved as is supplied.
  expect(supply.data).toContain(approval.data.slice(-64))
})

test('behavior: facts and quotes that are left out are read', async () => {
  const built = await askBeside(build('erc_4626/deposit', '--set', 'amount=1'))
  expect(built.action_api_response.calls.at(-1).signature).toBe('deposit(uint256,address)')
})

test('behavior: what the chain says of accounts is listed and shown', async () => {
  const node = ['--rpc-url', chain.anvil.url]
  const blind = await askBeside(['actions', 'list', tree])
  const run = await askBeside(['actions', 'list', tree, ...node])
  const choicesOf = (manifest: typeof run, route: string, name: string) =>
    manifest[route].params.find((one: { name: string }) => one.name === name)?.choices
  expect(Object.keys(run)).toEqual(expect.arrayContaining(Object.keys(blind)))
  expect(choicesOf(blind, 'curve/exchange', 'coins')).toEqual([])
  expect(choicesOf(run, 'curve/exchange', 'coins')).toHaveLength(1)
  const shown = await askBeside(['actions', 'show', tree, 'curve/exchange', ...node])
  expect(shown.action).toEqual(run['curve/exchange'])
})

test('behavior: a simulation that fails is a no, with the calldata that fails', async () => {
  const words = build('aave_v3/supply', '--set', `asset=${weth}`, '--set', 'amount=1000000000')
  const from = placeOf(chain, 'strategist')
  const { code, out } = await runBeside([...words, '--from', from, '--simulate', '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ encoded_tx_data: expect.stringMatching(/^0x244b0f6a/) })
  expect(JSON.parse(out).simulation_status).not.toBe(true)
})

test('behavior: what fails in simulation is not made ready to sign', async () => {
  const folder = scratch()
  const from = placeOf(chain, 'strategist')
  const [safe, hex] = [join(folder, 'safe.json'), join(folder, 'action.hex')]
  const words = build('aave_v3/withdraw', '--set', `asset=${weth}`, '--set', 'amount=100000')
  const line = [...words, '--from', from, '--simulate', '--safe', safe, '--calldata', hex]
  const { code, err } = await runBeside(line)
  expect(code).toBe(1)
  expect(err).toContain(`did not write ${safe}`)
  expect(existsSync(safe)).toBe(false)
  expect(readFileSync(hex, 'utf8')).toMatch(/^0x244b0f6a[0-9a-f]+\n$/)
})

test('error: WrongChainError when the node is on another chain than the tree', async () => {
  const words = build('aave_v3/supply', '--set', `asset=${weth}`, '--chain', 'mainnet')
  expect((await runBeside(words)).code).toBe(4)
})
