import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Action, Binding } from '@vaultwright/protocols'
import type { WrittenItem } from '../expand/value.ts'
import { usesOf } from '../schema/parameter-use.ts'
import type { Seed } from './infer-seed.ts'
import { type EntryRow, projected, rowKeyOf, tableOf } from './infer-table.ts'

/** An entry as a definition file writes it. */
export type EntryText = { readonly [key: string]: unknown }

/** The spelling of values and accounts in a definition. */
export type Spelling = {
  readonly valueText: (action: Action, name: string, value: AbiValue) => WrittenItem
  readonly decoderText: (decoder: Address) => string | null
  readonly droneText: (drone: Address) => string
}

/**
 * Groups permissions into entries that give exactly these permissions.
 *
 * Actions of one protocol with the same values share an entry; values that combine each with each are lists.
 *
 * @returns entries in the order of their first permission.
 */
export function entriesOf(seeds: readonly Seed[], spelling: Spelling): readonly EntryText[] {
  return [...groupsOf(seeds).values()].flatMap((group) =>
    clustersOf(group).map((cluster) => entryOf(cluster, spelling)),
  )
}

/** Permissions of one protocol that differ in action and values only. */
type SeedGroup = ReadonlyMap<Action, readonly Seed[]>

/** Actions that take the same values. */
type Cluster = {
  readonly first: Seed
  readonly actions: Action[]
  readonly names: readonly string[]
  readonly rows: readonly EntryRow[]
  /** The value that each text stands for. */
  readonly values: ReadonlyMap<string, AbiValue>
}

function groupsOf(seeds: readonly Seed[]): ReadonlyMap<string, SeedGroup> {
  const groups = new Map<string, Map<Action, Seed[]>>()
  for (const seed of seeds) {
    const { action, decoder, drone, approvals, value, packing, size } = seed
    const key = [action.protocol, decoder, drone, approvals, value, packing, size].join('|')
    const group = groups.get(key) ?? new Map<Action, Seed[]>()
    groups.set(key, group)
    const list = group.get(action)
    if (list === undefined) group.set(action, [seed])
    else list.push(seed)
  }
  return groups
}

function clustersOf(group: SeedGroup): readonly Cluster[] {
  const sorted = [...group].sort(([, one], [, other]) => widthOf(other) - widthOf(one))
  const clusters: Cluster[] = []
  for (const [action, seeds] of sorted) {
    const names = namesOf(seeds[0]!)
    const values = new Map<string, AbiValue>()
    const rows = rowsOf(seeds, names, values)
    const fitting = clusters.find((cluster) => isFitting(cluster, { action, names, rows }))
    if (fitting !== undefined) fitting.actions.push(action)
    else clusters.push({ first: seeds[0]!, actions: [action], names, rows, values })
  }
  return clusters
}

type ClusterCandidate = Pick<Cluster, 'names' | 'rows'> & { readonly action: Action }

/** An action joins others when what they bind tells all that it binds, and nothing more. */
function isFitting(cluster: Cluster, { action, names, rows }: ClusterCandidate): boolean {
  if (!names.every((name) => cluster.names.includes(name))) return false
  const more = cluster.names.filter((name) => !names.includes(name))
  if (more.some((name) => usesOf(action).get(name) === 'bound')) return false
  const rowKeys = new Set(projected(cluster.rows, names).map(rowKeyOf))
  return rowKeys.size === rows.length && rows.every((row) => rowKeys.has(rowKeyOf(row)))
}

function entryOf(cluster: Cluster, spelling: Spelling): EntryText {
  const { first, rows, values } = cluster
  const actions = ordered(cluster.actions)
  const { lists, each } = tableOf(rows)
  const written = (product: ReadonlyMap<string, readonly string[]>) =>
    Object.fromEntries(
      [...product].map(([name, texts]) => {
        const spelled = texts.map((text) =>
          spelling.valueText(cluster.actions[0]!, name, values.get(text)!),
        )
        return [name, spelled.length === 1 ? spelled[0] : spelled]
      }),
    )
  const decoder = spelling.decoderText(first.decoder)
  return {
    protocol: first.action.protocol,
    actions: actions.map(({ route }) => route.slice(route.indexOf('/') + 1)),
    ...(decoder === null ? {} : { decoder }),
    ...(first.packing === null ? {} : { packing: first.packing }),
    ...(first.drone === null ? {} : { as: spelling.droneText(first.drone) }),
    ...(first.value === null ? {} : { value: first.value }),
    ...(first.size === null ? {} : { size: first.size }),
    ...(first.approvals ? {} : { approvals: false }),
    ...written(lists),
    ...(each.length === 0 ? {} : { each: each.map(written) }),
  }
}

function ordered(actions: readonly Action[]): readonly Action[] {
  return [...actions].sort((one, other) => (one.route < other.route ? -1 : 1))
}

function rowsOf(
  seeds: readonly Seed[],
  names: readonly string[],
  values: Map<string, AbiValue>,
): readonly EntryRow[] {
  const rows = new Map<string, EntryRow>()
  for (const { binding } of seeds) {
    const row = new Map(
      names.map((name) => {
        const value = binding[name]!
        const text = typeof value === 'object' ? value.join(',') : String(value)
        values.set(text, value)
        return [name, text] as const
      }),
    )
    rows.set(rowKeyOf(row), row)
  }
  return [...rows.values()]
}

/** In the order that the action declares them. */
function namesOf({ action, binding }: { readonly action: Action; readonly binding: Binding }) {
  return Object.keys(action.parameters).filter((name) => binding[name] !== undefined)
}

function widthOf(seeds: readonly Seed[]): number {
  return namesOf(seeds[0]!).length
}
