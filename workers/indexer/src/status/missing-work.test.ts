import type { Basis, DayBasis, DerivedKind, IndexingFailure } from '@vaultwright/store'
import { missingDays, shiftDay } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Task } from '../task/task.ts'
import { basisOf, weekDays } from '../value/basis.ts'
import { missingWorkOf, type VaultRecord } from './missing-work.ts'

const names = { snapshot: 'day@1', daily: 'daily@1', performance: 'performance@1' }
const terms = { names, nowUnix: 1_000n }
const vaultRef = { tenantId: 't', chain: 'local', vault: `0x${'1'.repeat(40)}` } as const
const kinds: readonly DerivedKind[] = ['snapshot', 'daily', 'performance']
const first = '2026-01-01'
const dayAt = (at: number) => shiftDay(first, at)

type World = { readonly read: ReadonlySet<string>; readonly bases: Map<string, Basis> }

const days = fc.integer({ min: 1, max: 40 })
const subset = (count: number) => fc.subarray(Array.from({ length: count }, (_, at) => dayAt(at)))

function recordOf(
  { read: readDays, bases }: World,
  count: number,
  failures: readonly IndexingFailure[] = [],
) {
  const all = missingDays(first, dayAt(count - 1), new Set())
  return {
    vaultRef,
    otherChains: [],
    failures,
    measured: readDays,
    mismatches: new Map(),
    due: { from: first, to: dayAt(count - 1) },
    today: dayAt(count),
    digestOf: (_, day) => (readDays.has(day) ? `digest of ${day}` : null),
    bases: all.flatMap((day): readonly DayBasis[] => {
      const [snapshot, daily, performance] = kinds.map((kind) => {
        const basis = bases.get(`${kind} ${day}`)
        return basis === undefined ? null : JSON.stringify(basis, Object.keys(basis).sort())
      })
      if (!snapshot && !daily && !performance) return []
      return [{ day, snapshot: snapshot!, daily: daily!, performance: performance! }]
    }),
  } satisfies VaultRecord
}

/** The effect of doing a task. */
function act(world: { read: Set<string>; bases: Map<string, Basis> }, task: Task): void {
  if (!('day' in task)) return
  const digestOf = (_: string, day: string) => (world.read.has(day) ? `digest of ${day}` : null)
  const write = (kind: DerivedKind, day: string) => {
    const basis = basisOf({ kind, chain: 'local', day, otherChains: [] }, names, digestOf)
    if (basis !== null) world.bases.set(`${kind} ${day}`, basis)
  }
  if (task.kind === 'vault.snapshot') {
    world.read.add(task.day)
    write('snapshot', task.day)
  }
  const reach = task.kind === 'vault.daily' ? 1 : weekDays
  const kind = task.kind === 'vault.daily' ? 'daily' : 'performance'
  if (task.kind === 'vault.snapshot') return
  for (let index = 0; index <= reach; index++) write(kind, shiftDay(task.day, index))
}

test('law: doing what is missing, in any order of its flows, leaves nothing missing and nothing stale', () => {
  const worlds = days.chain((count) =>
    fc.record({
      count: fc.constant(count),
      read: subset(count),
      done: fc.subarray(
        kinds.flatMap((kind) =>
          missingDays(first, dayAt(39), new Set()).map((day) => `${kind} ${day}`),
        ),
      ),
      order: fc.infiniteStream(fc.nat()),
    }),
  )
  fc.assert(
    fc.property(worlds, ({ count, read: readDays, done, order }) => {
      const world = { read: new Set(readDays), bases: new Map<string, Basis>() }
      for (const name of done) {
        const [kind, day] = name.split(' ') as [DerivedKind, string]
        const some = (_: string, at: string) => (at === day ? `digest of ${day}` : null)
        const basis = basisOf({ kind, chain: 'local', day, otherChains: [] }, names, some)
        if (readDays.includes(day)) world.bases.set(name, basis!)
      }
      const work = missingWorkOf(recordOf(world, count), terms)
      const expected = missingDays(first, dayAt(count - 1), new Set(readDays))
      expect(work.missing).toEqual(expected)
      const snapshots = work.flows
        .flatMap(({ flow }) => flow)
        .filter(({ kind }) => kind === 'vault.snapshot')
      expect(new Set(snapshots.map((task) => 'day' in task && task.day)).size).toBe(
        snapshots.length,
      )
      const flows = [...work.flows]
      while (flows.length > 0) {
        const [flow] = flows.splice(order.next().value % flows.length, 1)
        for (const task of flow!.flow) act(world, task)
      }
      const left = missingWorkOf(recordOf(world, count), terms)
      expect(left).toMatchObject({ missing: [], stale: [], flows: [] })
    }),
  )
})

