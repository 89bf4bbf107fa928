// Makes every file of fixtures/trees, deterministically.
// Run: node_modules/.bin/node --conditions=source scripts/make-fixtures.mjs
import { SimpleMerkleTree, StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { printHex } from '@vaultwright/base'
import { encodeBinary, fileOf, layouts, printRust, printSolidity } from '@vaultwright/formats'
import {
  buildLeafTree,
  digestOf,
  digestsOf,
  legacyPaddingLeaf,
  paddingLeaf,
} from '@vaultwright/manager'
import { keccak256 } from '@vaultwright/merkle'
import { accounts } from './fixture/account.mjs'
import { exampleLeaves } from './fixture/meridian.mjs'
import { writeIfStarted } from './generated.mjs'

const leaves = exampleLeaves()
const noAccounts = { vault: null, manager: null, accountant: null, decoder: null }

/** Every fixture: path → text or bytes. */
export function make() {
  const files = [
    [
      'example-1024.json',
      printSolidity(fileOf(buildLeafTree(leaves, { capacity: 1024 }), accounts)),
    ],
    ...layouts.map((layout) => [`layout-${layout}.json`, printSolidity(smallFile(), { layout })]),
    ...variants(),
    ...containers(),
    ...damages(),
    ...foreigners(),
  ]
  return new Map(files.map(([name, content]) => [`fixtures/trees/${name}`, content]))
}

/** 13 leaves with and without value, with none to six arguments, in 16 slots. */
function smallFile() {
  return fileOf(buildLeafTree(smallLeaves(), { capacity: 16 }), accounts)
}

function smallLeaves() {
  return [...leaves.slice(0, 8), ...leaves.slice(230, 233), ...leaves.slice(-2)]
}

function variants() {
  const small = smallFile()
  const { form, metadata } = small
  const print = (change) => printSolidity({ ...small, ...change })
  const gaps = [paddingLeaf, ...leaves.slice(0, 3), paddingLeaf, paddingLeaf, ...leaves.slice(3, 6)]
  const slots = Array.from({ length: 16 }, (_, slot) => slot)
  const padding = legacyPaddingLeaf(accounts.decoder)
  const legacy = fileOf(buildLeafTree(gaps, { capacity: 16, padding }), accounts)
  return [
    ['variant-leaf-index.json', print({ form: { ...form, leafIndexes: slots } })],
    ['variant-no-capacity.json', print({ metadata: { ...metadata, capacity: null } })],
    ['variant-no-accounts.json', print({ metadata: { ...metadata, ...noAccounts } })],
    ['variant-gaps.json', printSolidity(fileOf(buildLeafTree(gaps, { capacity: 16 }), accounts))],
    ['variant-legacy-padding.json', printSolidity(legacy)],
    ['variant-no-final-newline.json', printSolidity(small, { finalNewline: false })],
    ['variant-crlf.json', print({ form: { ...form, newline: '\r\n' } })],
    [
      'variant-mixed-layout.json',
      mixed(printSolidity(small), printSolidity(small, { layout: 'expanded-4' })),
    ],
    ['variant-words.json', printSolidity(fileOf(buildLeafTree(wordyLeaves()), accounts))],
    [
      'variant-one-leaf.json',
      printSolidity(fileOf(buildLeafTree(leaves.slice(0, 1), { capacity: 1 }), accounts)),
    ],
    ['variant-full.json', printSolidity(fileOf(buildLeafTree(leaves.slice(0, 2)), accounts))],
  ]
}

/** The metadata of one text and the leaves of another. */
function mixed(one, other) {
  return one.slice(0, one.indexOf('"leafs"')) + other.slice(other.indexOf('"leafs"'))
}

function wordyLeaves() {
  const descriptions = [
    'Approve ₮ to spend "quoted"',
    'back\\slash and \ttab',
    'é 漢字 🜚 \u2028',
    '',
  ]
  return descriptions.map((description, index) => ({ ...leaves[index], description }))
}

function containers() {
  const small = smallFile()
  const bare = { ...small, metadata: { ...small.metadata, ...noAccounts } }
  return [
    ['rust.json', printRust(fileOf(small.tree, accounts))],
    [
      'rust-expanded-source.json',
      printRust({ ...small, form: { ...small.form, layout: 'expanded-4', finalNewline: false } }),
    ],
    ['rust-bare.json', printRust(bare)],
    ['binary-1.vwtree', encodeBinary(small)],
  ]
}

function damages() {
  const text = printSolidity(smallFile())
  const value = JSON.parse(text)
  const change = (name, edit) => {
    const copy = structuredClone(value)
    edit(copy)
    return [`damaged-${name}.json`, `${JSON.stringify(copy, null, 2)}\n`]
  }
  return [
    change('digest', (tree) => {
      tree.leafs[3].LeafDigest = tree.leafs[4].LeafDigest
    }),
    change('target', (tree) => {
      tree.leafs[6].TargetAddress = accounts.manager
    }),
    change('short-layer', (tree) => {
      tree.MerkleTree[4] = tree.MerkleTree[4].slice(0, 14)
      tree.metadata.ManageRoot = tree.MerkleTree[1][0]
    }),
    change('node', (tree) => {
      tree.MerkleTree[2][1] = tree.MerkleTree[2][0]
    }),
    ['damaged-truncated.json', text.slice(0, text.length / 2)],
    ['damaged-trailing-comma.json', text.replace('16\n  },', '16,\n  },')],
    ['damaged-empty.json', ''],
  ]
}

function foreigners() {
  const seven = smallLeaves().slice(0, 7)
  const digests = printRows(digestsOf(seven))
  const simple = SimpleMerkleTree.of(digests, { sortLeaves: false })
  const standard = StandardMerkleTree.of(
    seven.map((leaf) => [leaf.target, leaf.signature]),
    ['address', 'string'],
    { sortLeaves: false },
  )
  const odd = layersBy(digests, ([one, other]) =>
    other === undefined ? one : pair(...[one, other].sort()),
  )
  const unsorted = layersBy([...digests, printHex(digestOf(paddingLeaf))], ([one, other]) =>
    pair(one, other),
  )
  return [
    ['foreign-odd-promotion.json', rustOf(seven, odd)],
    ['foreign-unsorted-pairs.json', rustOf([...seven, paddingLeaf], unsorted)],
    ['foreign-openzeppelin-simple-v1.json', `${JSON.stringify(simple.dump(), null, 2)}\n`],
    ['foreign-openzeppelin-standard-v1.json', `${JSON.stringify(standard.dump(), null, 2)}\n`],
  ]
}

function layersBy(digests, join) {
  const layers = [digests]
  while (layers.at(-1).length > 1) {
    const layer = layers.at(-1)
    layers.push(
      layer
        .filter((_, index) => index % 2 === 0)
        .map((one, index) => join([one, layer[2 * index + 1]])),
    )
  }
  return layers
}

function pair(one, other) {
  return printHex(keccak256(Buffer.from(one.slice(2) + other.slice(2), 'hex')))
}

function printRows(bytes) {
  return Array.from({ length: bytes.length / 32 }, (_, row) =>
    printHex(bytes.subarray(32 * row, 32 * row + 32)),
  )
}

/** A file shaped like the rust format, with layers by another rule. */
function rustOf(slots, layers) {
  const rust = JSON.parse(printRust(fileOf(buildLeafTree(slots, { capacity: 8 }), noAccounts)))
  const value = { leaves: rust.leaves.slice(0, slots.length), root: layers.at(-1)[0], layers }
  return `${JSON.stringify(value, null, 2)}\n`
}

await writeIfStarted(import.meta.url, make)
