import { readdirSync, readFileSync } from 'node:fs'
import { buildLeafTree, paddingLeaf } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { decodeBinary } from '../binary/binary-decode.ts'
import { encodeBinary } from '../binary/binary-encode.ts'
import { parseTreeFile } from '../parse.ts'
import { printRust, writeRust } from '../rust/rust-print.ts'
import { layouts } from '../tree/layout.ts'
import { assertSound, fileOf } from '../tree/tree-file.ts'
import { printSolidity, writeSolidity } from './solidity-print.ts'

const fixtures = new URL('../../../../fixtures/trees/', import.meta.url)
const fixture = (name: string) => readFileSync(new URL(name, fixtures))

test('default', () => {
  const bytes = fixture('example-1024.json')
  const file = parseTreeFile(bytes)
  expect(file).toMatchObject({ format: 'solidity', layout: 'prettier-2', findings: [] })
  expect(file.metadata).toMatchObject({ leafCount: 923, capacity: 1024 })
  expect(file.tree.leaves).toHaveLength(923)
  expect(printSolidity(file)).toBe(bytes.toString())
})

test.runIf(hasRealTrees).for(realTreeNames)(
  'behavior: the real file %s is sound and comes back byte for byte, by every way',
  (name) => {
    const bytes = readRealTree(name)
    const text = bytes.toString()
    const file = parseTreeFile(bytes)
    expect(file.findings).toEqual([])
    assertSound(file)
    expect(printSolidity(file) === text).toBe(true)
    const rust = printRust(file)
    expect([...writeRust(file)].join('') === rust).toBe(true)
    const fromRust = parseTreeFile(rust)
    expect(fromRust.findings).toEqual([])
    expect(printSolidity(fromRust) === text).toBe(true)
    expect(printRust(fromRust) === rust).toBe(true)
    const binary = encodeBinary(file)
    const fromBinary = decodeBinary(binary)
    expect(printSolidity(fromBinary) === text).toBe(true)
    expect(encodeBinary(fromBinary)).toEqual(binary)
    for (const layout of layouts) {
      const reread = parseTreeFile(printSolidity(file, { layout }))
      expect([reread.layout, reread.findings]).toEqual([layout, []])
      expect(printSolidity(reread, { layout: file.form.layout }) === text).toBe(true)
    }
  },
)

