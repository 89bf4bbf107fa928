import { type Hex, nearestOf } from '@vaultwright/base'
import { actionOf, protocolOf, protocols } from '@vaultwright/protocols'
import { z } from 'zod'
import { shapesOf, usesOf } from './parameter-use.ts'

const scalar = z
  .union([z.string(), z.int(), z.bigint()], { error: 'must be a text or a whole number' })
  .transform(String)

/** A value as it is written: one, several, or several lists. */
export const writtenValue = z.union([scalar, z.array(z.union([scalar, z.array(scalar)]))], {
  error: 'must be a value or a list of values',
})

/** A value as it is written: names are not resolved yet. */
export type WrittenValue = string | readonly (string | readonly string[])[]

/** The keys of an entry that are not parameters. */
export const entryKeys = {
  protocol: z.string().describe('Name of the protocol.'),
  actions: z
    .union([z.literal('all'), z.array(z.string()).min(1)], {
      error: 'must be all, or a list of actions',
    })
    .default('all')
    .describe('Which of its actions; all of them when left out.'),
  decoder: z.string().optional().describe('Name of a decoder; the default one when left out.'),
  packing: z
    .string()
    .optional()
    .describe('Which version of the decoder packs arguments; the newest when left out.'),
  as: z.string().optional().describe('Name of the drone that acts; the vault when left out.'),
  value: z
    .boolean()
    .optional()
    .describe('True for calls with value alone, false for those without; both where left out.'),
  approvals: z
    .boolean()
    .default(true)
    .describe('False for leaves without the approvals they need.'),
  size: z
    .int()
    .min(1)
    .optional()
    .describe('Length of lists, where leaves bind nothing else of them; the least when left out.'),
  each: z
    .array(z.record(z.string(), writtenValue))
    .min(1)
    .optional()
    .describe('Values that belong together, one set an item.'),
} as const

const protocolEntry = z.object(entryKeys).catchall(writtenValue)

const leafParts = z.strictObject({
  target: z.string().describe('The account called: an address or a name.'),
  signature: z.string().describe('Canonical, as in approve(address,uint256).'),
  selector: z
    .string()
    .regex(/^0x[0-9a-fA-F]{8}$/, 'must be 0x and 8 hex digits')
    .optional()
    .describe('What the signature hashes to, only where that is not canonical.'),
  arguments: z.array(z.string()).default([]).describe('Packed arguments: addresses or names.'),
  can_send_value: z.boolean().default(false).describe('Whether calls with value are permitted.'),
  decoder: z.string().optional().describe('Name or address; the default one when left out.'),
  description: z.string().default('').describe('For people.'),
})

/** One leaf as it is. */
export const leafEntry = z.strictObject({ leaf: leafParts })

/** What a strategist may do with a protocol. */
export type ProtocolEntry = {
  readonly kind: 'protocol'
  readonly protocol: string
  /** Routes, in the order that leaves come in. */
  readonly routes: readonly string[]
  /** Whether the file says which actions; all of the protocol are meant where it does not. */
  readonly isChosen: boolean
  readonly decoder: string | null
  readonly packing: string | null
  readonly drone: string | null
  readonly approvals: boolean
  /** Which calls of those that may carry value; null for both. */
  readonly value: boolean | null
  /** Length of lists that leaves bind by their length alone; null for the least. */
  readonly size: number | null
  readonly parameters: ReadonlyMap<string, WrittenValue>
  /** Values that belong together; empty when none are said. */
  readonly each: readonly ReadonlyMap<string, WrittenValue>[]
}

/** One leaf as it is. */
export type LeafEntry = {
  readonly kind: 'leaf'
  readonly target: string
  readonly signature: string
  /** What the signature hashes to, said where it is not canonical; null when it is not said. */
  readonly selector: Hex | null
  readonly arguments: readonly string[]
  readonly canSendValue: boolean
  readonly decoder: string | null
  readonly description: string
}

/** One entry of a strategist's permissions. */
export type PermissionEntry = ProtocolEntry | LeafEntry

/** An entry: of a protocol, or a leaf as it is. */
export const entry = z.unknown().transform((value, context): PermissionEntry => {
  const isLeaf = typeof value === 'object' && value !== null && Object.hasOwn(value, 'leaf')
  const read = isLeaf ? leafEntry.safeParse(value) : protocolEntry.safeParse(value)
  if (!read.success) {
    for (const issue of read.error.issues)
      context.addIssue({ ...issue, input: value } as RaisedIssue)
    return z.NEVER
  }
  return 'leaf' in read.data
    ? leafFrom(read.data as z.output<typeof leafEntry>)
    : protocolFrom(read.data as ProtocolText, {
        context,
        isChosen: Object.hasOwn(value as object, 'actions'),
      })
})

