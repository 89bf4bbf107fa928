import { readFileSync } from 'node:fs'
import { buildLeaf, buildLeafTree } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import { parseTreeFile } from '../parse.ts'
import { printSolidity } from '../solidity/solidity-print.ts'
import { fileOf } from '../tree/tree-file.ts'
import { printRust, writeRust } from './rust-print.ts'

const folder = new URL('../../../../fixtures/trees/', import.meta.url)
const text = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** A JSON value that a test damages on purpose. */
type Loose = ReturnType<typeof JSON.parse>

test('default', () => {
  const target = `0x${'11'.repeat(20)}`
  const leaf = buildLeaf({ decoder: target, target, signature: 'deposit()', canSendValue: true })
  const noAccounts = { vault: null, manager: null, accountant: null, decoder: null }
  const value = JSON.parse(printRust(fileOf(buildLeafTree([leaf]), noAccounts)))
  expect(Object.keys(value)).toEqual(['leaves', 'root', 'layers'])
  expect(value.leaves).toHaveLength(2)
  expect(value.leaves[0]).toEqual({
    decoder_and_sanitizer: target,
    target,
    can_send_value: true,
    function_selector: '0xd0e30db0',
    function_signature: 'deposit()',
    argument_addresses: [],
    packed_argument_addresses: '0x',
    description: '',
    leaf_digest: value.layers[0][0],
  })
  expect(value.layers.map((layer: readonly unknown[]) => layer.length)).toEqual([2, 1])
  expect(value.layers[1]).toEqual([value.root])
})

test('behavior: the text is what JSON.stringify prints with two spaces', () => {
  for (const name of ['rust.json', 'rust-expanded-source.json', 'rust-bare.json']) {
    const printed = text(name)
    expect(`${JSON.stringify(JSON.parse(printed), null, 2)}\n`).toBe(printed)
  }
})

test('behavior: a file without metadata is a whole file', () => {
  const file = parseTreeFile(text('rust-bare.json'))
  expect(file).toMatchObject({ format: 'rust', layout: 'prettier-2', findings: [] })
  expect(file.metadata).toMatchObject({ vault: null, capacity: 16, leafCount: 13 })
  expect(printRust(file)).toBe(text('rust-bare.json'))
  const back = parseTreeFile(printSolidity(file))
  expect(back.findings).toEqual([])
  expect(back.metadata).toEqual(file.metadata)
  expect(back.tree.tree.nodes).toEqual(file.tree.tree.nodes)
})

test('behavior: the metadata brings the solidity text back, layout included', () => {
  const file = parseTreeFile(text('rust-expanded-source.json'))
  expect(file.findings).toEqual([])
  expect(printSolidity(file)).toBe(text('layout-expanded-4.json').trimEnd())
  expect([...writeRust(file)].join('')).toBe(text('rust-expanded-source.json'))
})

test('behavior: what a source did not state is not made up on the way back', () => {
  for (const name of ['variant-no-capacity.json', 'variant-no-accounts.json']) {
    const value = JSON.parse(text(name))
    for (const key of Object.keys(value.metadata))
      if (/Address$/.test(key)) delete value.metadata[key]
    delete value.metadata.TreeCapacity
    const early = `${JSON.stringify(value, null, 2)}\n`
    const rust = printRust(parseTreeFile(early))
    expect(JSON.parse(rust).metadata).toMatchObject({ leaf_count: 13 })
    expect(printSolidity(parseTreeFile(rust))).toBe(early)
  }
})

test('behavior: a file by another hand is read: any order of keys, any letter case, no line breaks', () => {
  const bare = JSON.parse(text('rust-bare.json'))
  const turned = {
    layers: bare.layers,
    root: bare.root,
    leaves: bare.leaves.map((leaf: object) => Object.fromEntries(Object.entries(leaf).reverse())),
  }
  const inCase = (change: (digits: string) => string) =>
    JSON.stringify(turned).replace(/(?<="0x)[0-9a-fA-F]+(?=")/g, change)
  for (const variantText of [
    inCase((digits) => digits.toLowerCase()),
    inCase((digits) => digits.toUpperCase()),
  ]) {
    const file = parseTreeFile(variantText)
    expect(file.findings).toEqual([])
    expect(printRust(file)).toBe(text('rust-bare.json'))
  }
})