test('law: what was given up is in no flow, and counts as missing all the same', () => {
  fc.assert(
    fc.property(days, fc.nat(39), fc.constantFrom('parked', 'retrying'), (count, at, state) => {
      const day = dayAt(at % count)
      const failure = failureOf({ kind: 'vault.snapshot', day, state, retryAtUnix: 1_600n })
      const work = missingWorkOf(
        recordOf({ read: new Set(), bases: new Map() }, count, [failure]),
        terms,
      )
      expect(work.missing).toHaveLength(count)
      expect(work.flows.map((one) => one.day)).not.toContain(day)
      expect(work.flows).toHaveLength(count - 1)
    }),
  )
})

test('behavior: a failure whose time has come is tried again', () => {
  const failure = failureOf({
    kind: 'vault.snapshot',
    day: first,
    state: 'retrying',
    retryAtUnix: 999n,
  })
  const work = missingWorkOf(recordOf({ read: new Set(), bases: new Map() }, 1, [failure]), terms)
  expect(work.flows).toHaveLength(1)
})

test('behavior: what a clock that ran ahead put off is tried now', () => {
  const failure = failureOf({
    kind: 'vault.snapshot',
    day: first,
    state: 'retrying',
    retryAtUnix: 1_601n,
  })
  const work = missingWorkOf(recordOf({ read: new Set(), bases: new Map() }, 1, [failure]), terms)
  expect(work.flows).toHaveLength(1)
})

test('behavior: what comes before work that was given up is done, what comes after is not', () => {
  const failure = failureOf({ kind: 'vault.daily', day: first, state: 'parked', retryAtUnix: null })
  const work = missingWorkOf(recordOf({ read: new Set(), bases: new Map() }, 1, [failure]), terms)
  expect(work.flows.map(({ flow }) => flow.map(({ kind }) => kind))).toEqual([['vault.snapshot']])
})

test('behavior: without its roots a vault has no work, for what it may hold follows from them', () => {
  const failure = failureOf({ kind: 'roots.sync', day: null, state: 'parked', retryAtUnix: null })
  const work = missingWorkOf(recordOf({ read: new Set(), bases: new Map() }, 3, [failure]), terms)
  expect(work).toMatchObject({ flows: [], roots: null })
  expect(work.missing).toHaveLength(3)
})

test('behavior: executions are read behind roots, and a failure of theirs keeps nothing else', () => {
  const kindsWith = (failures: readonly IndexingFailure[]) => {
    const work = missingWorkOf(recordOf({ read: new Set(), bases: new Map() }, 1, failures), terms)
    return [work.flows.length, work.roots?.map(({ kind }) => kind)]
  }
  const failure = {
    kind: 'executions.sync',
    day: null,
    state: 'parked',
    retryAtUnix: null,
  } as const
  expect(kindsWith([])).toEqual([1, ['roots.sync', 'executions.sync']])
  expect(kindsWith([failureOf(failure)])).toEqual([1, ['roots.sync']])
})

test('behavior: a day at another block is read again, with the reason', () => {
  const record = recordOf({ read: new Set([first]), bases: new Map() }, 1)
  const reason = 'Block 7 was 0x1, and is 0x2 now.'
  const { flows } = missingWorkOf({ ...record, mismatches: new Map([[first, reason]]) }, terms)
  expect(flows).toHaveLength(1)
  expect(flows[0]!.flow[0]).toMatchObject({ kind: 'vault.snapshot', reason })
})

test('behavior: another formula makes its values stale, and one task does eight days of it', () => {
  const world = {
    read: new Set(missingDays(first, dayAt(15), new Set())),
    bases: new Map<string, Basis>(),
  }
  for (const day of world.read) {
    act(world, { kind: 'vault.snapshot', ...vaultRef, day, reason: null })
    act(world, { kind: 'vault.daily', ...vaultRef, day })
  }
  for (const day of world.read) act(world, { kind: 'vault.performance', ...vaultRef, day })
  expect(missingWorkOf(recordOf(world, 16), terms).flows).toEqual([])
  const later = { ...terms, names: { ...names, performance: 'performance@2' } }
  const work = missingWorkOf(recordOf(world, 16), later)
  expect(work.stale).toHaveLength(16)
  expect(work.flows.map(({ day }) => day)).toEqual([first, dayAt(8)])
})

test('behavior: who has the older formula gives way to what a newer one made of the same readings', () => {
  const readDays = new Set(missingDays(first, dayAt(9), new Set()))
  const world = { read: readDays, bases: new Map<string, Basis>() }
  for (const day of readDays) {
    act(world, { kind: 'vault.snapshot', ...vaultRef, day, reason: null })
    act(world, { kind: 'vault.daily', ...vaultRef, day })
    act(world, { kind: 'vault.performance', ...vaultRef, day })
  }
  for (const [name, basis] of world.bases) {
    world.bases.set(name, { ...basis, formula: basis.formula!.replace('@1', '@2') })
  }
  expect(missingWorkOf(recordOf(world, 10), terms).stale).toEqual([])
  const newer = { snapshot: 'day@3', daily: 'daily@10', performance: 'performance@3' }
  expect(missingWorkOf(recordOf(world, 10), { ...terms, names: newer }).stale).toHaveLength(10)
  world.bases.set(`daily ${dayAt(4)}`, { formula: 'daily@2', [dayAt(4)]: 'of another reading' })
  expect(missingWorkOf(recordOf(world, 10), terms).stale).toEqual([dayAt(4)])
})

