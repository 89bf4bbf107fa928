import type { Finding, Hex, Steps } from '@vaultwright/base'
import { type Leaf, selectorOf } from '@vaultwright/manager'
import { maximumCapacity } from '@vaultwright/merkle'
import {
  addressOf,
  assertKeys,
  countOf,
  fieldsOf,
  flagOf,
  hexOf,
  hexOfSize,
  itemsOf,
  type JsonFields,
  type JsonSource,
  jsonSourceOf,
  stringOf,
} from '../text/field.ts'
import { distinctKeySteps, refuse } from '../text/json-text.ts'
import { type ProgressReport, slotsOfStep } from '../text/progress.ts'
import { compareSteps, locateSteps, type StatedLeaf, type StatedPaths } from '../tree/compare.ts'
import { buildTrimmed, fillerFinding, fillerOf } from '../tree/filler.ts'
import { freshForm, type Metadata, type TreeFile, usedCountOf } from '../tree/tree-file.ts'
import { readRustForm } from './rust-form.ts'
import { writeRust } from './rust-print.ts'

/**
 * Reads a tree file in the rust format, with or without `metadata`.
 *
 * @param report - takes the part that is done, 0.1 to 1.
 * @throws {FileSchemaError} when a value is not what the format asks for.
 * @throws {DuplicateKeyError} when an object names a key twice.
 */
export function* rustSteps(text: string, value: unknown, report: ProgressReport): Steps<TreeFile> {
  const source = jsonSourceOf(text)
  const root = fieldsOf(source, value, [])
  const items = itemsOf(source, root.leaves, ['leaves'])
  const leaves = yield* leafSteps(source, items, (share) => report(0.1 + 0.4 * share))
  const layers = itemsOf(source, root.layers, ['layers'])
  const filler = fillerOf(leaves, {
    decoder: null,
    digestBeside: (slot) => (items[slot] as JsonFields).leaf_digest,
    digestInLayer: (slot) => (Array.isArray(layers[0]) ? layers[0][slot] : undefined),
  })
  const tree = buildTrimmed(leaves, filler)
  const extra = Object.hasOwn(root, 'metadata') ? fieldsOf(source, root.metadata, ['metadata']) : {}
  const form = Object.hasOwn(extra, 'form')
    ? readRustForm(source, fieldsOf(source, extra.form, ['metadata', 'form']))
    : freshForm
  const { capacity } = tree.tree
  if (form.leafIndexes !== null && form.leafIndexes.length !== capacity) {
    const path = ['metadata', 'form', 'leaf_indexes']
    refuse(text, path, `must be ${capacity} numbers, one a slot, not ${form.leafIndexes.length}`)
  }
  const rootHex = readDigest(source, root.root, ['root'])
  const summary = { root: rootHex, leafCount: usedCountOf(tree) }
  const metadata = Object.hasOwn(root, 'metadata')
    ? readMetadata(source, extra, summary)
    : { ...noAccounts, ...summary, capacity }
  const layout = form.deviations.length === 0 ? form.layout : null
  const findings = fillerFinding(filler)
  const draft: TreeFile = { format: 'rust', layout, metadata, tree, findings, form }
  if (yield* isPrinted(text, draft, (share) => report(0.5 + 0.5 * share))) return draft
  yield* distinctKeySteps(text)
  const unplaced = [...(yield* checkSteps(source, root, draft)), ...source.misspelt.filter(isError)]
  return { ...draft, findings: [...(yield* locateSteps(text, unplaced)), ...findings] }
}

/** Tells whether a text is what its tree prints, stopping soon after the first difference. */
function* isPrinted(text: string, file: TreeFile, report: ProgressReport): Steps<boolean> {
  let offset = 0
  for (const chunk of writeRust(file)) {
    if (text.slice(offset, offset + chunk.length) !== chunk) return false
    offset += chunk.length
    report(offset / text.length)
    yield
  }
  return offset === text.length
}

/** Lower-case addresses are at home in this format; a wrong checksum is not. */
function isError(finding: { readonly severity: string }): boolean {
  return finding.severity === 'error'
}

/** Without `metadata` a file names no accounts; its counts are those of its slots. */
const noAccounts = { vault: null, manager: null, accountant: null, decoder: null }

const readSelector = hexOfSize(4)
const readDigest = hexOfSize(32)

const leafKeys = [
  'decoder_and_sanitizer',
  'target',
  'can_send_value',
  'function_selector',
  'function_signature',
  'argument_addresses',
  'packed_argument_addresses',
  'description',
  'leaf_digest',
]

const statedKeys: { readonly [field in keyof StatedLeaf]: string } = {
  selector: 'function_selector',
  packed: 'packed_argument_addresses',
  digest: 'leaf_digest',
}