function leafFrom({ leaf }: z.output<typeof leafEntry>): LeafEntry {
  const { can_send_value: canSendValue, decoder = null, selector = null, ...rest } = leaf
  return {
    kind: 'leaf',
    ...rest,
    canSendValue,
    decoder,
    selector: (selector?.toLowerCase() ?? null) as Hex | null,
  }
}

type RefinementContext = z.core.$RefinementCtx<unknown>
type RaisedIssue = Exclude<Parameters<RefinementContext['addIssue']>[0], string>
type ProtocolText = z.output<typeof protocolEntry>
type EntryReading = { readonly context: RefinementContext; readonly isChosen: boolean }

/** Protocols that are known by their decoders alone permit nothing. */
const permitting = protocols.filter(({ actions }) => actions.length > 0).map(({ name }) => name)

function protocolFrom(value: ProtocolText, { context, isChosen }: EntryReading): PermissionEntry {
  const { protocol, actions, approvals, each = [], ...others } = value
  const {
    decoder = null,
    packing = null,
    as: actor = null,
    value: sends = null,
    size = null,
    ...parameters
  } = others
  const found = protocolOf(protocol)
  if (found === null || found.actions.length === 0) {
    const what =
      found === null ? 'not a protocol that is known' : 'a protocol that no action is known of'
    return refuse(context, ['protocol'], { word: protocol, what, names: permitting })
  }
  const routes =
    actions === 'all'
      ? found.actions.map(({ route }) => route)
      : actions.map((action) => `${protocol}/${action}`)
  const known = found.actions.map(({ route }) => route.slice(protocol.length + 1))
  routes.forEach((route, at) => {
    if (actionOf(route) !== null) return
    const word = route.slice(protocol.length + 1)
    refuse(context, ['actions', at], { word, what: `not an action of ${protocol}`, names: known })
  })
  const chosen = routes.flatMap((route) => actionOf(route) ?? [])
  const taken = new Set(chosen.flatMap((action) => [...usesOf(action).keys()]))
  const all = found.actions.flatMap((action) => Object.keys(action.parameters))
  // What an action of another name takes does not follow from what is wrong: its name is one problem, not many.
  const isEachKnown = chosen.length === routes.length
  const check = (key: string, path: readonly PropertyKey[]) => {
    if (taken.has(key) || (!isEachKnown && all.includes(key))) return
    const what = all.includes(key)
      ? 'chosen with each call, or of another action: no leaf here binds it'
      : `not a parameter that leaves of these actions of ${protocol} take`
    refuse(context, [...path, key], {
      word: key,
      what,
      names: [...taken, ...Object.keys(entryKeys)],
    })
  }
  for (const key of Object.keys(parameters)) check(key, [])
  each.forEach((item, at) => {
    for (const key of Object.keys(item)) {
      check(key, ['each', at])
      if (!Object.hasOwn(parameters, key)) continue
      const message = 'stands beside each, too, and only one of the two can be meant'
      context.addIssue({ code: 'custom', message, path: ['each', at, key] })
    }
  })
  const versions = new Set(chosen.flatMap(shapesOf).flatMap(({ decoders }) => decoders))
  if (packing !== null && !versions.has(packing)) {
    const what = 'not a version that packs these actions'
    refuse(context, ['packing'], { word: packing, what, names: [...versions] })
  }
  // Its author does not want the leaves that it rules out.
  for (const { route, sends: carries } of chosen) {
    if (sends === null || carries === 'either' || (carries === 'always') === sends) continue
    const message = `is ${sends}, but calls of ${route} ${sends ? 'never' : 'always'} carry value. Leave it out, or the action`
    context.addIssue({ code: 'custom', message, path: ['value'] })
  }
  return {
    kind: 'protocol',
    protocol,
    routes,
    isChosen,
    approvals,
    decoder,
    packing,
    drone: actor,
    value: sends,
    size,
    parameters: new Map(Object.entries(parameters as Record<string, WrittenValue>)),
    each: each.map((item) => new Map(Object.entries(item))),
  }
}

type RefusedWord = {
  readonly word: string
  readonly what: string
  readonly names: readonly string[]
}

function refuse(
  context: RefinementContext,
  path: readonly PropertyKey[],
  { word, what, names }: RefusedWord,
) {
  const near = nearestOf(word, names)
  const hint = near !== null ? `Did you mean ${near}?` : `There is ${names.join(', ') || 'none'}`
  const message = `is ${what}: ${JSON.stringify(word)}. ${hint}`
  context.addIssue({ code: 'custom', message, path: [...path] })
  return z.NEVER
}
