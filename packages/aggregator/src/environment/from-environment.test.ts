import { openEnvReader } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { aggregatorVariables, openNamedAggregators } from './from-environment.ts'

const platform = { fetch: () => Promise.reject(new Error('unused')), nowMs: () => 0 }
const opened = (variables: Readonly<Record<string, string>>) => {
  const reader = openEnvReader(variables)
  return { reader, ...openNamedAggregators(reader, platform) }
}

test('default: a third party that the environment does not name is never opened', () => {
  const { aggregators, orderBookOf } = opened({})
  expect(aggregators).toEqual([])
  expect(orderBookOf(1)).toBeNull()
})

test('law: each variable opens its own third party and no other', () => {
  for (const name of aggregatorVariables) {
    const value = name.endsWith('_URL') ? 'https://api.example/' : 'key'
    const { aggregators, orderBookOf, reader } = opened({ [name]: value })
    const isBook = name.startsWith('AGGREGATOR_COW')
    expect([aggregators.length, orderBookOf(1) !== null], name).toEqual(
      isBook ? [0, true] : [1, false],
    )
    expect(reader.problems).toEqual([])
  }
})

test('refuses: an address that is not a plain URL, without its value', () => {
  const { reader } = opened({ AGGREGATOR_KYBER_URL: 'https://user:secret@api.example' })
  expect(reader.problems.map(({ name }) => name)).toEqual(['AGGREGATOR_KYBER_URL'])
  expect(JSON.stringify(reader.problems)).not.toContain('secret')
})

test('refuses: a partner id of GlueX that is not 32 bytes; one alone opens nothing', () => {
  const { reader } = opened({ AGGREGATOR_GLUEX_KEY: 'key', AGGREGATOR_GLUEX_PID: '0x12' })
  expect(reader.problems.map(({ name }) => name)).toEqual(['AGGREGATOR_GLUEX_PID'])
  const alone = opened({ AGGREGATOR_GLUEX_PID: `0x${'ab'.repeat(32)}` })
  expect([alone.aggregators, alone.reader.problems]).toEqual([[], []])
})

test('behavior: a book has no orders of a chain that it does not know', () => {
  const { orderBookOf } = opened({ AGGREGATOR_COW_KEY: 'key' })
  expect(orderBookOf(31337)).toBeNull()
  const published = [1, 56, 100, 137, 8453, 9745, 42161, 43114, 57073, 59144, 11155111]
  expect(
    published.filter((id) => opened({ AGGREGATOR_COW_KEY: 'key' }).orderBookOf(id) === null),
  ).toEqual([])
  expect(opened({ AGGREGATOR_COW_URL: 'http://127.0.0.1:1' }).orderBookOf(31337)).not.toBeNull()
})
