import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { openHeader } from '@vaultwright/proof'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountLeaf,
  oneEntryHeader,
  oneEntryTrie,
} from '../../../test/support/proven/one-entry.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { FinalityError } from './error.ts'
import { assertUnderFinal, type BlockEvidence, blockHistory, historySlotOf } from './final-block.ts'
import { type FinalityFile, parseFinalityFile, printFinalityFile } from './finality-file.ts'

const blockHash: Hex = `0x${'5a'.repeat(32)}`

/** A final block whose state keeps one hash in the history contract. */
function finalWith(number: bigint, kept: bigint) {
  const storage = oneEntryTrie(historySlotOf(kept), Uint8Array.of(0xa0, ...parseHex(blockHash)))
  const state = oneEntryTrie(blockHistory, accountLeaf(storage))
  const final = {
    slot: 0n,
    root: blockHash,
    timestamp: 0n,
    block: { number, hash: blockHash, stateRoot: printHex(keccak256(state)) },
  }
  const accountProof = [printHex(state)]
  return {
    final,
    evidence: { kind: 'history', accountProof, storageProof: [printHex(storage)] } as const,
  }
}

const stepOf = (run: () => void) => {
  try {
    run()
    return 'none'
  } catch (error) {
    return error instanceof FinalityError ? error.step : 'not a proof'
  }
}

test('golden: the hash of an older block stands in the slot of its number modulo 8,191', () => {
  expect(historySlotOf(22_423_066n)).toBe(`0x${(22_423_066 % 8191).toString(16).padStart(64, '0')}`)
  const { final, evidence } = finalWith(20_000n, 19_000n)
  expect(
    stepOf(() => assertUnderFinal(final, { number: 19_000n, hash: blockHash }, evidence)),
  ).toBe('none')
  const oldest = finalWith(20_000n, 20_000n - 8191n)
  const block = { number: 20_000n - 8191n, hash: blockHash }
  expect(stepOf(() => assertUnderFinal(oldest.final, block, oldest.evidence))).toBe('none')
})

test('law: headers lead from the final block to its ancestor, and each of them is needed', () => {
  const rows: { rlp: Uint8Array; hash: Hex; number: bigint }[] = []
  for (let number = 1; number <= 9; number++) {
    const parent = rows.at(-1)
    const rlp = oneEntryHeader(new Uint8Array(32).fill(9), {
      number,
      ...(parent === undefined ? {} : { parentHash: parseHex(parent.hash) }),
    })
    rows.push({ rlp, hash: openHeader(rlp).hash, number: BigInt(number) })
  }
  const top = rows.at(-1)!
  const final = { ...finalWith(9n, 1n).final, block: { ...top, stateRoot: blockHash } }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(7), (number, dropped) => {
      const block = rows[number - 1]!
      const headers = rows
        .slice(number)
        .reverse()
        .map(({ rlp }) => printHex(rlp))
      expect(stepOf(() => assertUnderFinal(final, block, { kind: 'headers', headers }))).toBe(
        'none',
      )
      const fewer = headers.filter((_, index) => index !== dropped % headers.length)
      const run = () => assertUnderFinal(final, block, { kind: 'headers', headers: fewer })
      expect(stepOf(run)).toBe('block_differs')
    }),
    { numRuns: runsOf(0.3) },
  )
})

test('refuses: a newer block, another hash, a lapsed one, and a proof of something else', () => {
  const { final, evidence } = finalWith(20_000n, 19_000n)
  const check = (number: bigint, hash: Hex = blockHash, by: BlockEvidence = evidence) =>
    stepOf(() => assertUnderFinal(final, { number, hash }, by))
  expect(check(20_001n)).toBe('block_not_final')
  expect(check(19_000n, `0x${'5b'.repeat(32)}`)).toBe('block_differs')
  expect(check(20_000n - 8192n)).toBe('block_differs')
  expect(check(19_001n)).not.toBe('none')
  expect(check(19_000n, blockHash, { kind: 'same' })).toBe('block_differs')
  expect(check(19_000n, blockHash, { ...evidence, accountProof: [] })).not.toBe('none')
  expect(check(20_000n, `0x${'5b'.repeat(32)}`)).toBe('block_differs')
})

test('law: a finality file is read as it was printed, and any key less or more is refused', () => {
  const hex = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => printHex(bytes))
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => printHex(bytes))
  const evidence = fc.oneof(
    fc.constant({ kind: 'same' } as const),
    fc.record({ kind: fc.constant('headers' as const), headers: fc.array(hex) }),
    fc.record({
      kind: fc.constant('history' as const),
      accountProof: fc.array(hex),
      storageProof: fc.array(hex),
    }),
  )
  const file: fc.Arbitrary<FinalityFile> = fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    checkpoint: hash,
    bootstrap: hex,
    updates: fc.array(hex, { maxLength: 3 }),
    finality: fc.option(hex),
    optimistic: fc.option(hex),
    block: fc.record({ number: fc.bigInt({ min: 0n, max: 2n ** 64n }), hash }),
    evidence,
  })
  fc.assert(
    fc.property(file, (made) => {
      const text = printFinalityFile(made)
      expect(parseFinalityFile(text)).toEqual(made)
      const fields = JSON.parse(text)
      const { optimistic, ...needed } = fields
      expect(parseFinalityFile(JSON.stringify(needed))).toEqual({ ...made, optimistic: null })
      expect(optimistic ?? null).toBe(made.optimistic)
      for (const key of Object.keys(needed)) {
        const { [key]: _, ...less } = fields
        expect(() => parseFinalityFile(JSON.stringify(less))).toThrow('cannot be used')
      }
      expect(() => parseFinalityFile(JSON.stringify({ ...fields, more: 1 }))).toThrow('unknown key')
    }),
    { numRuns: runsOf(0.3) },
  )
})
