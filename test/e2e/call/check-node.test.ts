import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHex, printHex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { printFinalityFile } from '@vaultwright/finality'
import { replayWitness } from '@vaultwright/outcome'
import { openHeader, parseWitness, type Witness } from '@vaultwright/proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOfProven } from '../../console/proof/record.ts'
import { simulationRecordOf } from '../../support/call/simulation-record.ts'
import { beaconNetworkFile, openLocalBeacon } from '../../support/node/local-beacon.ts'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { root, runBeside, scratch } from '../program.ts'

const folder = scratch()
const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const calls = join(root, 'fixtures/calls/local-eth-supply.json')
const paths = {
  witness: join(folder, 'witness.json'),
  record: join(folder, 'record.json'),
  request: join(folder, 'request.json'),
  finality: join(folder, 'finality.json'),
  network: join(folder, 'network.json'),
}
let chain: LocalChain
let hash: `0x${string}`
let record: object
let trust: readonly string[]

beforeAll(async () => {
  chain = await startLocalChain()
  const from = placeOf(chain, 'strategist')
  const words = ['simulate', '--calls', calls, '--tree', tree, '--from', from]
  const node = ['--rpc-url', chain.anvil.url]
  await runBeside([...words, ...node, '--engine', 'proven', '--witness', paths.witness])
  const witness = parseWitness(readFileSync(paths.witness, 'utf8'))
  hash = witness.blockHash
  const { vault, manager, root: treeRoot } = statedBy(tree)
  const proven = await replayWitness(witness, hash)
  const calldata = witness.request.data
  const stated = simulationRecordOf({ calldata, actions: [] }, { vault, manager, root: treeRoot })
  record = { ...recordOfProven(proven, 'x'), calls: stated.calls, root: treeRoot }
  writeFileSync(paths.record, JSON.stringify(record))
  const request = { chain: 'local', vault_address: vault, strategist_address: from, calldata }
  writeFileSync(paths.request, JSON.stringify(request))
  trust = writeFinality(witness, 31337)
})
afterAll(() => chain?.anvil.close())

/** Writes the file that proves the block of a witness final, and gives what a person trusts. */
function writeFinality({ header, blockHash }: Witness, chainId: number): readonly string[] {
  const beacon = openLocalBeacon(chainId, BigInt(Math.floor(Date.now() / 1000) - 86_400))
  const { number, stateRoot, timestamp } = openHeader(parseHex(header))
  const block = { number, stateRoot, timestamp, hash: blockHash }
  const checkpoint = beacon.checkpointOf(100n, block)
  const file = printFinalityFile({
    chainId,
    checkpoint,
    bootstrap: printHex(beacon.bootstrapOf(100n, block)),
    updates: [],
    finality: printHex(beacon.finalityOf(200n, block)),
    optimistic: null,
    block: { number, hash: blockHash },
    evidence: { kind: 'same' },
  })
  writeFileSync(paths.finality, file)
  writeFileSync(paths.network, beaconNetworkFile(beacon.network))
  return [
    '--finality',
    paths.finality,
    '--checkpoint',
    checkpoint,
    '--beacon-network',
    paths.network,
  ]
}

function statedBy(path: string) {
  const { metadata } = JSON.parse(readFileSync(path, 'utf8'))
  const { BoringVaultAddress: vault, ManagerAddress: manager, ManageRoot } = metadata
  return { vault, manager, root: ManageRoot }
}

const check = (...more: readonly string[]) => checkBy(tree, ...more)

const checkBy = async (treePath: string, ...more: readonly string[]) => {
  const inputs = ['--request', paths.request, '--tree', treePath, '--witness', paths.witness]
  const { code, out } = await runBeside(['check', paths.record, ...inputs, ...more, '--json'])
  return { code, ...JSON.parse(out) }
}
const messages = (verdict: { readonly reasons: readonly { readonly message: string }[] }) =>
  verdict.reasons.map(({ message }) => message).join('\n')

