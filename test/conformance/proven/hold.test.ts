import type { Hex } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  openChain,
  openCountingRpc,
  simulateProvenOn,
  stateFileOf,
} from '@vaultwright/chain'
import { holdOf } from '@vaultwright/operations'
import {
  type BlockRef,
  compareHold,
  compareHoldWithFile,
  isHeld,
  type ProvenSimulation,
  replayTimes,
  replayWitness,
  restsOn,
  slotKinds,
  timesToTry,
} from '@vaultwright/outcome'
import { openStateFile, parseStateFile, printStateFile, type StateFile } from '@vaultwright/proof'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { supplyRequest } from './supply.ts'

let local: LocalChain
let chain: Chain
let older: BlockRef
let head: BlockRef
let replayed: ProvenSimulation
let file: StateFile

beforeAll(async () => {
  local = await startLocalChain()
  chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  head = await chain.readBlock('latest')
  older = await chain.readBlock(100n)
  const { witness } = await simulateProvenOn(chain, supplyRequest(local, older))
  replayed = await replayWitness(witness, older.hash)
  file = await stateFileOf(chain, replayed.slotUse, head)
})
afterAll(() => local?.anvil.close())

test('law: nothing moved between a block and itself', async () => {
  const same = await stateFileOf(chain, replayed.slotUse, older)
  const hold = compareHoldWithFile(replayed, same, older.hash)
  expect(hold).toMatchObject({ before: older, now: older, slots: 25, accounts: [], moved: [] })
  expect(isHeld(hold)).toBe(true)
})

test('golden: what moved on the history is named by kind, the same by a node and by a file', async () => {
  const counting = openCountingRpc(local.anvil.rpc)
  const counted = await openChain(counting.rpc, { id: chain.id })
  const before = counting.counts().asks
  const holdAnswer = await holdOf(
    counted,
    { witness: replayed.witness, blockHash: older.hash },
    head,
  )
  expect(counting.counts().asks - before).toBe(2)
  const hold = compareHoldWithFile(replayed, parseStateFile(printStateFile(file)), head.hash)
  expect(hold).toEqual(holdAnswer.hold)
  expect(printStateFile(holdAnswer.stateFile)).toBe(printStateFile(file))
  expect(isHeld(hold)).toBe(false)
  const moved = hold.moved.map(({ kind, account, now, value }) => ({
    kind,
    isOther: now !== value,
    account,
  }))
  const weth = placeOf(local, 'WETH').toLowerCase()
  expect(moved.every(({ isOther }) => isOther)).toBe(true)
  expect(moved.filter(({ kind }) => kind === 'program' || kind === 'permission')).toEqual([])
  expect(moved).toContainEqual({ kind: 'balance', isOther: true, account: weth })
})

test('golden: what a simulation rests on, by kind, written slots apart', () => {
  const { accounts, read: readSlots, written } = restsOn(replayed)
  const count = (of: typeof readSlots) => slotKinds.map((kind) => `${kind} ${of[kind].length}`)
  expect({
    accounts: accounts.length,
    read: count(readSlots),
    written: count(written),
  }).toMatchInlineSnapshot(`
    {
      "accounts": 9,
      "read": [
        "program 0",
        "permission 10",
        "balance 0",
        "other 8",
      ],
      "written": [
        "program 0",
        "permission 0",
        "balance 3",
        "other 4",
      ],
    }
  `)
  const all = slotKinds.flatMap((kind) => [...readSlots[kind], ...written[kind]])
  expect(all.length).toBe(replayed.slotUse.slots.length)
  const manager = placeOf(local, 'Local ETH: manager').toLowerCase()
  expect(readSlots.permission.some(({ account }) => account === manager)).toBe(true)
})

