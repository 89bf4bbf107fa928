import { unquotedHexOf } from '@vaultwright/document'
import type { ActionParameter } from '@vaultwright/protocols'
import { chains } from '@vaultwright/registry'
import {
  definitionSchema,
  type EntryWords,
  entryDefsOf,
  type JsonSchema,
} from '../schema/json-schema.ts'
import { type ContractName, chainNamesIn, type FileName, type UsableNames } from './file-name.ts'

/**
 * Describes one definition for editors: besides what {@link definitionSchema} says, which tokens, contracts,
 * decoders and drones the chains of this file have names for. Addresses stay admitted everywhere.
 *
 * @param text - of the definition, which may be unfinished but for its chains and their names.
 * @returns its JSON Schema, draft 2020-12.
 * @throws {DefinitionFileError} for text that is not YAML, without chains, or of a chain that is not known.
 */
export function definitionSchemaFor(text: string): JsonSchema {
  const whole = definitionSchema() as JsonSchema & { readonly $defs: JsonSchema }
  const named = chainNamesIn(text)
  const { chains: anyChain } = whole.properties as { readonly chains: JsonSchema }
  const chain = anyChain.additionalProperties as JsonSchema
  const schemas = named.map((names) => [names.key, chainSchemaOf(chain, names)])
  return {
    ...whole,
    properties: {
      ...(whole.properties as JsonSchema),
      chains: { ...anyChain, properties: Object.fromEntries(schemas) },
    },
    $defs: {
      ...whole.$defs,
      address,
      ...Object.assign({}, ...named.map((names) => defsOf(names))),
    },
  }
}

const address: JsonSchema = {
  description: 'An account: 0x and 40 hex digits.',
  anyOf: [{ type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }, unquotedHexOf(40)],
}
const anyAddress: JsonSchema = { $ref: '#/$defs/address' }

function defsOf(names: UsableNames): JsonSchema {
  return {
    [`${names.key}.account`]: { anyOf: [...constsOf(names.accounts), anyAddress] },
    [`${names.key}.decoder`]: { anyOf: [...constsOf(names.decoders), anyAddress] },
    [`${names.key}.token`]: { anyOf: [...constsOf(tokensOf(names)), anyAddress] },
    // A choice of none is not a schema: false refuses every value.
    [`${names.key}.drone`]: names.drones.length === 0 ? false : { anyOf: constsOf(names.drones) },
    ...entryDefsOf(wordsOf(names)),
  }
}

function chainSchemaOf(chain: JsonSchema, names: UsableNames): JsonSchema {
  const { properties } = chain as { readonly properties: JsonSchema }
  const strategists = properties.strategists as JsonSchema
  const strategist = strategists.additionalProperties as JsonSchema
  const parts = strategist.properties as { readonly [name: string]: JsonSchema }
  const refs = Object.keys(entryDefsOf(wordsOf(names))).map((name) => ({ $ref: `#/$defs/${name}` }))
  const strategistOf = {
    ...strategist,
    properties: {
      ...parts,
      decoder: describedAs(parts.decoder!, decoderIn(names)),
      permissions: { ...parts.permissions, items: { anyOf: refs } },
    },
  }
  // An unknown base asset is a warning, so that any text is admitted.
  const base = { anyOf: [accountIn(names), { type: 'string' }] }
  return {
    ...chain,
    properties: {
      ...properties,
      base_asset: describedAs(properties.base_asset as JsonSchema, base),
      swap: swapSchemaOf(properties.swap as JsonSchema, names),
      strategists: { ...strategists, additionalProperties: strategistOf },
    },
  }
}

/** The policy of swaps: tokens by name as its keys, and accounts that say what they are worth. */
function swapSchemaOf(swap: JsonSchema, names: UsableNames): JsonSchema {
  const { reserve, prices, ...limits } = swap.properties as { readonly [key: string]: JsonSchema }
  const account = anyAccountOf(names)
  const token = { $ref: `#/$defs/${names.key}.token` }
  const source = {
    feed: account,
    oracle: account,
    rate: account,
    per: { anyOf: [{ const: 'usd', description: 'US dollars.' }, token] },
  }
  return {
    ...swap,
    properties: {
      ...limits,
      reserve: byToken(reserve!, names),
      prices: byToken(withKeys(prices!, source), names),
    },
  }
}

/** The form in which editors see an address as a key without quotes: the number that it is, in its shortest form. */
const keyOfHex = '^(0x[0-9a-fA-F]{40}|\\d+(\\.\\d+)?(e[+]\\d+)?)$'

