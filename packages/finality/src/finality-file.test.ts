import { BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { openHeader } from '@vaultwright/proof'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLocalBeacon, type SignTerms } from '../../../test/support/node/local-beacon.ts'
import { minimalPreset } from '../../../test/support/proven/light-client-vector.ts'
import {
  accountLeaf,
  oneEntryHeader,
  oneEntryTrie,
} from '../../../test/support/proven/one-entry.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { FinalityError } from './error.ts'
import { blockHistory, historySlotOf, NotYetFinalError } from './final-block.ts'
import {
  type FinalityFile,
  openFinality,
  parseFinalityFile,
  printFinalityFile,
} from './finality-file.ts'
import { layoutsOf } from './layout.ts'
import { applyUpdate, readSignedHead, startLightClient } from './light-client.ts'
import { slotAt } from './network.ts'

// Committees of 32, as chains for tests have them: a run is fast, and every rule is that of mainnet.
const beacon = openLocalBeacon(7, 1_700_000_000n, minimalPreset)
const ancestor: Hex = `0x${'5a'.repeat(32)}`
const storage = oneEntryTrie(historySlotOf(8n), Uint8Array.of(0xa0, ...parseHex(ancestor)))
const state = oneEntryTrie(blockHistory, accountLeaf(storage))
const rows = headersUpTo(9)
const top = rows.at(-1)!

/** Headers of blocks 1 to n, each the child of the one before, the last over the state with the history. */
function headersUpTo(last: number) {
  const list: { rlp: Hex; hash: Hex; number: bigint }[] = []
  for (let number = 1; number <= last; number++) {
    const parent = list.at(-1)
    const stateRoot = number === last ? keccak256(state) : new Uint8Array(32).fill(9)
    const rlp = oneEntryHeader(stateRoot, {
      number,
      ...(parent === undefined ? {} : { parentHash: parseHex(parent.hash) }),
    })
    list.push({ rlp: printHex(rlp), hash: openHeader(rlp).hash, number: BigInt(number) })
  }
  return list
}

const blockOf = (number: bigint, hash: Hex = top.hash) => ({
  number,
  hash,
  stateRoot: printHex(keccak256(state)),
  timestamp: 1_700_000_000n,
})
const checkpoint = beacon.checkpointOf(8n, blockOf(1n))
const terms = { network: beacon.network, checkpoint, now: 1_700_003_000n }
const updates = [beacon.updateOf(16n, blockOf(2n)), beacon.updateOf(80n, blockOf(3n))]
const whole: Omit<FinalityFile, 'block' | 'evidence'> = {
  chainId: 7,
  checkpoint,
  bootstrap: printHex(beacon.bootstrapOf(8n, blockOf(1n))),
  updates: updates.map((update) => printHex(update)),
  finality: printHex(beacon.finalityOf(96n, blockOf(9n))),
  optimistic: null,
}
const files: readonly FinalityFile[] = [
  {
    ...whole,
    block: { number: 8n, hash: ancestor },
    evidence: {
      kind: 'history',
      accountProof: [printHex(state)],
      storageProof: [printHex(storage)],
    },
  },
  {
    ...whole,
    block: { number: 4n, hash: rows[3]!.hash },
    evidence: {
      kind: 'headers',
      headers: rows
        .slice(4)
        .reverse()
        .map(({ rlp }) => rlp),
    },
  },
]

test('default: a file leads from the checkpoint to an ancestor of the final block', () => {
  for (const file of files) {
    expect(openFinality(file, terms)).toMatchObject({
      block: file.block,
      final: { slot: 96n, block: { number: 9n, hash: top.hash } },
      signers: { count: 31, of: 32 },
      periodCount: 2,
    })
  }
})

type Row = { [key: string]: unknown }

/** Every piece of a file that can be changed, by its path. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key]))]
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((part, key) => (part as Row)[key], value)
}

/** Changes one piece: a digit of a text, or the entries of a list. */
function changePiece(value: unknown, digit: number): unknown {
  if (typeof value === 'string') {
    const index = value.length === 0 ? 0 : digit % value.length
    const letter = value[index] === 'f' || value[index] === '9' ? '1' : '9'
    return `${value.slice(0, index)}${letter}${value.slice(index + 1)}`
  }
  if (Array.isArray(value)) {
    const ways = [
      value.slice(1),
      value.slice(0, -1),
      [...value, value[0]],
      [...value].reverse(),
      [],
    ]
    return ways[digit % ways.length]
  }
  return null
}

// One period is enough for a change, and half the work.
const changeable = files.map((file) => {
  const shorter = { ...file, updates: file.updates.slice(0, 1) }
  return { file: shorter, original: openFinality(shorter, terms) }
})

test('law: no change of a file proves another block or another final header', () => {
  const change = fc.record({
    subject: fc.constantFrom(...changeable),
    place: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
    digit: fc.nat(100_000),
  })
  fc.assert(
    fc.property(change, ({ subject: { file, original }, place, digit }) => {
      const fields = JSON.parse(printFinalityFile(file))
      const paths = pathsIn(fields).filter((path) => path.length > 0)
      const path = paths[Math.floor(place * paths.length)]!
      const parent = at(fields, path.slice(0, -1)) as Row
      parent[path.at(-1)!] = changePiece(parent[path.at(-1)!], digit)
      const proven = outcomeOf(() => openFinality(parseFinalityFile(JSON.stringify(fields)), terms))
      // The checkpoint of a file is a label, and an update less may still lead to the same header.
      const isSame =
        proven instanceof BaseError ||
        (proven.block.hash === original.block.hash &&
          proven.block.number === original.block.number &&
          proven.final.root === original.final.root)
      expect({ path, isSame }).toEqual({ path, isSame: true })
    }),
    { numRuns: runsOf(0.5) },
  )
})

