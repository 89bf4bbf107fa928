import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBeaconServer } from '../../support/node/beacon-server.ts'
import {
  beaconNetworkFile,
  type ExecutionBlock,
  openLocalBeacon,
} from '../../support/node/local-beacon.ts'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { askBeside, root, runBeside, scratch } from '../program.ts'

const folder = scratch()
const inFolder = (name: string) => join(folder, name)
const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const calls = join(root, 'fixtures/calls/local-eth-supply.json')
const threeDays = 259_200
const beacon = openLocalBeacon(31337, BigInt(Math.floor(Date.now() / 1000) - threeDays))
let chain: LocalChain
let head: ExecutionBlock
let checkpoint: Hex
let server: Awaited<ReturnType<typeof startBeaconServer>>
let answers: Parameters<typeof startBeaconServer>[0]

const blockAt = async (tag: string): Promise<ExecutionBlock> => {
  const [answer] = await chain.anvil.rpc.ask([
    { method: 'eth_getBlockByNumber', params: [tag, false] },
  ])
  const { value } = answer as { readonly value: Readonly<Record<string, Hex>> }
  const { hash, number, stateRoot, timestamp } = value
  return {
    hash: hash!,
    number: BigInt(number!),
    stateRoot: stateRoot!,
    timestamp: BigInt(timestamp!),
  }
}

beforeAll(async () => {
  chain = await startLocalChain()
  head = await blockAt('latest')
  const from = placeOf(chain, 'strategist')
  const batch = ['simulate', '--calls', calls, '--tree', tree, '--from', from]
  const proven = ['--engine', 'proven', '--witness', inFolder('witness.json')]
  const answer = await runBeside([...batch, '--rpc-url', chain.anvil.url, ...proven])
  expect({ code: answer.code, err: answer.err }).toEqual({ code: 0, err: '' })
  await chain.anvil.rpc.ask([{ method: 'anvil_mine', params: ['0x5'] }])
  const final = await blockAt('latest')
  await chain.anvil.rpc.ask([{ method: 'anvil_mine', params: ['0x2'] }])
  const start = await blockAt('0x1')
  checkpoint = beacon.checkpointOf(100n, start)
  answers = {
    bootstrap: beacon.bootstrapOf(100n, start),
    updates: [beacon.updateOf(200n, start), beacon.updateOf(8_300n, start)],
    finality: beacon.finalityOf(17_000n, final),
  }
  server = await startBeaconServer(answers)
  writeFileSync(inFolder('network.json'), beaconNetworkFile(beacon.network))
})
afterAll(async () => {
  server?.close()
  await chain?.anvil.close()
})

const trust = () => ['--checkpoint', checkpoint, '--beacon-network', inFolder('network.json')]
const final = (...more: readonly string[]) => [
  'block',
  'final',
  ...trust(),
  '--rpc-url',
  chain.anvil.url,
  ...more,
]
const finality = () => inFolder('finality.json')
const finalLine = () =>
  `final  block ${head.number} ${head.hash} of chain 31337: 511 of 512 members signed, slot 17000\n`

test('golden: a block is final from a checkpoint, over two committees, and the file proves it offline', async () => {
  const answer = await runBeside(
    final('--beacon', server.url, '--block', head.hash, '--write', finality()),
  )
  expect({ code: answer.code, err: answer.err }).toEqual({ code: 0, err: '' })
  expect(answer.out).toContain(finalLine())
  expect(answer.out).toContain(`rests on the checkpoint ${checkpoint} (slot 100, `)
  const checked = await runBeside(['block', 'check', finality(), ...trust()])
  expect(checked).toMatchObject({ code: 0, out: answer.out })
  const inJson = await startBeaconServer({ ...answers, isJson: true })
  const newest = await askBeside(final('--beacon', inJson.url))
  inJson.close()
  expect(newest).toMatchObject({
    chainId: 31337,
    block: { number: String(head.number + 5n) },
    periods: 2,
  })
})