test('law: a state file without one of its nodes, or with one digit changed, is refused with the place', async () => {
  await fc.assert(
    fc.property(
      fc.nat({ max: file.nodes.length - 1 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.boolean(),
      (index, at, isLeftOut) => {
        const node = file.nodes[index]!
        const place = 2 + Math.floor(at * (node.length - 2))
        const digit = node[place] === '0' ? '1' : '0'
        const changed = `${node.slice(0, place)}${digit}${node.slice(place + 1)}` as Hex
        const nodes = file.nodes.flatMap((other, position) =>
          position !== index ? [other] : isLeftOut ? [] : [changed],
        )
        expect(
          refusalOf(() => compareHoldWithFile(replayed, { ...file, nodes }, head.hash)),
        ).toMatchObject({
          code: 'state_missing',
          facts: { account: expect.stringMatching(/^0x[0-9a-f]{40}$/) },
        })
      },
    ),
    { numRuns: runsOf(0.5) },
  )
})

test('law: a state file holds nothing else than what the simulation read, in one order', () => {
  const state = openStateFile({ ...file, nodes: file.nodes.toReversed() }, head.hash)
  const hold = compareHold(replayed, state)
  expect(hold).toEqual(compareHoldWithFile(replayed, file, head.hash))
  expect(parseStateFile(printStateFile(file))).toEqual(file)
})

test('refuses: a state file under another hash, of another chain, or that is not one', () => {
  const otherHash: Hex = `0x${'11'.repeat(32)}`
  const code = (change: Partial<StateFile>, hash: Hex) =>
    refusalOf(() => compareHoldWithFile(replayed, { ...file, ...change }, hash))
  expect(code({ blockHash: otherHash }, otherHash)).toMatchObject({ code: 'invalid_state_proof' })
  expect(code({ header: `${file.header}00` }, head.hash)).toMatchObject({
    code: expect.any(String),
  })
  expect(code({ chainId: 1 }, head.hash)).toMatchObject({
    code: 'other_chain_state',
    facts: { witnessChain: chain.id, fileChain: 1 },
  })
  const text = JSON.parse(printStateFile(file))
  for (const [change, part] of [
    [{ format: 'vaultwright-witness' }, 'format'],
    [{ version: 2 }, 'version'],
    [{ chainId: '1' }, 'chainId'],
    [{ blockHash: '0x11' }, 'blockHash'],
    [{ header: 7 }, 'header'],
    [{ nodes: ['0x1'] }, 'nodes[0]'],
    [{ nodes: Array.from({ length: 200_001 }, () => '0x') }, 'nodes'],
    [{ codes: [] }, 'the file'],
  ] as const) {
    expect(refusalOf(() => parseStateFile(JSON.stringify({ ...text, ...change })))).toMatchObject({
      code: 'invalid_state_file',
      facts: { part },
    })
  }
  expect(refusalOf(() => parseStateFile('{'))).toMatchObject({ code: 'invalid_state_file' })
})

test('law: a simulation holds for the times tried that its code allows, and says no more', async () => {
  const tried = await replayTimes(replayed.witness, older.hash)
  expect(tried.map(({ seconds }) => seconds)).toEqual(timesToTry)
  for (const { seconds, atUnix, outcome, missing } of tried) {
    expect(atUnix).toBe(older.timestamp + seconds)
    expect({ outcome, missing }).toEqual({ outcome: { status: 'success' }, missing: null })
  }
})

test('refuses: a time that is not after the block, whoever chose it', async () => {
  const { witness } = replayed
  for (const early of [0n, 1n, older.timestamp - 1n, older.timestamp]) {
    const request = { ...witness.request, timestamp: early }
    const refusal = { code: 'invalid_witness', facts: { part: 'request.timestamp' } }
    await expect(replayWitness({ ...witness, request }, older.hash)).rejects.toMatchObject(refusal)
    const terms = { atUnix: early }
    await expect(replayWitness(witness, older.hash, terms)).rejects.toMatchObject(refusal)
  }
})

test('refuses: what is the same in an older block, or asked of another block, does not hold', () => {
  const same = openStateFile(file, head.hash)
  const hold = { ...compareHold(replayed, same), accounts: [], moved: [] }
  expect(isHeld(hold)).toBe(true)
  const { before, now } = hold
  expect(isHeld({ ...hold, before: now, now: before })).toBe(false)
  const asking = { ...replayed, dependsOn: ['NUMBER', 'TIMESTAMP'] as const }
  expect(compareHold(asking, same).asked).toEqual(['NUMBER'])
  expect(isHeld({ ...hold, asked: ['NUMBER'] })).toBe(false)
})

function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
