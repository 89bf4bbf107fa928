import { type Finding, type Hex, printHex, printHexRows, type Steps } from '@vaultwright/base'
import { type LeafTree, leafAt, packedOf } from '@vaultwright/manager'
import { layerOf, rootOf } from '@vaultwright/merkle'
import { type JsonPath, printPath, walkSteps } from '../text/json-walk.ts'
import { isFiller } from './filler.ts'
import { usedCountOf } from './tree-file.ts'

/** The tree that a file states, in its own words. */
export type StatedTree = {
  /** One a slot. */
  readonly leaves: readonly StatedLeaf[]
  /** Leaf layer first; null for a layer that the file does not have. Beyond the root: layers too many. */
  readonly layers: readonly (readonly Hex[] | null)[]
  readonly root: Hex
  readonly leafCount: number | null
  readonly capacity: number | null
}

/** The leaf that a file states. */
export type StatedLeaf = { readonly selector: Hex; readonly packed: Hex; readonly digest: Hex }

/** The paths of a format's values. */
export type StatedPaths = {
  readonly leaf: (slot: number, field: keyof StatedLeaf) => JsonPath
  /** Level 0 is the leaf layer. */
  readonly layer: (level: number) => JsonPath
  readonly leaves: JsonPath
  readonly root: JsonPath
  readonly leafCount: JsonPath
  readonly capacity: JsonPath
}

/** The rebuilt tree, and the digests that a file should write beside its leaves. */
export type RebuiltTree = {
  readonly tree: LeafTree
  /** The digest that stands beside an empty slot, where it is not the one hashed into the tree. */
  readonly fillerDigest: Hex | null
}

/**
 * Compares everything that a file states with the tree rebuilt from its leaves.
 *
 * @returns an error for every value that differs, one a layer; each names path, stated and expected.
 */
export function* compareSteps(
  stated: StatedTree,
  rebuilt: RebuiltTree,
  words: StatedPaths,
): Steps<readonly Finding[]> {
  const leaves = [...compareLeaves(stated, rebuilt, words)]
  yield
  const layers = [...compareLayers(stated, rebuilt.tree, words)]
  yield
  return [...leaves, ...layers, ...compareCounts(stated, rebuilt.tree, words)]
}

/**
 * Adds line and column to findings that name a path.
 *
 * @returns the findings, in order, with `line` and `column` of the path, or of what it is missing in.
 */
export function* locateSteps(
  text: string,
  findings: readonly Finding[],
): Steps<readonly Finding[]> {
  if (findings.length === 0) return findings
  const pathsOf = ({ facts }: Finding) => [String(facts.path), parentOf(String(facts.path))]
  const paths = new Set(findings.flatMap(pathsOf))
  const places = new Map<string, { readonly line: number; readonly column: number }>()
  let line = 1
  let start = 0
  yield* walkSteps(text, (path, offset) => {
    for (let end = text.indexOf('\n', start); end >= 0 && end < offset; ) {
      line++
      start = end + 1
      end = text.indexOf('\n', start)
    }
    const name = printPath(path)
    if (paths.has(name)) places.set(name, { line, column: offset - start + 1 })
    return places.size === paths.size
  })
  return findings.map((finding) => {
    const [path, parent] = pathsOf(finding)
    const place = places.get(path!) ?? places.get(parent!)
    return place === undefined ? finding : { ...finding, facts: { ...finding.facts, ...place } }
  })
}

/** The path without its last step, both as `printPath` spells them. */
function parentOf(path: string): string {
  return path.replace(/(?:\.\w+|\[[^[\]]*\])$/, '')
}

/** Makes the finding of a value that differs from what it should be. */
export function mismatch(
  code: string,
  path: JsonPath,
  values: {
    readonly stated: string | number
    readonly expected: string | number
    readonly by: string
  },
): Finding {
  const { stated, expected, by } = values
  const place = printPath(path)
  const leaf =
    path[0] !== 'metadata' && path.length === 3 && typeof path[1] === 'number' ? path[1] : null
  return {
    code,
    severity: 'error',
    leaf,
    message: `${place} is ${stated}, but ${by} ${expected}.`,
    facts: { path: place, stated, expected },
  }
}

