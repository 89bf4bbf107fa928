import type { BlockTag } from '@vaultwright/outcome'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Finality, parseFinality, readFinalHead } from './finality.ts'

const hash = `0x${'b'.repeat(64)}` as const

/** A chain whose node calls its tenth block from the head final, and its fifth safe. */
function chain(head: bigint) {
  const tags: BlockTag[] = []
  const heights = { latest: 0n, safe: 5n, finalized: 10n }
  const readBlock = async (tag: BlockTag) => {
    tags.push(tag)
    const number = typeof tag === 'bigint' ? tag : head - heights[tag as keyof typeof heights]
    return { number, hash, timestamp: number }
  }
  return { readBlock, asked: tags }
}

test('law: a tag is read as it is, and a count as a depth', () => {
  const tag = fc.constantFrom('finalized', 'safe', 'latest')
  const texts = fc.oneof(
    tag.map((word): [string, Finality] => [word, { kind: 'tag', tag: word }]),
    fc
      .nat(999_999_999)
      .map((count): [string, Finality] => [
        String(count),
        { kind: 'depth', blocks: BigInt(count) },
      ]),
  )
  fc.assert(
    fc.property(texts, ([text, finality]) => {
      expect(parseFinality(text)).toEqual(finality)
    }),
  )
})

test.each(['', 'final', '-1', '1.5', '0x10', ' 12', '1e3', '9'.repeat(10), 'x'.repeat(5_000)])(
  'error: InvalidFinalityError for "%s"',
  (text) => {
    const expected = expect.objectContaining({ code: 'invalid_finality', retryable: false })
    expect(() => parseFinality(text)).toThrow(expected)
  },
)

test.each([
  ['latest', 100n, 100n],
  ['safe', 100n, 95n],
  ['finalized', 100n, 90n],
  ['12', 100n, 88n],
  ['0', 100n, 100n],
  ['100', 100n, 0n],
  ['5000', 100n, 0n],
])('default: %s of %s is %s', async (text, head, wanted) => {
  const { readBlock } = chain(head)
  expect((await readFinalHead({ readBlock }, parseFinality(text))).number).toBe(wanted)
})

test('behavior: a depth of nothing asks once', async () => {
  const { readBlock, asked: questions } = chain(9n)
  await readFinalHead({ readBlock }, { kind: 'depth', blocks: 0n })
  expect(questions).toEqual(['latest'])
})