test('behavior: a task that was given up keeps none of the days that it would have computed from being computed', () => {
  const readDays = new Set(missingDays(first, dayAt(9), new Set()))
  const stale = { read: readDays, bases: new Map<string, Basis>() }
  for (const kind of ['vault.daily', 'vault.performance'] as const) {
    const failure = failureOf({ kind, day: first, state: 'parked', retryAtUnix: null })
    const { flows } = missingWorkOf(recordOf(stale, 10, [failure]), terms)
    const computed = { read: new Set(readDays), bases: new Map<string, Basis>() }
    for (const { flow } of flows) for (const task of flow) act(computed, task)
    const left = missingWorkOf(recordOf(computed, 10, [failure]), terms)
    expect(left.stale).toEqual([first])
  }
})

test('behavior: a day that is to be read again and was given up hides none of those after it', () => {
  const readDays = new Set(missingDays(first, dayAt(9), new Set()))
  const failure = failureOf({
    kind: 'vault.snapshot',
    day: first,
    state: 'parked',
    retryAtUnix: null,
  })
  const record = recordOf({ read: readDays, bases: new Map() }, 10, [failure])
  const { flows } = missingWorkOf({ ...record, mismatches: new Map([[first, 'why']]) }, terms)
  expect(flows[0]!.day).toBe(dayAt(1))
  expect(flows[0]!.flow).toHaveLength(3)
})

function failureOf(
  part: Pick<IndexingFailure, 'kind' | 'day' | 'state' | 'retryAtUnix'>,
): IndexingFailure {
  return {
    ...vaultRef,
    attempts: 1,
    code: 'rpc_timeout',
    message: '',
    firstAtUnix: 1n,
    lastAtUnix: 1n,
    ...part,
  }
}

test('behavior: a failure is settled when nothing is missing of the days that the work is about, and not before', () => {
  const readDays = new Set(missingDays(first, dayAt(9), new Set()))
  const world = { read: readDays, bases: new Map<string, Basis>() }
  const failures = (['vault.snapshot', 'vault.daily', 'vault.performance'] as const).map((kind) =>
    failureOf({ kind, day: dayAt(2), state: 'retrying', retryAtUnix: 1_600n }),
  )
  expect(missingWorkOf(recordOf(world, 10, failures), terms).settled).toEqual([])
  for (const day of readDays) {
    act(world, { kind: 'vault.snapshot', ...vaultRef, day, reason: null })
    act(world, { kind: 'vault.daily', ...vaultRef, day })
    act(world, { kind: 'vault.performance', ...vaultRef, day })
  }
  const record = recordOf(world, 10, failures)
  expect(missingWorkOf(record, terms).settled).toEqual(failures)
  const again = new Map([[dayAt(2), 'why']])
  expect(missingWorkOf({ ...record, mismatches: again }, terms).settled).toEqual([])
  world.bases.delete(`performance ${dayAt(9)}`)
  expect(missingWorkOf(recordOf(world, 10, failures), terms).settled).toEqual([])
  const roots = failureOf({ kind: 'roots.sync', day: null, state: 'parked', retryAtUnix: null })
  expect(missingWorkOf(recordOf(world, 10, [roots]), terms).settled).toEqual([])
})

test('behavior: a day that is no longer over is withdrawn, and its failures are settled when it is gone', () => {
  const readDays = new Set(missingDays(first, dayAt(5), new Set()))
  const world = { read: readDays, bases: new Map<string, Basis>() }
  for (const day of readDays) {
    act(world, { kind: 'vault.snapshot', ...vaultRef, day, reason: null })
    act(world, { kind: 'vault.daily', ...vaultRef, day })
    act(world, { kind: 'vault.performance', ...vaultRef, day })
  }
  const failures = [
    failureOf({ kind: 'vault.daily', day: dayAt(5), state: 'parked', retryAtUnix: null }),
  ]
  const early = { ...recordOf(world, 5, failures), mismatches: new Map([[dayAt(5), 'why']]) }
  const work = missingWorkOf(early, terms)
  expect(work.flows).toEqual([
    {
      day: dayAt(5),
      flow: [{ kind: 'vault.snapshot', ...vaultRef, day: dayAt(5), reason: 'why' }],
    },
  ])
  expect(work.settled).toEqual([])
  readDays.delete(dayAt(5))
  const gone = missingWorkOf(recordOf(world, 5, failures), terms)
  expect(gone).toMatchObject({ missing: [], stale: [], flows: [], settled: failures })
})