/** A record by tokens: a key that is neither the name of one nor an address is refused. */
function byToken(record: JsonSchema, names: UsableNames): JsonSchema {
  const { propertyNames: _, additionalProperties: value, ...schemaFields } = record
  const tokens = tokensOf(names).map(({ name, describe }) => [
    name,
    { ...(value as JsonSchema), description: describe },
  ])
  return {
    ...schemaFields,
    properties: Object.fromEntries(tokens),
    patternProperties: { [keyOfHex]: value },
    additionalProperties: false,
  }
}

/** Other schemas for some keys of a part, however deep they stand. */
function withKeys(part: JsonSchema, others: { readonly [key: string]: JsonSchema }): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return typeof value === 'object' && value !== null
      ? withKeys(value as JsonSchema, others)
      : value
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      const counterpart = others[key]
      return [
        key,
        counterpart === undefined ? inner(value) : describedAs(value as JsonSchema, counterpart),
      ]
    }),
  )
}

/** Describes the entries of a chain. */
function wordsOf(names: UsableNames): EntryWords {
  return {
    prefix: `${names.key}.`,
    decoder: decoderIn(names),
    drone: { $ref: `#/$defs/${names.key}.drone` },
    account: anyAccountOf(names),
    schemaOf: (parameters, protocol) => schemaOf(parameters, { names, protocol }),
  }
}

type NamedValueContext = { readonly names: UsableNames; readonly protocol: string }

/** Several actions of a protocol may have a parameter of one name: what one of them takes is admitted. */
function schemaOf(parameters: readonly ActionParameter[], scope: NamedValueContext): JsonSchema {
  const choices = new Map<string, JsonSchema>()
  for (const parameter of parameters) {
    const item = itemOf(parameter, scope)
    if (item === null) return { $ref: '#/$defs/value' }
    const each = { type: 'array', items: item }
    const choice = { anyOf: [item, { type: 'array', items: { anyOf: [item, each] } }] }
    choices.set(JSON.stringify(choice), choice)
  }
  const [only, ...further] = [...choices.values()]
  return further.length === 0 ? only! : { anyOf: [only, ...further] }
}

/** One value of a parameter; null where it has no names. */
function itemOf(
  parameter: ActionParameter,
  { names, protocol }: NamedValueContext,
): JsonSchema | null {
  const account = (role: string | null) => [
    accountIn(names),
    ...namesOfContracts(
      names,
      (one) => one.protocol === protocol && (role === null || one.role === role),
    ),
  ]
  switch (parameter.kind) {
    case 'account':
    case 'token':
      return { anyOf: account(parameter.role ?? null) }
    case 'tokens':
      return { anyOf: account(null) }
    case 'network':
      return {
        anyOf: [
          ...constsOf(networks),
          { type: 'string', pattern: anyNetwork },
          { type: 'integer' },
        ],
      }
    case 'word':
      if (parameter.as !== 'account') return null
      return {
        anyOf: [
          ...account(null),
          { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
          unquotedHexOf(64),
        ],
      }
    default:
      return null
  }
}

const networks = chains.map(({ slug, name }) => ({ name: slug, describe: `${name}.` }))

/** Slugs in any letter case, or digits. */
const anyNetwork = `^(\\d+|${chains.map(({ slug }) => anyCaseOf(slug)).join('|')})$`

function anyCaseOf(text: string): string {
  return text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

function namesOfContracts(
  { contracts }: UsableNames,
  isMeant: (contract: ContractName) => boolean,
): readonly JsonSchema[] {
  const labels = new Map(contracts.filter(isMeant).map((one) => [one.name, one]))
  return constsOf([...labels.values()])
}

/** Names that may be a token: the parser refuses the vault and its Manager. */
function tokensOf({ accounts }: UsableNames): readonly FileName[] {
  return accounts.filter(({ name }) => name !== 'vault' && name !== 'manager')
}

/** An account of no protocol. */
function anyAccountOf(names: UsableNames): JsonSchema {
  const plain = namesOfContracts(names, (one) => one.protocol === null)
  return { anyOf: [accountIn(names), ...plain] }
}

function accountIn({ key }: UsableNames): JsonSchema {
  return { $ref: `#/$defs/${key}.account` }
}

function decoderIn({ key }: UsableNames): JsonSchema {
  return { $ref: `#/$defs/${key}.decoder` }
}

function constsOf(names: readonly FileName[]): readonly JsonSchema[] {
  return names.map(({ name, describe }) => ({ const: name, description: describe }))
}

function describedAs({ description }: JsonSchema, schema: JsonSchema): JsonSchema {
  return description === undefined ? schema : { description, ...schema }
}