function* compareLeaves(
  stated: StatedTree,
  rebuilt: RebuiltTree,
  words: StatedPaths,
): Iterable<Finding> {
  const { tree, fillerDigest } = rebuilt
  const digests = printHexRows(layerOf(tree.tree, 0), 32)
  for (const [slot, statedLeaf] of stated.leaves.entries()) {
    const leaf = leafAt(tree, slot) ?? tree.padding
    const packed = packedOf(leaf)
    const digest =
      fillerDigest !== null && isFiller(leaf, tree.padding) ? fillerDigest : digests[slot]!
    if (statedLeaf.selector !== leaf.selector) {
      const by = `the signature ${JSON.stringify(leaf.signature)} gives`
      const values = { stated: statedLeaf.selector, expected: leaf.selector, by }
      yield mismatch('selector_mismatch', words.leaf(slot, 'selector'), values)
    }
    if (statedLeaf.packed !== packed) {
      const values = {
        stated: statedLeaf.packed,
        expected: packed,
        by: 'the argument addresses pack to',
      }
      yield mismatch('packed_mismatch', words.leaf(slot, 'packed'), values)
    }
    if (statedLeaf.digest !== digest) {
      const values = {
        stated: statedLeaf.digest,
        expected: digest,
        by: "the leaf's fields hash to",
      }
      yield mismatch('digest_mismatch', words.leaf(slot, 'digest'), values)
    }
  }
}

function* compareLayers(stated: StatedTree, tree: LeafTree, words: StatedPaths): Iterable<Finding> {
  const { depth, capacity } = tree.tree
  for (let level = 0; level <= depth; level++) {
    const statedLayer = stated.layers[level] ?? null
    const size = capacity / 2 ** level
    if (statedLayer?.length !== size)
      yield layerShape(words.layer(level), { level, size, statedLayer })
    if (statedLayer !== null)
      yield* compareLayer(statedLayer, tree, { level, path: words.layer(level) })
  }
  for (const [level, statedLayer] of stated.layers.entries()) {
    if (level > depth && statedLayer !== null)
      yield layerShape(words.layer(level), { level, size: 0, statedLayer })
  }
}

function layerShape(
  path: JsonPath,
  layer: {
    readonly level: number
    readonly size: number
    readonly statedLayer: readonly Hex[] | null
  },
): Finding {
  const { level, size, statedLayer } = layer
  const place = printPath(path)
  const actual = statedLayer === null ? 'missing' : `${statedLayer.length} digests long`
  const expectation =
    size === 0 ? 'the tree has no such layer' : `the tree's layer has ${size} digests`
  return {
    code: 'layer_shape',
    severity: 'error',
    leaf: null,
    message: `${place} is ${actual}, but ${expectation}.`,
    facts: {
      path: place,
      layer: level,
      stated: statedLayer === null ? null : statedLayer.length,
      expected: size,
    },
  }
}

function* compareLayer(
  statedLayer: readonly Hex[],
  tree: LeafTree,
  layer: { readonly level: number; readonly path: JsonPath },
): Iterable<Finding> {
  const expected = printHexRows(layerOf(tree.tree, layer.level), 32)
  const differing: number[] = []
  for (let index = 0; index < Math.min(statedLayer.length, expected.length); index++) {
    if (statedLayer[index] !== expected[index]) differing.push(index)
  }
  const first = differing[0]
  if (first === undefined) return
  const path = printPath([...layer.path, first])
  const further = differing.length === 1 ? '' : ` ${differing.length} digests of this layer differ.`
  yield {
    code: 'layer_mismatch',
    severity: 'error',
    leaf: layer.level === 0 ? first : null,
    message: `${path} is ${statedLayer[first]}, but the leaves give ${expected[first]}.${further}`,
    facts: {
      path,
      layer: layer.level,
      index: first,
      stated: statedLayer[first]!,
      expected: expected[first]!,
      count: differing.length,
      indices: differing.slice(0, 64),
    },
  }
}

function* compareCounts(stated: StatedTree, tree: LeafTree, words: StatedPaths): Iterable<Finding> {
  const root = printHex(rootOf(tree.tree))
  const used = usedCountOf(tree)
  const { capacity } = tree.tree
  if (stated.leaves.length !== capacity) {
    const by = 'slots are a power of two:'
    const values = { stated: `${stated.leaves.length} slots long`, expected: capacity, by }
    yield mismatch('slot_count_mismatch', words.leaves, values)
  }
  if (stated.root !== root) {
    const values = { stated: stated.root, expected: root, by: 'the leaves give' }
    yield mismatch('root_mismatch', words.root, values)
  }
  if (stated.leafCount !== null && stated.leafCount !== used) {
    const values = { stated: stated.leafCount, expected: used, by: 'the used slots number' }
    yield mismatch('leaf_count_mismatch', words.leafCount, values)
  }
  if (stated.capacity !== null && stated.capacity !== capacity) {
    const values = { stated: stated.capacity, expected: capacity, by: 'the slots number' }
    yield mismatch('capacity_mismatch', words.capacity, values)
  }
}