function* leafSteps(
  source: JsonSource,
  items: readonly unknown[],
  report: ProgressReport,
): Steps<readonly Leaf[]> {
  if (items.length === 0) refuse(source.text, ['leaves'], 'must hold at least one leaf')
  if (items.length > maximumCapacity) {
    refuse(
      source.text,
      ['leaves'],
      `must hold at most ${maximumCapacity} leaves, not ${items.length}`,
    )
  }
  const leaves: Leaf[] = []
  for (const [slot, item] of items.entries()) {
    if (slot % slotsOfStep === 0) {
      report(slot / items.length)
      yield
    }
    const fields = fieldsOf(source, item, ['leaves', slot])
    const path = (key: string) => ['leaves', slot, key]
    const address = (key: string) => addressOf(source, fields[key], path(key))
    const addresses = fields.argument_addresses
    const signature = stringOf(source, fields.function_signature, path('function_signature'))
    leaves.push({
      decoder: address('decoder_and_sanitizer'),
      target: address('target'),
      canSendValue: flagOf(source, fields.can_send_value, path('can_send_value')),
      signature,
      selector: selectorOf(signature),
      arguments: itemsOf(source, addresses, path('argument_addresses')).map((argument, index) =>
        addressOf(source, argument, [...path('argument_addresses'), index]),
      ),
      description: stringOf(source, fields.description, path('description')),
    })
  }
  return leaves
}

function readMetadata(
  source: JsonSource,
  fields: JsonFields,
  tree: { readonly root: Hex; readonly leafCount: number },
): Metadata {
  const account = (key: string) =>
    Object.hasOwn(fields, key) ? addressOf(source, fields[key], ['metadata', key]) : null
  const count = (key: string) =>
    Object.hasOwn(fields, key) ? countOf(source, fields[key], ['metadata', key]) : null
  return {
    vault: account('vault'),
    manager: account('manager'),
    accountant: account('accountant'),
    decoder: account('decoder_and_sanitizer'),
    root: tree.root,
    leafCount: count('leaf_count') ?? tree.leafCount,
    capacity: count('tree_capacity'),
  }
}

function* checkSteps(
  source: JsonSource,
  root: JsonFields,
  file: TreeFile,
): Steps<readonly Finding[]> {
  assertKnownKeys(source, root)
  yield
  const items = itemsOf(source, root.leaves, ['leaves'])
  const layers = itemsOf(source, root.layers, ['layers'])
  const stated = {
    leaves: items.map((item, slot) => statedLeaf(source, fieldsOf(source, item, []), slot)),
    layers: layers.map((layer, level) =>
      itemsOf(source, layer, ['layers', level]).map((digest, index) =>
        readDigest(source, digest, ['layers', level, index]),
      ),
    ),
    root: file.metadata.root,
    leafCount: file.metadata.leafCount,
    capacity: file.metadata.capacity,
  }
  yield
  return yield* compareSteps(stated, { tree: file.tree, fillerDigest: null }, statedPaths)
}

const statedPaths: StatedPaths = {
  leaf: (slot, field) => ['leaves', slot, statedKeys[field]],
  layer: (level) => ['layers', level],
  leaves: ['leaves'],
  root: ['root'],
  leafCount: ['metadata', 'leaf_count'],
  capacity: ['metadata', 'tree_capacity'],
}

function statedLeaf(source: JsonSource, fields: JsonFields, slot: number): StatedLeaf {
  const path = (field: keyof StatedLeaf) => ['leaves', slot, statedKeys[field]]
  return {
    selector: readSelector(source, fields.function_selector, path('selector')),
    packed: hexOf(source, fields.packed_argument_addresses, path('packed')),
    digest: readDigest(source, fields.leaf_digest, path('digest')),
  }
}

function assertKnownKeys(source: JsonSource, root: JsonFields): void {
  const required = ['leaves', 'root', 'layers']
  assertKeys(source, { fields: root, path: [] }, { required, optional: ['metadata'] })
  for (const [slot, item] of itemsOf(source, root.leaves, ['leaves']).entries()) {
    const path = ['leaves', slot]
    const fields = fieldsOf(source, item, path)
    assertKeys(source, { fields, path }, { required: leafKeys, optional: [] })
  }
  if (!Object.hasOwn(root, 'metadata')) return
  const path = ['metadata']
  const optional = [
    'vault',
    'manager',
    'accountant',
    'decoder_and_sanitizer',
    'leaf_count',
    'tree_capacity',
    'form',
  ]
  const fields = fieldsOf(source, root.metadata, path)
  assertKeys(source, { fields, path }, { required: [], optional })
}
