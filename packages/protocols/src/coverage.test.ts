import { readFileSync } from 'node:fs'
import {
  type CompiledRule,
  canonicalSignatureOf,
  type DecoderReadValues,
  type PackOutcome,
  packArguments,
  rulesOfDecoder,
} from '@vaultwright/manager'
import { protocols, ruleBook } from '@vaultwright/protocols'
import { concat, type Hex, pad, size, slice } from 'viem'
import { expect, test } from 'vitest'
import { inputChanges } from '../../../test/support/call/rule-input.ts'
import {
  encodeCall,
  type SentinelCall,
  sentinelCallOf,
  valueAt,
} from '../../../test/support/sentinel.ts'
import { isFilePresent } from '../../../test/support/skip-unless.ts'

const table = new URL('../../../../shared/data/decoders.tsv', import.meta.url)

/** The answer of a mocked contract where the table was observed, and the caller of the decoder. */
const answered = '0xee00000000000000000000000000000000000001'
const caller = '0x00000000000000000000000000000000000ca11e'
const zero = '0x0000000000000000000000000000000000000000'

type Row = {
  readonly line: number
  readonly decoder: string
  readonly signature: string
  readonly packed: readonly string[]
  readonly revert: string
  readonly note: string
}
function rowsOf(text: string): readonly Row[] {
  const lines = text.trimEnd().split('\n').slice(1)
  return lines.map((line, index) => {
    const [decoder = '', , signature = '', , packed = '', revert = '', note = ''] = line.split('\t')
    return {
      line: index + 2,
      decoder: decoder.replace(/DecoderAndSanitizer$/, ''),
      signature,
      packed: packed
        .split(',')
        .map((term) => term.trim())
        .filter((term) => term !== ''),
      revert,
      note,
    }
  })
}

function ruleOf(row: Row): CompiledRule {
  const rule = rulesOfDecoder(ruleBook, row.decoder).find(
    (candidate) => candidate.signature === row.signature,
  )
  if (rule === undefined) throw new Error(`no rule of ${row.decoder} for ${row.signature}`)
  return rule
}

/** Evaluates a term of the table on the arguments, without the rules' own interpreter. */
function entryOf(call: SentinelCall, term: string): string {
  if (term === 'ZERO') return zero
  if (term === 'CHAIN[word0]') return answered
  if (term.startsWith('?')) return `0x${term.slice(1)}`
  const transform = /^(uint160|low20|hi16|lo16|first20)\((.*)\)$/.exec(term)
  const value = valueAt(call, transform?.[2] ?? term)
  const bytes =
    typeof value === 'string'
      ? (value as Hex)
      : pad(
          `0x${BigInt(value as bigint)
            .toString(16)
            .padStart(64, '0')}`,
        )
  const padded = size(bytes) > 32 ? bytes : pad(bytes)
  switch (transform?.[1]) {
    case 'hi16':
      return concat([slice(padded, 0, 16), '0x00000000'])
    case 'lo16':
      return concat([slice(padded, 16, 32), '0x00000000'])
    case 'first20':
      return slice(padded, 0, 20)
    default:
      return slice(padded, 12, 32)
  }
}

/** Answers every read with what the mocked contracts answered. */
function answersTo(rule: CompiledRule, calldata: Hex): DecoderReadValues {
  const reads: Record<string, string> = { 'caller()': caller }
  const outcome = packArguments(rule, calldata, reads)
  if (outcome.ok || outcome.reason !== 'needs_reads') return reads
  for (const reading of outcome.reads) reads[reading.key] = answered
  return reads
}

const executorOf: { readonly [decoder: string]: boolean } = { OneInchOwned: true, OdosOwned: true }