test.for(readdirSync(fixtures).filter((name) => /^(layout|variant)-/.test(name)))(
  'behavior: %s is sound and comes back byte for byte, by every way',
  (name) => {
    const text = fixture(name).toString()
    const file = parseTreeFile(text)
    expect(file.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(printSolidity(file)).toBe(text)
    expect([...writeSolidity(file)].join('')).toBe(text)
    expect(printSolidity(parseTreeFile(printRust(file)))).toBe(text)
    expect(printSolidity(decodeBinary(encodeBinary(file)))).toBe(text)
    const layout = /^layout-(.*)\.json$/.exec(name)?.[1]
    if (layout !== undefined) expect(file.layout).toBe(layout)
  },
)

test('behavior: a file that follows no layout says so', () => {
  const file = parseTreeFile(fixture('variant-mixed-layout.json'))
  expect(file.layout).toBe(null)
  expect(file.findings).toMatchObject([{ code: 'layout_mixed', severity: 'info', leaf: null }])
})

test('behavior: words may be escaped otherwise, values may not', () => {
  const text = fixture('variant-words.json').toString()
  const escaped = text.replace('₮', '\\u20AE').replace('back\\\\slash', '\\u0062ack\\\\slash')
  const file = parseTreeFile(escaped)
  expect(file.findings).toMatchObject([{ code: 'layout_mixed' }])
  expect(printSolidity(file)).toBe(escaped)
  expect(printSolidity(parseTreeFile(printRust(file)))).toBe(escaped)
  expect(printSolidity(decodeBinary(encodeBinary(file)))).toBe(escaped)
})

test('behavior: keys in another order are read, and the loss of the order is said', () => {
  const value = JSON.parse(fixture('layout-prettier-2.json').toString())
  const text = `${JSON.stringify({ MerkleTree: value.MerkleTree, ...value }, null, 2)}\n`
  const file = parseTreeFile(text)
  expect(file.layout).toBe(null)
  expect(file.findings).toMatchObject([{ code: 'layout_unknown', facts: { line: 2, column: 4 } }])
  expect(printSolidity(file)).toBe(fixture('layout-prettier-2.json').toString())
})

test('behavior: layers come in the order of their names as texts from ten layers on', () => {
  const text = fixture('example-1024.json').toString()
  const names = [...text.slice(text.indexOf('"MerkleTree"')).matchAll(/^ {4}"(\d+)": /gm)]
  expect(names.map((match) => match[1])).toEqual([
    '0',
    '1',
    '10',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ])
})

test('behavior: the layouts are those of tools that are not ours', () => {
  const value = JSON.parse(fixture('layout-prettier-2.json').toString())
  const expanded = (width: number) => JSON.stringify(value, null, width)
  expect(printSolidity(parseTreeFile(expanded(2)))).toBe(expanded(2))
  expect(`${expanded(2)}\n`).toBe(fixture('layout-expanded-2.json').toString())
  expect(`${expanded(4)}\n`).toBe(fixture('layout-expanded-4.json').toString())
  const leaves = value.leafs.map((leaf: object) => `${JSON.stringify(leaf)}\n`).join(',\n')
  const [metadata, layers] = [value.metadata, value.MerkleTree].map((part) => JSON.stringify(part))
  const raw = `{ "metadata": \n${metadata}\n,\n"leafs": [\n${leaves}],\n"MerkleTree": \n${layers}\n}\n`
  expect(raw).toBe(fixture('layout-forge.json').toString())
})

test('behavior: an empty slot with a description comes back', () => {
  const value = JSON.parse(fixture('variant-gaps.json').toString())
  const zero = `0x${'0'.repeat(40)}`
  const slot = value.leafs.findIndex(
    (leaf: { TargetAddress: string }) => leaf.TargetAddress === zero,
  )
  value.leafs[slot].Description = 'kept free'
  value.leafs.at(-1).Description = 'the last'
  const text = JSON.stringify(value, null, 4)
  const file = parseTreeFile(text)
  expect(file.findings).toEqual([])
  expect(printSolidity(file)).toBe(text)
  expect(printSolidity(parseTreeFile(printRust(file)))).toBe(text)
  expect(printSolidity(decodeBinary(encodeBinary(file)))).toBe(text)
})

test('behavior: a slot that names only a decoder is a leaf beside empty slots', () => {
  const { tree, metadata } = parseTreeFile(fixture('layout-prettier-2.json'))
  const odd = { ...paddingLeaf, decoder: metadata.decoder! }
  const slots = [odd, ...tree.leaves.slice(0, 3), odd]
  const text = printSolidity(fileOf(buildLeafTree(slots), metadata))
  const file = parseTreeFile(text)
  expect(file.findings).toEqual([])
  expect(file.tree.padding).toEqual(paddingLeaf)
  expect(printSolidity(file)).toBe(text)
  expect(printSolidity(parseTreeFile(printRust(file)))).toBe(text)
})

test('behavior: legacy padding is found by rebuilding, also without accounts', () => {
  const text = fixture('variant-legacy-padding.json').toString()
  const file = parseTreeFile(text)
  expect(file.tree.padding.decoder).toBe(file.metadata.decoder)
  expect(file.findings).toMatchObject([{ code: 'padding_variant', severity: 'info' }])
  const bare = text.replace(
    /^ {4}"(Accountant|BoringVault|DecoderAndSanitizer|Manager)Address.*\n/gm,
    '',
  )
  const early = parseTreeFile(bare)
  expect(early.findings).toMatchObject([{ code: 'padding_variant', severity: 'info' }])
  expect(early.metadata).toMatchObject({
    vault: null,
    manager: null,
    accountant: null,
    decoder: null,
  })
  expect(printSolidity(early)).toBe(bare)
})

test('behavior: legacy padding may also be written with its decoder', () => {
  const text = fixture('variant-legacy-padding.json').toString()
  const { decoder } = parseTreeFile(text).metadata
  const zero = '"DecoderAndSanitizerAddress": "0x0000000000000000000000000000000000000000"'
  const shown = text.replaceAll(zero, zero.replace(/0x0+/, decoder!))
  const file = parseTreeFile(shown)
  expect(file.findings).toMatchObject([{ code: 'padding_variant', severity: 'info' }])
  expect(file.form.padding).toBe('zero-digest')
  expect(printSolidity(file)).toBe(shown)
  expect(printSolidity(parseTreeFile(printRust(file)))).toBe(shown)
  expect(printSolidity(decodeBinary(encodeBinary(file)))).toBe(shown)
})

test('behavior: a fresh file of a tree reads back as that tree', () => {
  const { tree, metadata } = parseTreeFile(fixture('layout-forge.json'))
  const { vault, manager, accountant, decoder } = metadata
  const file = fileOf(tree, { vault, manager, accountant, decoder })
  expect(printSolidity(file)).toBe(fixture('layout-prettier-2.json').toString())
})

test('behavior: chunks of a large tree stay small, and joined they are the print', () => {
  const { leaves } = parseTreeFile(fixture('example-1024.json')).tree
  const power = Number(process.env.LARGE_TREE_POWER ?? 13)
  const file = fileOf(buildLeafTree([...leaves, paddingLeaf], { capacity: 2 ** power }), {
    vault: null,
    manager: null,
    accountant: null,
    decoder: null,
  })
  for (const layout of ['prettier-2', 'forge'] as const) {
    const sizes: number[] = []
    let joined = ''
    for (const chunk of writeSolidity(file, { layout })) {
      sizes.push(chunk.length)
      if (power < 17) joined += chunk
    }
    expect(Math.max(...sizes)).toBeLessThan(2 * 65_536)
    if (power < 17) expect(joined === printSolidity(file, { layout })).toBe(true)
  }
})
