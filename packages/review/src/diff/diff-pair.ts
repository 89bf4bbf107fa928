import type { Leaf } from '@vaultwright/manager'
import { compareText, functionOf, permissionOf, wordingOf } from '../leaf/leaf-identity.ts'

/** One copy of a leaf in its tree. */
export type LeafCopy = { readonly leaf: Leaf; readonly position: number }

/** Two copies that are one leaf, before and after. */
export type LeafPair = { readonly before: LeafCopy; readonly after: LeafCopy }

/** The pairs of the leaves of one tree in another. */
export type Pairing = {
  /** Same permission, other words. */
  readonly described: readonly LeafPair[]
  /** Same target and function, other decoder, value flag or arguments. */
  readonly changed: readonly LeafPair[]
  readonly removed: readonly LeafCopy[]
  readonly added: readonly LeafCopy[]
}

/** The copies of one permission that found no equal on the other side, in the order of their words. */
type PermissionNode = {
  readonly permission: string
  readonly copies: LeafCopy[]
  /** Target and function, decoder, value flag and arguments as short texts: equal ones are equal. */
  readonly fn: string
  readonly decoder: string
  readonly flag: string
  readonly entries: readonly string[]
}

/** Numbers texts, so that keys made of them stay short. */
type Numbers = Map<string, string>
type DiffSide = Map<string, PermissionNode>
type Sides = { readonly before: DiffSide; readonly after: DiffSide; readonly changed: LeafPair[] }

/** Leaves of more arguments than any decoder returns are not searched for near twins. */
const maxCompared = 32

/**
 * Pairs the leaves of two trees, whatever their order; each copy is used once.
 *
 * From the surest to the least sure: equal leaves fall out; then the same permission in other words;
 * then the same arguments under another decoder or value flag; then one argument that differs, and at
 * last one leaf left on either side of a target's function. The unsure steps pair only where there is
 * exactly one choice on both sides, so that nothing is called a change by guessing.
 */
export function pairLeaves(before: readonly LeafCopy[], after: readonly LeafCopy[]): Pairing {
  const described: LeafPair[] = []
  const sides = surplusOf(before, after, described)
  pairEqual(sides, ({ fn, flag, entries }) => `${fn} ${flag} ${entries.join()}`)
  pairEqual(sides, ({ fn, decoder, entries }) => `${fn} ${decoder} ${entries.join()}`)
  pairEqual(sides, ({ fn, entries }) => `${fn} ${entries.join()}`)
  pairClosest(sides, ({ decoder, flag }) => `${decoder} ${flag}`)
  pairClosest(sides, ({ flag }) => flag)
  pairClosest(sides, () => '')
  pairRemaining(sides)
  return {
    described,
    changed: sides.changed,
    removed: [...sides.before.values()].flatMap((node) => node.copies),
    added: [...sides.after.values()].flatMap((node) => node.copies),
  }
}

function surplusOf(
  before: readonly LeafCopy[],
  after: readonly LeafCopy[],
  described: LeafPair[],
): Sides {
  const numbers: Numbers = new Map()
  const sides: Sides = {
    before: nodesOf(before, numbers),
    after: nodesOf(after, numbers),
    changed: [],
  }
  for (const [permission, node] of sides.before) {
    const twin = sides.after.get(permission)
    if (twin === undefined) continue
    dropEqual(node, twin)
    takePairs(node, twin, described)
    tidy(sides, [node, twin])
  }
  return sides
}

function nodesOf(copies: readonly LeafCopy[], numbers: Numbers): DiffSide {
  const nodes: DiffSide = new Map()
  for (const copy of copies) {
    const permission = permissionOf(copy.leaf)
    const node = nodes.get(permission)
    if (node === undefined) nodes.set(permission, nodeOf(permission, copy, numbers))
    else node.copies.push(copy)
  }
  for (const node of nodes.values()) {
    if (node.copies.length > 1) sortCopies(node.copies)
  }
  return nodes
}

function nodeOf(permission: string, copy: LeafCopy, numbers: Numbers): PermissionNode {
  const { leaf } = copy
  return {
    permission,
    copies: [copy],
    fn: numberOf(functionOf(leaf), numbers),
    decoder: numberOf(leaf.decoder, numbers),
    flag: leaf.canSendValue ? '1' : '0',
    entries: leaf.arguments.map((entry) => numberOf(entry, numbers)),
  }
}

function numberOf(text: string, numbers: Numbers): string {
  const number = numbers.get(text)
  if (number !== undefined) return number
  const next = numbers.size.toString(36)
  numbers.set(text, next)
  return next
}

function sortCopies(copies: LeafCopy[]): void {
  const worded = copies.map((copy) => ({ copy, words: wordingOf(copy.leaf) }))
  worded.sort((a, b) => compareText(a.words, b.words) || a.copy.position - b.copy.position)
  for (const [index, { copy }] of worded.entries()) copies[index] = copy
}