/** Finds the signature with the names that this decoder gives: equal rules are merged under one. */
function namedSignatureOf(decoder: string, signature: string): string | undefined {
  const rules = protocols
    .flatMap((protocol) => protocol.decoders)
    .find((candidate) => candidate.decoder === decoder && candidate.version === undefined)
  const ownRule = rules?.functions.find(
    (rule) => canonicalSignatureOf(rule.signature) === signature,
  )
  if (ownRule !== undefined) return ownRule.signature
  return rules?.inherits
    ?.map((parent) => namedSignatureOf(parent, signature))
    .find((entry) => entry !== undefined)
}

function checkRow(row: Row): void {
  const rule = ruleOf(row)
  const call = sentinelCallOf(namedSignatureOf(row.decoder, row.signature) ?? '')
  // The table does not say so, but one entry is not a path: these rows were observed with two, and
  // those with an enum with one of its names.
  const isPath = row.decoder === 'UniswapV2' && row.packed.includes('path[1]')
  const isEnum = row.decoder === 'Dolomite' || row.decoder === 'Silo'
  if (row.note !== '' || isPath) {
    const change = inputChanges[`${row.decoder}.${call.item.name}`]
    if (change === undefined) throw new Error('no input is described for it')
    change(call, row)
  } else if (isEnum) inputChanges[`${row.decoder}.${call.item.name}`]?.(call, row)
  const calldata = encodeCall(call)
  const isOwned = executorOf[row.decoder] === true && rule.checks.length > 0
  if (row.revert !== '') {
    checkRefusal(
      packArguments(rule, calldata, isOwned ? { ...owned(answered), 'caller()': caller } : {}),
      row,
    )
    return
  }
  const reads = isOwned ? owned(valueAt(call, 'executor') as Hex) : answersTo(rule, calldata)
  const outcome = packArguments(rule, calldata, reads)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  const expected = row.packed.map((term) => entryOf(call, term))
  expect(outcome.packed).toBe(concat(['0x', ...(expected as Hex[])]))
  expect(outcome.entries.map(({ address }) => address.toLowerCase())).toEqual(expected)
  expect(outcome.unverified).toEqual([])
}

function owned(executor: Hex): DecoderReadValues {
  return { 'oneInchExecutor()': executor, 'odosExecutor()': executor }
}

function checkRefusal(outcome: PackOutcome, row: Row): void {
  const error = row.revert.replace(/^REVERT /, '')
  if (outcome.ok) {
    expect(outcome.unverified.length, 'it packs without asking the chain').toBeGreaterThan(0)
  } else if (error !== '0x') expect(outcome).toMatchObject({ reason: 'reverts', error })
  else if (outcome.reason !== 'needs_reads') {
    expect(outcome).toMatchObject({ reason: 'reverts', error: null })
  }
}

/** Decoders that this project wrote: they do not stand where the table was observed. */
const written = new Set(['CowOrder', 'KyberSwap', 'Lifi', 'ZeroX'])

const isThere = isFilePresent(table)

test.skipIf(!isThere)('behavior: every observed row of every decoder is packed as observed', () => {
  const rows = rowsOf(readFileSync(table, 'utf8'))
  expect(rows.length).toBeGreaterThanOrEqual(813)
  const wrong = rows.flatMap((row) => {
    try {
      checkRow(row)
      return []
    } catch (error) {
      return [`line ${row.line}, ${row.decoder} ${row.signature}: ${(error as Error).message}`]
    }
  })
  expect(wrong).toEqual([])
})

test.skipIf(!isThere)(
  'behavior: no rule is without an observed row, but for older versions',
  () => {
    const rows = rowsOf(readFileSync(table, 'utf8'))
    const rowKeys = new Set(rows.map((row) => `${row.decoder} ${row.signature}`))
    const names = [...ruleBook.decoders.keys()].filter(
      (name) => !name.includes('(') && !written.has(name),
    )
    const unseen = names.flatMap((name) =>
      rulesOfDecoder(ruleBook, name)
        .map((rule) => `${name} ${rule.signature}`)
        .filter((pair) => !rowKeys.has(pair)),
    )
    expect(unseen).toEqual([])
  },
)
