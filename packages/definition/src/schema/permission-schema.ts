import { type Hex, nearestOf } from '@vaultwright/base'
import { type FileProblem, fileReaderOf, refused } from '@vaultwright/document'
import { actionOf, protocolOf, protocols } from '@vaultwright/protocols'
import Type, { type Static, type StaticDecode } from 'typebox'
import { shapesOf, usesOf } from './parameter-use.ts'

const scalar = Type.Decode(
  Type.Union([Type.String(), Type.Integer(), Type.BigInt()], {
    errorMessage: 'must be a text or a whole number',
  }),
  String,
)

/** A value as it is written: one, several, or several lists. */
const writtenValue = Type.Union([scalar, Type.Array(Type.Union([scalar, Type.Array(scalar)]))], {
  errorMessage: 'must be a value or a list of values',
})

/** A value as it is written: names are not resolved yet. */
export type WrittenValue = string | readonly (string | readonly string[])[]

/** The keys of an entry that are not parameters. */
export const entryKeys = {
  protocol: Type.String({ description: 'Name of the protocol.' }),
  actions: Type.Optional(
    Type.Union([Type.Literal('all'), Type.Array(Type.String(), { minItems: 1 })], {
      description: 'Which of its actions; all of them when left out.',
      default: 'all',
      errorMessage: 'must be all, or a list of actions',
    }),
  ),
  decoder: Type.Optional(
    Type.String({
      description: 'Name or address of a decoder; the default one when left out.',
      hexDigits: 40,
    }),
  ),
  packing: Type.Optional(
    Type.String({
      description: 'Which version of the decoder packs arguments; the newest when left out.',
    }),
  ),
  as: Type.Optional(
    Type.String({ description: 'Name of the drone that acts; the vault when left out.' }),
  ),
  value: Type.Optional(
    Type.Boolean({
      description: 'True for calls with value alone, false for those without; both where left out.',
    }),
  ),
  approvals: Type.Optional(
    Type.Boolean({
      description: 'False for leaves without the approvals they need.',
      default: true,
    }),
  ),
  size: Type.Optional(
    Type.Integer({
      description:
        'Length of lists, where leaves bind nothing else of them; the least when left out.',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
  each: Type.Optional(
    Type.Array(Type.Record(Type.String(), writtenValue), {
      description: 'Values that belong together, one set an item.',
      minItems: 1,
    }),
  ),
} as const

const protocolEntry = Type.Object(entryKeys, { additionalProperties: writtenValue })

const leafParts = Type.Object(
  {
    target: Type.String({
      description: 'The account called: an address or a name.',
      hexDigits: 40,
    }),
    signature: Type.String({ description: 'Canonical, as in approve(address,uint256).' }),
    selector: Type.Optional(
      Type.String({
        description: 'What the signature hashes to, only where that is not canonical.',
        pattern: '^0x[0-9a-fA-F]{8}$',
        errorMessage: 'must be 0x and 8 hex digits',
        hexDigits: 8,
      }),
    ),
    arguments: Type.Optional(
      Type.Array(Type.String({ hexDigits: 40 }), {
        description: 'Packed arguments: addresses or names.',
        default: [],
      }),
    ),
    can_send_value: Type.Optional(
      Type.Boolean({ description: 'Whether calls with value are permitted.', default: false }),
    ),
    decoder: Type.Optional(
      Type.String({
        description: 'Name or address; the default one when left out.',
        hexDigits: 40,
      }),
    ),
    description: Type.Optional(Type.String({ description: 'For people.', default: '' })),
  },
  { additionalProperties: false },
)

/** One leaf as it is. */
export const leafEntry = Type.Object({ leaf: leafParts }, { additionalProperties: false })

/** The permissions of a strategist in a protocol. */
export type ProtocolEntry = {
  readonly kind: 'protocol'
  readonly protocol: string
  /** Routes, in the order that leaves come in. */
  readonly routes: readonly string[]
  /** True if the file says which actions; all of the protocol are meant where it does not. */
  readonly isChosen: boolean
  readonly decoder: string | null
  readonly packing: string | null
  readonly drone: string | null
  readonly approvals: boolean
  /** Selects among calls that may carry value; null for both. */
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
  /** The hash of the signature, stated where it is not canonical; null if not stated. */
  readonly selector: Hex | null
  readonly arguments: readonly string[]
  readonly canSendValue: boolean
  readonly decoder: string | null
  readonly description: string
}

/** One entry of a strategist's permissions. */
export type PermissionEntry = ProtocolEntry | LeafEntry

/** An entry: of a protocol, or a leaf as it is. */
export const entry = Type.Decode(Type.Unknown(), (value): PermissionEntry => {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'leaf')) {
    const parsed = readLeaf(value)
    return parsed.ok ? leafFrom(parsed.value) : refused(parsed.issues)
  }
  const parsed = readProtocol(value)
  if (!parsed.ok) return refused(parsed.issues)
  return protocolFrom(parsed.value as ProtocolText, Object.hasOwn(value as object, 'actions'))
})

const readLeaf = fileReaderOf(leafEntry)
const readProtocol = fileReaderOf(protocolEntry)

function leafFrom({ leaf }: Static<typeof leafEntry>): LeafEntry {
  const { arguments: packed = [], description = '', can_send_value: canSendValue = false } = leaf
  const { target, signature, decoder = null, selector = null } = leaf
  return {
    kind: 'leaf',
    target,
    signature,
    arguments: packed,
    description,
    canSendValue,
    decoder,
    selector: (selector?.toLowerCase() ?? null) as Hex | null,
  }
}

type ProtocolText = StaticDecode<typeof protocolEntry>

/** Protocols that are known by their decoders alone permit nothing. */
const permitting = protocols.filter(({ actions }) => actions.length > 0).map(({ name }) => name)

function protocolFrom(value: ProtocolText, isChosen: boolean): PermissionEntry {
  const { protocol, actions = 'all', approvals = true, each = [], ...fields } = value
  const problems: FileProblem[] = []
  const {
    decoder = null,
    packing = null,
    as: actor = null,
    value: sends = null,
    size = null,
    ...parameters
  } = fields
  const definitionProtocol = protocolOf(protocol)
  if (definitionProtocol === null || definitionProtocol.actions.length === 0) {
    const what =
      definitionProtocol === null
        ? 'not a protocol that is known'
        : 'a protocol that no action is known of'
    return refused([problemOf(['protocol'], { word: protocol, what, names: permitting })])
  }
  const routes =
    actions === 'all'
      ? definitionProtocol.actions.map(({ route }) => route)
      : actions.map((action) => `${protocol}/${action}`)
  const actionNames = definitionProtocol.actions.map(({ route }) =>
    route.slice(protocol.length + 1),
  )
  routes.forEach((route, at) => {
    if (actionOf(route) !== null) return
    const word = route.slice(protocol.length + 1)
    const what = `not an action of ${protocol}`
    problems.push(problemOf(['actions', at], { word, what, names: actionNames }))
  })
  const chosen = routes.flatMap((route) => actionOf(route) ?? [])
  const taken = new Set(chosen.flatMap((action) => [...usesOf(action).keys()]))
  const all = definitionProtocol.actions.flatMap((action) => Object.keys(action.parameters))
  // What an action of another name takes does not follow from what is wrong: its name is one problem, not many.
  const isEachKnown = chosen.length === routes.length
  const check = (key: string, path: FileProblem['path']) => {
    if (taken.has(key) || (!isEachKnown && all.includes(key))) return
    const what = all.includes(key)
      ? 'chosen with each call, or of another action: no leaf here binds it'
      : `not a parameter that leaves of these actions of ${protocol} take`
    const names = [...taken, ...Object.keys(entryKeys)]
    problems.push(problemOf([...path, key], { word: key, what, names }))
  }
  for (const key of Object.keys(parameters)) check(key, [])
  each.forEach((item, at) => {
    for (const key of Object.keys(item)) {
      check(key, ['each', at])
      if (!Object.hasOwn(parameters, key)) continue
      const message = 'stands beside each, too, and only one of the two can be meant'
      problems.push({ path: ['each', at, key], message })
    }
  })
  const versions = new Set(chosen.flatMap(shapesOf).flatMap(({ decoders }) => decoders))
  if (packing !== null && !versions.has(packing)) {
    const what = 'not a version that packs these actions'
    problems.push(problemOf(['packing'], { word: packing, what, names: [...versions] }))
  }
  // Its author does not want the leaves that it rules out.
  for (const { route, sends: carries } of chosen) {
    if (sends === null || carries === 'either' || (carries === 'always') === sends) continue
    const message = `is ${sends}, but calls of ${route} ${sends ? 'never' : 'always'} carry value. Leave it out, or the action`
    problems.push({ path: ['value'], message })
  }
  if (problems.length > 0) return refused(problems)
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

function problemOf(path: FileProblem['path'], { word, what, names }: RefusedWord): FileProblem {
  const near = nearestOf(word, names)
  const hint = near !== null ? `Did you mean ${near}?` : `There is ${names.join(', ') || 'none'}`
  return { path, message: `is ${what}: ${JSON.stringify(word)}. ${hint}` }
}
