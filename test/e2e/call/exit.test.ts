import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { parseSafeBatch } from '@vaultwright/safe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExitWorld, oneShare, openExitWorld } from '../../fork/exit/exit-world.ts'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { runBeside } from '../program.ts'

let local: LocalChain
let world: ExitWorld
let hash: string
let words: (...more: readonly string[]) => readonly string[]

beforeAll(async () => {
  local = await startLocalChain()
  world = await openExitWorld(
    local,
    [60n, 40n].map((shares) => shares * oneShare),
  )
  await world.keep(oneShare)
  hash = (await world.chain.readBlock('latest')).hash
  const { payer, address } = world
  const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
  const from = placeOf(local, 'strategist')
  const line = ['exit', 'drill', '--tree', tree, '--from', from, '--queue', address]
  const paying = ['--teller', payer.teller, '--solver', payer.solver.address]
  words = (...more) => [...line, ...paying, '--rpc-url', local.anvil.url, ...more]
})
afterAll(() => local?.anvil.close())

test('golden: the answer comes first, then the steps; the packet has the calls of both accounts', async () => {
  const packetFile = join(mkdtempSync(join(tmpdir(), 'exit-')), 'packet.json')
  const { out, err, code } = await runBeside(words('--packet', packetFile, '--block-hash', hash))
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [answer, when, basis] = out.split('\n')
  expect(answer).toMatch(/^100\.15\d+ WETH of 100\.15\d+ WETH paid$/)
  expect(when).toMatch(/^all 48 seconds after block \d+ of /)
  expect(basis).toContain('follows from the hash of the block')
  expect(out).toMatch(/24 s +aave_v3\/withdraw, Aave v3 +9\d\.\d+ WETH/)
  expect(out).toMatch(/48 s +solve request 3 +40\.\d+ WETH/)
  const packet = JSON.parse(readFileSync(packetFile, 'utf8'))
  const batches = [packet.strategist, packet.solver].map(({ batch }) =>
    parseSafeBatch(JSON.stringify(batch)),
  )
  expect(batches.map(({ transactions }) => transactions.length)).toEqual([2, 2])
  expect(packet.strategist.account).toBe(placeOf(local, 'strategist'))
})

test('golden: a shock is named in the answer, which then proves nothing, and one transaction leaves all positions', async () => {
  const pool = await runBeside(words('--shock', `paused:${world.payer.teller}`, '--json'))
  const { ok, isProven, basis, shocks, unpaid } = JSON.parse(pool.out)
  expect([pool.code, ok, isProven, unpaid.length]).toEqual([1, false, false, 2])
  expect(basis).toContain('What if')
  expect(shocks[0].shown[0]).toMatchObject({ before: '0', after: '1' })
  const together = JSON.parse((await runBeside(words('--unwinding', 'batch', '--json'))).out)
  expect([together.ok, together.batch.stop, together.unwinds.length]).toEqual([true, null, 2])
})

test('law: a witness gives the same answer offline, and none with another hash, another piece or another demand', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'exit-'))
  const file = join(folder, 'exit.json')
  const run = await runBeside(words('--witness', file, '--block-hash', hash, '--json'))
  const replayOf = (path: string, blockHash = hash) =>
    runBeside(['exit', 'replay', path, '--block-hash', blockHash, '--json'])
  const again = await replayOf(file)
  expect(again.err).toBe('')
  expect(JSON.parse(again.out)).toEqual(JSON.parse(run.out))
  const refusalOf = async (path: string, blockHash?: string): Promise<string> =>
    JSON.parse((await replayOf(path, blockHash)).out).error.code
  expect(await refusalOf(file, `0x${'11'.repeat(32)}`)).toBe('invalid_state_proof')
  const witness = JSON.parse(readFileSync(file, 'utf8'))
  const { requests } = witness.demand
  const { demand, terms } = witness
  const changes: readonly (readonly [string, object])[] = [
    ['state_missing', { nodes: witness.nodes.slice(1) }],
    ['state_missing', { codes: witness.codes.slice(1) }],
    ['partial_demand', { demand: { ...demand, requests: requests.slice(1) } }],
    ['partial_demand', { demand: { ...demand, requests: requests.toReversed() } }],
    ['exit_outcome_differs', { outcome: `0x${'22'.repeat(32)}` }],
    ['exit_outcome_differs', { terms: { ...terms, unwinding: 'batch' } }],
    ['exit_outcome_differs', { sources: [] }],
    ['invalid_exit_witness', { shocks: [{ kind: 'war' }] }],
    ['invalid_exit_witness', { note: 'a key that is not of the format' }],
  ]
  for (const [index, [code, change]] of changes.entries()) {
    const path = join(folder, `${index}.json`)
    writeFileSync(path, JSON.stringify({ ...witness, ...change }))
    expect([index, await refusalOf(path)]).toEqual([index, code])
  }
})

test('refuses: no teller, a shock that is none, a hash that is none, a demand of more than all shares', async () => {
  const refusalOf = async (...more: readonly string[]) => {
    const { code, err } = await runBeside(words(...more))
    return [code, err.split('\n')[0]]
  }
  const line = words().filter((word) => word !== '--teller' && word !== world.payer.teller)
  const alone = await runBeside(line)
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('Give --teller')])
  expect(await refusalOf('--shock', 'war')).toEqual([2, expect.stringContaining('--shock cannot')])
  expect(await refusalOf('--block-hash', '0x12')).toEqual([2, expect.stringContaining('32 bytes')])
  const tooMuch = await refusalOf('--amount', `${world.asset}=1000000`)
  expect(tooMuch).toEqual([3, expect.stringContaining('more than all shares are worth')])
})
