import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseTreeFile } from '@vaultwright/formats'
import { encodeCalldata } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import { openSignedDocument } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import type { Context } from '../../terminal/context.ts'
import { safeBatchTextOf, writeSafeBatch } from './safe-batch.ts'

const fixtures = join(import.meta.dirname, '../../../../../fixtures')
const file = parseTreeFile(readFileSync(join(fixtures, 'trees/example-1024.json')))
const calls = JSON.parse(readFileSync(join(fixtures, 'calls/supply.json'), 'utf8')).map(
  (call: object) => ({ ...call, kind: 'call', value: 0n }),
)
const encoded = encodeCalldata(calls, { file, managerFile: file, rules: ruleBook, reads: {} })
const context = { now: () => 1_750_000_000_000 } as Context
const options = { safe: 'batch.json', 'safe-address': undefined, quiet: true }

test('law: the batch is opened to the one call of the Manager', () => {
  const text = safeBatchTextOf(encoded, {
    options: { ...options, chain: 'base' },
    file,
    context,
  })
  const opened = openSignedDocument(text)
  expect(opened).toMatchObject({ kind: 'safe_batch', facts: { chainId: 8453, safe: null } })
  expect(opened.children).toMatchObject([
    { kind: 'manager_batch', to: encoded.manager, data: encoded.calldata, value: 0n },
  ])
  expect(text).toContain('Supply 1000000000 base units')
})

test('refuses: a batch of a chain that is not known, and a Safe without a file', async () => {
  const place = { options: { ...options, chain: undefined }, file, context }
  expect(() => safeBatchTextOf(encoded, place)).toThrow(expect.objectContaining({ code: 'usage' }))
  const alone = { ...options, safe: undefined, chain: 'base' }
  await expect(writeSafeBatch(encoded, { options: alone, file, context })).rejects.toThrow(
    expect.objectContaining({ code: 'usage' }),
  )
})