test('golden: a simulation follows from a typed hash, and its root by a node', async () => {
  const typed = await check('--block-hash', hash)
  expect(typed).toMatchObject({ code: 0, kind: 'simulation', answer: 'yes' })
  expect(messages(typed)).toContain(`approvals follow from block ${hash}`)
  const node = await check('--rpc-url', chain.anvil.url, '--block', hash)
  expect(node).toMatchObject({ code: 0, answer: 'yes' })
  expect(messages(node)).toContain(`root in force in block ${hash}, as follows from that hash`)
  const newest = await check('--rpc-url', chain.anvil.url)
  expect(messages(newest)).toContain('compare it with another source')
})

test('golden: a checkpoint takes the place of the hash, and the answer says who signed', async () => {
  const verdict = await check(...trust)
  expect(verdict).toMatchObject({
    code: 0,
    answer: 'yes',
    final: { chainId: 31337, block: { hash }, signers: { count: 511, of: 512 } },
  })
  expect(messages(verdict)).toContain(`approvals follow from block ${hash}`)
  const both = await runBeside(['check', paths.record, ...trust, '--block-hash', hash])
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('Leave --block-hash out') })
  const idle = await runBeside(['check', paths.record, ...trust])
  expect(idle).toMatchObject({ code: 2, err: expect.stringContaining('--root-proof or --witness') })
})

test('refuses: a finality file of another chain, though its block is that of the witness', async () => {
  const witness = parseWitness(readFileSync(paths.witness, 'utf8'))
  const foreign = writeFinality(witness, 31338)
  const inputs = ['--request', paths.request, '--tree', tree, '--witness', paths.witness]
  const answer = await runBeside(['check', paths.record, ...inputs, ...foreign])
  trust = writeFinality(witness, 31337)
  expect(answer).toMatchObject({
    code: 2,
    err: expect.stringContaining('is of chain 31338, and the proof or witness of chain 31337'),
  })
})

test('refuses: another root in force, another hash, and numbers that no run gives', async () => {
  const replaced = join(localChainFolder, 'trees/local-eth-main-2.json')
  const older = await checkBy(replaced, '--rpc-url', chain.anvil.url)
  expect(older).toMatchObject({ code: 1, answer: 'no' })
  expect(messages(older)).toMatch(/The root in force is 0x\w{64}, and the tree has 0x\w{64}/)
  const wrong = `0x${'12'.repeat(32)}`
  const foreign = await check('--block-hash', wrong)
  expect(foreign).toMatchObject({ code: 1, answer: 'no' })
  expect(messages(foreign)).toContain('The witness does not run again')
  const [run] = (record as { readonly seen: readonly object[] }).seen
  writeFileSync(paths.record, JSON.stringify({ ...record, seen: [{ ...run, gas_used: '1' }] }))
  const damaged = await check('--block-hash', hash)
  writeFileSync(paths.record, JSON.stringify(record))
  expect(damaged).toMatchObject({ code: 1, answer: 'no' })
  expect(messages(damaged)).toContain('gas: what the proven stated does not follow.')
})

test('refuses: a hash without what follows from it, a witness without one, and both sources', async () => {
  const bare = await runBeside(['check', paths.record, '--witness', paths.witness])
  expect(bare).toMatchObject({ code: 2, err: expect.stringContaining('Give --block-hash') })
  const idle = await runBeside(['check', paths.record, '--block-hash', hash])
  expect(idle).toMatchObject({ code: 2, err: expect.stringContaining('--root-proof or --witness') })
  const words = ['check', paths.record, '--rpc-url', chain.anvil.url]
  const both = await runBeside([...words, '--block-hash', hash, '--witness', paths.witness])
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('in place of --block-hash') })
  const unsetStrategist = await runBeside(words)
  expect(unsetStrategist).toMatchObject({
    code: 2,
    err: expect.stringContaining('strategist_address'),
  })
})