test('behavior: any layout and lower-case addresses are read', () => {
  const value = JSON.parse(text('rust.json'))
  for (const leaf of value.leaves) leaf.target = leaf.target.toLowerCase()
  const file = parseTreeFile(JSON.stringify(value))
  expect(file.findings).toEqual([])
  expect(printRust(file)).toBe(text('rust.json'))
})

test.for([
  [
    'digest_mismatch',
    2,
    (v: Loose): unknown => (v.leaves[2].leaf_digest = v.leaves[3].leaf_digest),
  ],
  ['selector_mismatch', 2, (v: Loose): unknown => (v.leaves[2].function_selector = '0x00000000')],
  ['packed_mismatch', 2, (v: Loose): unknown => (v.leaves[2].packed_argument_addresses = '0x')],
  ['layer_mismatch', null, (v: Loose): unknown => (v.layers[1][0] = v.layers[1][1])],
  ['layer_shape', null, (v: Loose): unknown => v.layers[0].pop()],
  ['root_mismatch', null, (v: Loose): unknown => (v.root = v.layers[1][0])],
  ['leaf_count_mismatch', null, (v: Loose): unknown => (v.metadata.leaf_count = 12)],
  ['capacity_mismatch', null, (v: Loose): unknown => (v.metadata.tree_capacity = 32)],
] as const)('behavior: %s is found', ([code, leaf, edit]) => {
  const value = JSON.parse(text('rust.json'))
  edit(value)
  const { findings } = parseTreeFile(JSON.stringify(value))
  expect(findings).toMatchObject([{ code, leaf, severity: 'error' }])
  expect(findings[0]!.facts).toHaveProperty('line')
})

test.for([
  ['layers', (v: Loose): unknown => (v.layers = {})],
  ['leaves[1].extra', (v: Loose): unknown => (v.leaves[1].extra = 1)],
  ['leaves[0].target', (v: Loose): unknown => (v.leaves[0].target = '0x')],
  ['leaves', (v: Loose): unknown => (v.leaves = [])],
  ['root', (v: Loose): unknown => (v.root = 7)],
  ['metadata.form.layout', (v: Loose): unknown => (v.metadata.form.layout = 'pretty')],
  ['metadata.form.newline', (v: Loose): unknown => (v.metadata.form.newline = ' ')],
  ['metadata.form.padding', (v: Loose): unknown => (v.metadata.form.padding = 'one')],
  ['metadata.form.deviations[0]', (v: Loose): unknown => (v.metadata.form.deviations = [[-1, '']])],
  ['metadata.form.leaf_indexes', (v: Loose): unknown => (v.metadata.form.leaf_indexes = [0, 1])],
  ['metadata.vault', (v: Loose): unknown => (v.metadata.vault = null)],
] as const)('error: FileSchemaError at %s', ([path, edit]) => {
  const value = JSON.parse(text('rust-expanded-source.json'))
  edit(value)
  expect(() => parseTreeFile(JSON.stringify(value))).toThrowError(
    expect.objectContaining({ code: 'file_schema', facts: expect.objectContaining({ path }) }),
  )
})

test('error: InvalidDeviationError', () => {
  const value = JSON.parse(text('rust-expanded-source.json'))
  for (const deviation of [
    [2, 'x'],
    [1, '"'],
    [5, '"y"'],
    [1_000_000, ' '],
  ]) {
    value.metadata.form.deviations = [deviation]
    const file = parseTreeFile(JSON.stringify(value))
    expect(() => printSolidity(file)).toThrowError(
      expect.objectContaining({ code: 'invalid_deviation' }),
    )
  }
})