function outcomeOf<Value>(run: () => Value): Value | BaseError {
  try {
    return run()
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}

test('refuses: by name, signers that did not sign, a replayed and a skipped period, another signed slot', () => {
  const stepOf = (change: Partial<FinalityFile>) => {
    const outcome = outcomeOf(() => openFinality({ ...files[0]!, ...change }, terms))
    return outcome instanceof FinalityError ? outcome.step : 'none'
  }
  const [first, second] = whole.updates as readonly [Hex, Hex]
  const { finality } = layoutsOf(minimalPreset).electra
  const value = finality.decode(parseHex(whole.finality!))
  const bits = value.sync_aggregate.sync_committee_bits.map(() => true)
  const allBits = {
    ...value,
    sync_aggregate: { ...value.sync_aggregate, sync_committee_bits: bits },
  }
  const laterUpdate = finality.decode(beacon.finalityOf(97n, blockOf(9n)))
  const otherSlot = { ...value, sync_aggregate: laterUpdate.sync_aggregate }
  const encode = (changed: typeof value) => printHex(finality.encode(changed))
  expect(stepOf({})).toBe('none')
  expect(stepOf({ finality: encode(allBits) })).toBe('not_signed')
  expect(stepOf({ finality: encode(otherSlot) })).toBe('not_signed')
  expect(stepOf({ updates: [first, second, first] })).toBe('period_skipped')
  expect(stepOf({ updates: [second] })).toBe('period_skipped')
  expect(stepOf({ updates: [] })).toBe('period_skipped')
  expect(stepOf({ chainId: 8 })).toBe('chain_differs')
})

const newer = { number: 20n, hash: `0x${'77'.repeat(32)}` as Hex }
const signedBy = (count: number, terms: SignTerms = {}) =>
  printHex(
    beacon.optimisticOf(
      111n,
      { ...blockOf(newer.number), hash: newer.hash },
      {
        isPresent: (member) => member < count,
        ...terms,
      },
    ),
  )
const newerFile = { ...files[0]!, block: newer, evidence: { kind: 'same' } } as const

test('law: a block newer than finality is never proven, however many signed, and the error has their count', () => {
  for (const count of [1, 21, 32]) {
    const file = { ...newerFile, optimistic: signedBy(count) }
    const outcome = outcomeOf(() => openFinality(file, terms))
    expect(outcome).toBeInstanceOf(NotYetFinalError)
    expect((outcome as NotYetFinalError).shortMessage).toContain(
      `Block 20 ${newer.hash} is newer than finality: ${count} of 32 members signed it at slot 111, and block 9 is the last final one.`,
    )
  }
})

test('golden: headers tie a newer block to the one that was signed after it', () => {
  const older = beacon.finalityOf(96n, blockOf(3n, rows[2]!.hash))
  const file = {
    ...newerFile,
    finality: printHex(older),
    optimistic: printHex(beacon.optimisticOf(111n, blockOf(9n))),
    block: { number: 8n, hash: rows[7]!.hash },
    evidence: { kind: 'headers', headers: [top.rlp] },
  } as const
  const messageOf = (changed: FinalityFile) =>
    (outcomeOf(() => openFinality(changed, terms)) as BaseError).shortMessage
  expect(messageOf(file)).toContain(
    '31 of 32 members signed block 9, which follows it, at slot 111, and block 3 is the last final one',
  )
  const foreignBlock = { ...file, block: { ...file.block, hash: newer.hash } }
  expect(messageOf(foreignBlock)).toContain('block 8 under block 9 has the hash')
})

test('refuses: signers of another committee, a later slot, a header without a signature, and a newer block', () => {
  const time = { currentSlot: slotAt(beacon.network, terms.now) }
  const start = startLightClient(beacon.network, checkpoint, parseHex(whole.bootstrap))
  const client = applyUpdate(start, updates[0]!, time)
  const stepOf = (run: () => unknown) => {
    const outcome = outcomeOf(run)
    return outcome instanceof FinalityError ? outcome.step : 'none'
  }
  const headOf = (optimistic: Hex) =>
    stepOf(() => readSignedHead(client, parseHex(optimistic), time))
  const { optimistic } = layoutsOf(minimalPreset).electra
  const value = optimistic.decode(parseHex(signedBy(30)))
  const bits = value.sync_aggregate.sync_committee_bits.map(() => true)
  const allBits = { ...value.sync_aggregate, sync_committee_bits: bits }
  const withAllBits = printHex(optimistic.encode({ ...value, sync_aggregate: allBits }))
  expect(headOf(signedBy(30))).toBe('none')
  expect(headOf(signedBy(30, { period: 9n }))).toBe('not_signed')
  expect(headOf(withAllBits)).toBe('not_signed')
  expect(headOf(signedBy(0))).toBe('malformed')
  expect(headOf(signedBy(30, { slot: 111n }))).toBe('slots_disordered')
  expect(headOf(signedBy(30, { slot: 100_000n }))).toBe('from_future')
  const open = (change: Partial<FinalityFile>) =>
    stepOf(() => openFinality({ ...newerFile, optimistic: signedBy(30), ...change }, terms))
  expect(open({ optimistic: null })).toBe('block_not_final')
  expect(open({ block: { ...newer, number: 21n } })).toBe('block_not_final')
})
