import { type Machine, spend } from './machine/rule-machine.ts'
import { buildValue, buildWord, type RuleContext, type RuleScope } from './rule-expression.ts'
import { type Loop, type RecordValue, revert, type Value, type WordValue } from './rule-value.ts'
import type { RuleNode } from './syntax/rule-syntax.ts'

/** The number of entries a rule packs: exactly `minimum`, or that many and more. */
export type EntryCount = { readonly least: number; readonly isOpen: boolean }

/** A compiled term: what it appends, how much that can be, and what it is by position. */
export type PackStep = {
  readonly run: (machine: Machine) => void
  readonly counts: readonly EntryCount[]
  readonly key: string
}

/** The most alternatives that are kept apart; a term with more is open. */
const maxCounts = 64

/** Compiles a list of terms. */
export function stepOf(
  context: RuleContext,
  scope: RuleScope,
  terms: readonly RuleNode[],
): PackStep {
  const steps = terms.map((term) => termOf(context, scope, term))
  return {
    run: (machine) => {
      for (const step of steps) step.run(machine)
    },
    counts: steps.reduce<readonly EntryCount[]>(
      (sums, { counts }) => addCounts(sums, counts),
      [{ least: 0, isOpen: false }],
    ),
    key: steps.map((step) => step.key).join(','),
  }
}

/** Runs something once for each round of nested loops. */
export function turnLoops(machine: Machine, loops: readonly Loop[], body: () => void): void {
  const [loop] = loops
  if (loop === undefined) {
    body()
    return
  }
  const count = loop.count(machine)
  for (let round = 0; round < count && spend(machine); round++) {
    machine.index[loop.slot] = round
    turnLoops(machine, loops.slice(1), body)
  }
}

function termOf(context: RuleContext, scope: RuleScope, node: RuleNode): PackStep {
  switch (node.kind) {
    case 'list':
      return stepOf(context, scope, node.terms)
    case 'group':
      return groupOf(context, scope, node)
    case 'choice':
      return choiceOf(context, scope, node)
    case 'revert': {
      const message = 'The decoder supports no such call.'
      const run = (machine: Machine) => {
        revert(machine, node.error, message)
      }
      return { run, counts: [], key: 'revert' }
    }
    default:
      return entryOf(context, scope, node)
  }
}

function entryOf(context: RuleContext, scope: RuleScope, node: RuleNode): PackStep {
  const value = buildValue(context, scope, node)
  if (value.kind !== 'word' || value.type !== 'address') {
    const what = value.kind === 'word' ? `a ${value.type}` : `a ${value.kind}`
    return context.fail(
      node.at,
      `${what} is not an entry; only an address is, or what a transform gives`,
    )
  }
  return {
    run: (machine) => turnLoops(machine, value.loops, () => append(machine, value)),
    counts: [countOf(value.loops)],
    key: value.key,
  }
}

function groupOf(
  context: RuleContext,
  scope: RuleScope,
  node: RuleNode & { kind: 'group' },
): PackStep {
  const of = buildValue(context, scope, node.of)
  const counters = new Map(scope.counters)
  const each = node.of
  if (each.kind === 'each' && each.counter !== null) {
    if (counters.has(each.counter)) context.fail(each.at, `${each.counter} counts twice`)
    counters.set(each.counter, of.loops.at(-1)?.slot ?? 0)
  }
  const records = of.kind === 'record' ? [boundOf(of), ...scope.records] : scope.records
  const inner = stepOf(context, { records, counters }, node.terms)
  const times = countOf(of.loops)
  return {
    run: (machine) => turnLoops(machine, of.loops, () => inner.run(machine)),
    counts: inner.counts.map(({ least: minimum, isOpen }) => ({
      least: minimum * times.least,
      isOpen: isOpen || times.isOpen,
    })),
    key: `${of.key}.(${inner.key})`,
  }
}

/** The record inside loops that are being turned already: its members do not turn them again. */
function boundOf(record: RecordValue, loops: readonly Loop[] = record.loops): RecordValue {
  const without = (value: Value) => value.loops.filter((loop) => !loops.includes(loop))
  return {
    ...record,
    loops: without(record),
    field: (name) => boundValue(record.field(name), loops),
  }
}

function boundValue(value: Value | null, loops: readonly Loop[]): Value | null {
  if (value === null || loops.length === 0) return value
  if (value.kind === 'record') return boundOf(value, loops)
  const unnested = value.loops.filter((loop) => !loops.includes(loop))
  if (value.kind !== 'list') return { ...value, loops: unnested }
  return { ...value, loops: unnested, item: (index, trait) => value.item(index, trait) }
}

function choiceOf(
  context: RuleContext,
  scope: RuleScope,
  node: RuleNode & { kind: 'choice' },
): PackStep {
  const when = buildWord(context, scope, node.when)
  if (when.loops.length > 0) context.fail(node.when.at, 'the condition has one value an entry')
  const yes = termOf(context, scope, node.yes)
  const no = termOf(context, scope, node.no)
  const run = (machine: Machine) => {
    const { misses } = machine
    const holds = when.big(machine) !== 0n
    if (machine.misses !== misses || machine.fault !== null) return
    if (holds) yes.run(machine)
    else no.run(machine)
  }
  return {
    run,
    counts: [...yes.counts, ...no.counts],
    key: `(${when.key}?${yes.key}:${no.key})`,
  }
}

function append(machine: Machine, value: WordValue): void {
  const { size } = machine
  if (size + 20 > machine.out.length) {
    const larger = new Uint8Array(2 * machine.out.length)
    larger.set(machine.out)
    machine.out = larger
  }
  if (value.at === null) writeWord(machine.out, size, value.big(machine))
  else {
    const from = value.at(machine) + 12
    for (let byte = 0; byte < 20; byte++) {
      machine.out[size + byte] = machine.data[from + byte] ?? 0
    }
  }
  machine.size = size + 20
  machine.labels.push(value.label(machine))
}

function writeWord(out: Uint8Array, at: number, word: bigint): void {
  for (let byte = 19, remainder = word; byte >= 0; byte--, remainder >>= 8n) {
    out[at + byte] = Number(remainder & 255n)
  }
}

function countOf(loops: readonly Loop[]): EntryCount {
  let minimum = 1
  for (const { fixed } of loops) minimum *= fixed ?? 0
  return { least: minimum, isOpen: loops.some(({ fixed }) => fixed === null) }
}

function addCounts(
  some: readonly EntryCount[],
  others: readonly EntryCount[],
): readonly EntryCount[] {
  const sums = new Map<string, EntryCount>()
  for (const left of some) {
    for (const right of others) {
      const sum = { least: left.least + right.least, isOpen: left.isOpen || right.isOpen }
      sums.set(`${sum.least}${sum.isOpen}`, sum)
    }
  }
  return sums.size > maxCounts ? [{ least: 0, isOpen: true }] : [...sums.values()]
}