/** Takes out of two sorted lists what both hold, word for word. */
function dropEqual(node: PermissionNode, twin: PermissionNode): void {
  const left: LeafCopy[] = []
  const right: LeafCopy[] = []
  let i = 0
  let j = 0
  while (i < node.copies.length && j < twin.copies.length) {
    const copy = node.copies[i]!
    const twinCopy = twin.copies[j]!
    const order = compareText(wordingOf(copy.leaf), wordingOf(twinCopy.leaf))
    if (order <= 0) i++
    if (order >= 0) j++
    if (order < 0) left.push(copy)
    if (order > 0) right.push(twinCopy)
  }
  left.push(...node.copies.slice(i))
  right.push(...twin.copies.slice(j))
  node.copies.splice(0, node.copies.length, ...left)
  twin.copies.splice(0, twin.copies.length, ...right)
}

function takePairs(node: PermissionNode, twin: PermissionNode, into: LeafPair[]): void {
  const count = Math.min(node.copies.length, twin.copies.length)
  const before = node.copies.splice(0, count)
  const after = twin.copies.splice(0, count)
  for (const [index, copy] of before.entries()) into.push({ before: copy, after: after[index]! })
}

function tidy(sides: Sides, [node, twin]: readonly [PermissionNode, PermissionNode]): void {
  if (node.copies.length === 0) sides.before.delete(node.permission)
  if (twin.copies.length === 0) sides.after.delete(twin.permission)
}

function pairNodes(sides: Sides, node: PermissionNode, twin: PermissionNode): void {
  takePairs(node, twin, sides.changed)
  tidy(sides, [node, twin])
}

/** Pairs, in order, the nodes that agree on everything but the fields that `keyOf` leaves out. */
function pairEqual(sides: Sides, keyOf: (node: PermissionNode) => string): void {
  const before = bucketsOf(sides.before.values(), (node) => [keyOf(node)])
  const after = bucketsOf(sides.after.values(), (node) => {
    const key = keyOf(node)
    return before.has(key) ? [key] : []
  })
  for (const [key, nodes] of before) {
    const twins = after.get(key)
    if (twins === undefined) continue
    nodes.sort(byPermission)
    twins.sort(byPermission)
    let node = nodes.shift()
    let twin = twins.shift()
    while (node !== undefined && twin !== undefined) {
      pairNodes(sides, node, twin)
      if (node.copies.length === 0) node = nodes.shift()
      if (twin.copies.length === 0) twin = twins.shift()
    }
  }
}

/**
 * Pairs nodes that agree on `keyOf` and on all arguments but one, each other's only choice.
 *
 * A bucket for each argument left out makes this linear in leaves times arguments.
 */
function pairClosest(sides: Sides, keyOf: (node: PermissionNode) => string): void {
  const cached = new Map<PermissionNode, readonly string[]>()
  const gapsOf = (node: PermissionNode) => {
    const gaps = cached.get(node) ?? gapsIn(node, keyOf(node))
    cached.set(node, gaps)
    return gaps
  }
  const before = onlyNodes(sides.before.values(), gapsOf, () => true)
  const after = onlyNodes(sides.after.values(), gapsOf, (gap) => before.has(gap))
  const choiceOf = (node: PermissionNode, others: ReadonlyMap<string, PermissionNode | null>) => {
    let only: PermissionNode | undefined
    for (const gap of gapsOf(node)) {
      const counterpart = others.get(gap)
      if (counterpart === undefined) continue
      if (only !== undefined || counterpart === null) return undefined
      only = counterpart
    }
    return only
  }
  const pairs: [PermissionNode, PermissionNode][] = []
  for (const node of sides.before.values()) {
    const twin = choiceOf(node, after)
    if (twin !== undefined && choiceOf(twin, before) === node) pairs.push([node, twin])
  }
  for (const [node, twin] of pairs) pairNodes(sides, node, twin)
}

/** The node's keys with one argument left out each. */
function gapsIn({ fn, entries }: PermissionNode, key: string): readonly string[] {
  if (entries.length > maxCompared) return []
  return entries.map((_, at) => `${fn} ${key} ${entries.with(at, '*').join()}`)
}

/** Pairs the one node left of a target's function with the one left on the other side. */
function pairRemaining(sides: Sides): void {
  const keysOf = (node: PermissionNode) => [node.fn]
  const after = bucketsOf(sides.after.values(), keysOf)
  for (const [key, nodes] of bucketsOf(sides.before.values(), keysOf)) {
    const twins = after.get(key)
    if (nodes.length === 1 && twins?.length === 1) pairNodes(sides, nodes[0]!, twins[0]!)
  }
}

/** The one node of each wanted key; null where several have it. */
function onlyNodes(
  nodes: Iterable<PermissionNode>,
  keysOf: (node: PermissionNode) => readonly string[],
  isWanted: (key: string) => boolean,
): ReadonlyMap<string, PermissionNode | null> {
  const only = new Map<string, PermissionNode | null>()
  for (const node of nodes) {
    for (const key of keysOf(node)) {
      if (isWanted(key)) only.set(key, only.has(key) ? null : node)
    }
  }
  return only
}

function bucketsOf(
  nodes: Iterable<PermissionNode>,
  keysOf: (node: PermissionNode) => readonly string[],
) {
  const buckets = new Map<string, PermissionNode[]>()
  for (const node of nodes) {
    for (const key of keysOf(node)) {
      const bucket = buckets.get(key)
      if (bucket === undefined) buckets.set(key, [node])
      else bucket.push(node)
    }
  }
  return buckets
}

function byPermission(one: PermissionNode, other: PermissionNode): number {
  return compareText(one.permission, other.permission)
}