test('default: a witness is replayed from a checkpoint in place of a block hash', async () => {
  const { from, to, data } = JSON.parse(readFileSync(inFolder('witness.json'), 'utf8')).request
  const replay = [
    'simulate',
    data,
    '--from',
    from,
    '--to',
    to,
    '--replay',
    inFolder('witness.json'),
  ]
  const answer = await runBeside([...replay, '--finality', finality(), ...trust()])
  expect({ code: answer.code, err: answer.err }).toEqual({ code: 0, err: '' })
  expect(answer.out).toContain('Would succeed.')
  expect(answer.out).toContain(finalLine())
  expect(answer.out).toContain(
    'The checkpoint: it is worth as much as the source that you have it from.',
  )
  expect(answer.out).not.toContain('its hash is worth as much')
  const json = await askBeside([...replay, '--finality', finality(), ...trust()])
  expect(json.proof.notProven[0]).toBe(
    'The checkpoint: it is worth as much as the source that you have it from.',
  )
  const hash = ['--block-hash', head.hash, '--chain', 'local']
  const byHash = await askBeside([...replay, ...hash])
  expect(byHash.proof.notProven[0]).toContain('its hash is worth as much')
  // Another EVM is asked only where its package is installed, which is not the case here.
  const second = await runBeside([...replay, ...hash, '--engine', 'edr'])
  expect(second).toMatchObject({ code: 4, out: '' })
  expect(second.err).toContain('npm install @nomicfoundation/edr@0.13.0')
  const otherChain = await runBeside([
    ...replay,
    '--finality',
    finality(),
    ...trust(),
    '--chain',
    'mainnet',
  ])
  expect(otherChain).toMatchObject({ code: 2, err: expect.stringContaining('is of chain 31337') })
  const twice = await runBeside([
    ...replay,
    '--finality',
    finality(),
    ...trust(),
    '--block-hash',
    head.hash,
  ])
  expect(twice).toMatchObject({ code: 2, err: expect.stringContaining('Leave --block-hash out') })
})

test('golden: tree check reads roots at a block that is final, by servers and by a file', async () => {
  const words = [
    'tree',
    'check',
    tree,
    '--rpc-url',
    chain.anvil.url,
    '--strategist',
    placeOf(chain, 'strategist'),
  ]
  const followed = await runBeside([...words, '--final', '--beacon', server.url, ...trust()])
  expect({ code: followed.code, err: followed.err }).toEqual({ code: 0, err: '' })
  expect(followed.out).toContain(`final  block ${head.number + 5n} `)
  expect(followed.out).toContain('this tree')
  const byFile = await askBeside([...words, '--final', '--finality', finality(), ...trust()])
  expect(byFile).toMatchObject({
    ok: true,
    final: { block: { hash: head.hash }, signers: { count: 511 } },
    files: [{ onChain: { block: { hash: head.hash } } }],
  })
  const refusals = {
    'goes with --final': [...words, ...trust()],
    'needs a node': ['tree', 'check', tree, '--final', ...trust()],
    'Leave --beacon and --block out': [
      ...words,
      '--final',
      '--finality',
      finality(),
      '--block',
      '1',
      ...trust(),
    ],
    'Give --beacon': [...words, '--final', ...trust()],
    'is newer than block': [
      ...words,
      '--final',
      '--beacon',
      server.url,
      '--block',
      'latest',
      ...trust(),
    ],
  }
  for (const [message, line] of Object.entries(refusals)) {
    const { code, err } = await runBeside(line)
    expect({ message, isRefused: code !== 0, err }).toEqual({
      message,
      isRefused: true,
      err: expect.stringContaining(message),
    })
  }
})

