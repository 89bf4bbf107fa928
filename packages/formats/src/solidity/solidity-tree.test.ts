import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { printHex } from '@vaultwright/base'
import { rootOf } from '@vaultwright/merkle'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { parseTreeFile } from '../parse.ts'
import { writeRust } from '../rust/rust-print.ts'
import { parseSolidityRoot } from './solidity-tree.ts'

const root = resolve(import.meta.dirname, '../../../..')
const example = resolve(root, 'fixtures/trees/example-1024.json')
const text = readFileSync(example, 'utf8')
const bytesOf = (content: string) => new TextEncoder().encode(content)

function hasSameRoot(bytes: Uint8Array) {
  const { tree, metadata } = parseTreeFile(bytes)
  expect(parseSolidityRoot(bytes)).toEqual({
    root: printHex(rootOf(tree.tree)),
    stated: metadata.root,
    capacity: tree.tree.capacity,
  })
}

test('behavior: the root of the example is that of the whole reading', () => {
  hasSameRoot(readFileSync(example))
})

test.skipIf(!hasRealTrees).each(realTreeNames)(
  'behavior: the root of %s is that of the whole reading',
  (name) => hasSameRoot(readRealTree(name)),
)

test('behavior: the root follows the leaves, whatever else is stated', () => {
  const { root: right, stated } = parseSolidityRoot(bytesOf(text))!
  expect(right).toBe(stated)
  const changed = parseSolidityRoot(
    bytesOf(text.replace('"CanSendValue": true', '"CanSendValue": false')),
  )!
  expect(changed.stated).toBe(stated)
  expect(changed.root).not.toBe(stated)
  const lower = text.replace(/"TargetAddress": "0x[0-9a-fA-F]{40}"/g, (field) =>
    field.replace(/0x\w+/, (a) => a.toLowerCase()),
  )
  expect(lower).not.toBe(text)
  expect(parseSolidityRoot(bytesOf(lower))?.root).toBe(right)
})

test('behavior: what may be of another format is left to the whole reading', () => {
  const rust = [...writeRust(parseTreeFile(text))].join('')
  for (const text of ['', ' {}', '[]', '{}', '{"leafs":1}', rust]) {
    expect(parseSolidityRoot(bytesOf(text))).toBeNull()
  }
})

test.each([
  ['FileSchemaError', text.replace('"TargetAddress": "0x', '"TargetAddress": "0y'), 'file_schema'],
  ['JsonSyntaxError', text.slice(0, -10), 'json_syntax'],
])('error: %s', (_, damaged, code) => {
  expect(() => parseSolidityRoot(bytesOf(damaged))).toThrow(expect.objectContaining({ code }))
})