test('refuses: another checkpoint, an old one, a file of another block, and a damaged one', async () => {
  const check = (path: string, words = trust()) => runBeside(['block', 'check', path, ...words])
  const otherHash = `0x${'22'.repeat(32)}`
  const foreign = await check(finality(), ['--checkpoint', otherHash, ...trust().slice(2)])
  expect(foreign).toMatchObject({
    code: 3,
    err: expect.stringContaining(`the checkpoint is ${otherHash}`),
  })
  const mainnet = await check(finality(), ['--checkpoint', checkpoint])
  expect(mainnet).toMatchObject({
    code: 3,
    err: expect.stringContaining('of chain 31337, and the checkpoint of chain 1'),
  })
  const file = JSON.parse(readFileSync(finality(), 'utf8'))
  const network = JSON.parse(readFileSync(inFolder('network.json'), 'utf8'))
  const older = { ...network, genesisTime: String(Number(network.genesisTime) - 14 * 86_400) }
  writeFileSync(inFolder('older.json'), JSON.stringify(older))
  const old = ['--checkpoint', checkpoint, '--beacon-network', inFolder('older.json')]
  expect(await check(finality(), old)).toMatchObject({
    code: 2,
    err: expect.stringContaining('16 days old'),
  })
  expect(await check(finality(), [...old, '--allow-old-checkpoint'])).toMatchObject({ code: 0 })
  const changes = {
    hash: { block: { ...file.block, hash: otherHash } },
    number: { block: { ...file.block, number: String(Number(file.block.number) - 1) } },
    newer: { block: { ...file.block, number: String(Number(file.block.number) + 6) } },
    skipped: { updates: file.updates.slice(1) },
    headers: { evidence: { kind: 'headers', headers: file.evidence.headers.slice(1) } },
    untied: { evidence: { kind: 'same' } },
    key: { evidence: { kind: 'history' } },
  }
  for (const [name, change] of Object.entries(changes)) {
    writeFileSync(inFolder('changed.json'), JSON.stringify({ ...file, ...change }))
    expect({ name, code: (await check(inFolder('changed.json'))).code }).toEqual({ name, code: 3 })
  }
})

test('golden: a newer block is a no that tells how many signed it, by servers and by the file', async () => {
  const [newest, signed] = [
    await blockAt('latest'),
    await blockAt(`0x${(head.number + 6n).toString(16)}`),
  ]
  const few = { isPresent: (member: number) => member < 300 }
  const optimistic = beacon.optimisticOf(17_090n, newest, few)
  const path = inFolder('newer.json')
  const sentence = `Block ${signed.number} ${signed.hash} is newer than finality: 300 of 512 members signed block ${newest.number}, which follows it, at slot 17090, and block ${head.number + 5n} is the last final one.`
  for (const isJson of [false, true]) {
    const knowing = await startBeaconServer({ ...answers, optimistic, isJson })
    const fromServer = await runBeside(
      final('--beacon', knowing.url, '--block', signed.hash, '--write', path),
    )
    knowing.close()
    expect(fromServer).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) })
  }
  const checked = await runBeside(['block', 'check', path, ...trust()])
  expect(checked).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) })
  const { data } = JSON.parse(readFileSync(inFolder('witness.json'), 'utf8')).request
  const packet = ['packet', data, '--tree', tree, '--finality', path, ...trust()]
  expect(await runBeside(packet)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(sentence),
  })
  const lie = beacon.optimisticOf(17_090n, newest, { period: 9n })
  for (const unusable of [lie, null]) {
    const silent = await startBeaconServer({ ...answers, optimistic: unusable })
    const withoutCount = await runBeside(final('--beacon', silent.url, '--block', signed.hash))
    silent.close()
    expect(withoutCount).toMatchObject({
      code: 3,
      err: expect.stringContaining('the last final one'),
    })
    expect(withoutCount.err).not.toContain('members signed it')
  }
})

test('refuses: a server that lies in any object, and takes the next one', async () => {
  const lies = {
    bootstrap: { ...answers, bootstrap: answers.finality },
    updates: { ...answers, updates: [answers.updates[1]!, answers.updates[0]!] },
    finality: { ...answers, finality: beacon.finalityOf(17_000n, head, { period: 9n }) },
  }
  for (const lie of Object.values(lies)) {
    const liar = await startBeaconServer(lie)
    const alone = await runBeside(final('--beacon', liar.url))
    expect(alone).toMatchObject({ code: 3, err: expect.stringContaining('is not proven') })
    const both = await runBeside(
      final('--beacon', liar.url, '--beacon', server.url, '--block', head.hash),
    )
    expect(both).toMatchObject({ code: 0, err: expect.stringContaining('is not proven') })
    expect(both.out).toContain(finalLine())
    liar.close()
  }
  const away = await runBeside(final('--beacon', 'http://127.0.0.1:1'))
  expect(away).toMatchObject({ code: 4, err: expect.stringContaining('gives no answer') })
})
