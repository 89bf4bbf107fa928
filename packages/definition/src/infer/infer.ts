import { type Address, BaseError, zeroAddress } from '@vaultwright/base'
import { type TreeFile, usedCountOf } from '@vaultwright/formats'
import { type AbiValue, isEmptySlot, isPadding, type Leaf } from '@vaultwright/manager'
import { type Action, type KnownFacts, knownFactsOf } from '@vaultwright/protocols'
import { type ChainInfo, chains, contractsAt, tokenOf } from '@vaultwright/registry'
import { isCanonical } from '../expand/leaf-entry.ts'
import { leafKeyOf } from '../expand/leaf-key.ts'
import { leavesOfStrategist, withoutDuplicates } from '../expand/leaf-list.ts'
import { readValue } from '../expand/value.ts'
import { chainIn, definitionOf } from '../file/definition.ts'
import { createNameBook, type NameBook } from '../file/name-book.ts'
import { type LeafOrder, orderOf } from '../file/order.ts'
import { decoderNamesOf } from './decoder-name.ts'
import { type EntryText, entriesOf, type Spelling } from './infer-entry.ts'
import { seedsOf } from './infer-seed.ts'

/** The vault of a tree whose file does not name it. */
export type InferOptions = {
  readonly chain: ChainInfo
  /** The vault's name for people. */
  readonly name: string
  readonly strategist: string
  /** The account whose root it is; null if it is unknown. */
  readonly account: Address | null
  /** The path of the order file. */
  readonly orderPath: string
  readonly vault: Address | null
  readonly manager: Address | null
  /** Facts of a lock file beside the registry. */
  readonly knownFacts?: KnownFacts
}

/** A definition that gives a tree again. */
export type Inference = {
  /** The content of the file. */
  readonly definition: { readonly [key: string]: unknown }
  readonly order: LeafOrder
  /** Notes of the tree's own descriptions on accounts, by address in lower case: the first that names each. */
  readonly notes: ReadonlyMap<string, string>
  /** Leaves, padding left out. */
  readonly used: number
  readonly recognised: number
  /** Signatures of leaves that no protocol describes, the most frequent first. */
  readonly unrecognised: readonly { readonly signature: string; readonly count: number }[]
  /** Actions that leaves may be, by route: nothing tells that what they call is of the protocol. */
  readonly possible: readonly { readonly route: string; readonly count: number }[]
}

/**
 * Proposes a definition for a tree: what protocols describe becomes entries, the rest stays as leaves.
 *
 * Building it with its order gives the same root, and the same descriptions.
 *
 * @returns the definition as a value, the order, and what was not recognised.
 * @throws {UnknownOwnerError} when neither the file nor the options name vault and Manager.
 */
export function inferDefinition(file: TreeFile, options: InferOptions): Inference {
  const { metadata, tree } = file
  const vault = options.vault ?? metadata.vault
  const manager = options.manager ?? metadata.manager
  if (vault === null) throw new UnknownOwnerError('vault')
  if (manager === null) throw new UnknownOwnerError('manager')
  const knownFacts = options.knownFacts ?? knownFactsOf(options.chain.id)
  const slots = tree.leaves.map((leaf) => (isUntouched(tree.padding, leaf) ? null : leaf))
  const leaves = slots.filter((leaf) => leaf !== null)
  const seeds = seedsOf(leaves, { owner: { vault, manager }, knownFacts })
  const decoders = decoderNamesOf({ leaves, seeds, stated: metadata.decoder })
  const drones = nameDrones(new Set(seeds.flatMap(({ drone }) => drone ?? [])))
  const head = {
    vault,
    manager,
    ...(metadata.accountant === null ? {} : { accountant: metadata.accountant }),
    ...(drones.size === 0 ? {} : { drones: Object.fromEntries(swapEntries(drones)) }),
    decoders: Object.fromEntries(swapEntries(decoders)),
  }
  const { account, orderPath } = options
  const whole = (permissions: readonly EntryText[]) => {
    const address = account === null ? {} : { address: account }
    const strategist = { ...address, order: orderPath, permissions }
    const chain = { ...head, strategists: { [options.strategist]: strategist } }
    return { name: options.name, chains: { [options.chain.slug]: chain } }
  }
  const blank = definitionOf(whole([]), () => null)
  const names = createNameBook(chainIn(blank, options.chain.id))
  const spelling = spellingOf(options.chain, names, { decoders, drones })
  const present = new Set(leaves.map(leafKeyOf))
  const scope = { chain: options.chain.id, strategist: options.strategist, knownFacts }
  const entries = entriesOf(seeds, spelling).map((entry) => ({
    entry,
    keys: keysOfEntry(() =>
      leavesOfStrategist(
        definitionOf(whole([entry]), () => null),
        scope,
      ),
    ),
  }))
  // Only what gives back leaves of the tree, and no other, may stand for them.
  const sound = entries.filter(({ keys }) => keys?.every((key) => present.has(key)))
  const covered = new Set(sound.flatMap(({ keys }) => keys ?? []))
  const uncovered = leaves.filter((leaf) => !covered.has(leafKeyOf(leaf)))
  const raw = withoutDuplicates(uncovered).map((leaf) => rawEntryOf(leaf, spelling))
  const unused = uncovered.filter((leaf) => !isPadding(leaf))
  const used = usedCountOf(tree)
  return {
    definition: whole([...sound.map(({ entry }) => entry), ...raw]),
    order: orderOf(tree),
    notes: notesOf(leaves),
    used,
    recognised: used - unused.length,
    unrecognised: countTexts(unused.map(({ signature }) => signature)).map(
      ([signature, count]) => ({
        signature,
        count,
      }),
    ),
    possible: countTexts(
      seeds.filter(({ isPossible }) => isPossible).map(({ action }) => action.route),
    ).map(([route, count]) => ({ route, count })),
  }
}

function notesOf(leaves: readonly Leaf[]): ReadonlyMap<string, string> {
  const notes = new Map<string, string>()
  for (const { target, arguments: packed, description } of leaves) {
    for (const account of [target, ...packed].map((one) => one.toLowerCase())) {
      if (description === '' || account === zeroAddress) continue
      if (!notes.has(account)) notes.set(account, description)
    }
  }
  return notes
}

/** The leaf keys that an entry builds; null if it cannot be built. */
function keysOfEntry(build: () => readonly Leaf[]): readonly string[] | null {
  try {
    return build().map(leafKeyOf)
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

function isUntouched(padding: Leaf, leaf: Leaf): boolean {
  return isEmptySlot(leaf) || leafKeyOf(leaf) === leafKeyOf(padding)
}

function nameDrones(drones: ReadonlySet<Address>): ReadonlyMap<Address, string> {
  return new Map([...drones].map((drone, at) => [drone, `drone-${at}`]))
}

function swapEntries<Key, Value>(map: ReadonlyMap<Key, Value>): readonly (readonly [Value, Key])[] {
  return [...map].map(([key, value]) => [value, key] as const)
}

type AccountNames = {
  readonly decoders: ReadonlyMap<Address, string>
  readonly drones: ReadonlyMap<Address, string>
}

function spellingOf(
  chain: ChainInfo,
  names: NameBook,
  { decoders, drones }: AccountNames,
): Spelling {
  return {
    droneText: (drone) => drones.get(drone)!,
    decoderText: (decoder) => {
      const name = decoders.get(decoder)!
      return name === 'default' ? null : name
    },
    valueText: (action, name, value) => {
      if (typeof value === 'object') {
        return (value as readonly AbiValue[]).map((item) => textOf(action, name, item))
      }
      return textOf(action, name, value)
    },
  }
  function textOf(action: Action, name: string, value: AbiValue): string {
    const parameter = action.parameters[name]!
    const { protocol } = action
    const isIt = (text: string) => {
      const parsed = readValue(text, { parameter, protocol, names })
      return parsed.ok && String(parsed.value).toLowerCase() === String(value).toLowerCase()
    }
    const guesses = typeof value === 'bigint' ? chains.map(({ slug }) => slug) : labelsOf(value)
    return guesses.find(isIt) ?? String(value)
  }
  function labelsOf(value: AbiValue): readonly string[] {
    const text = String(value)
    const account = text.length === 66 ? `0x${text.slice(26)}` : text
    const token = tokenOf(chain.id, account)
    return [
      'vault',
      'manager',
      'accountant',
      'teller',
      ...[drones.get(account as Address)].filter((drone) => drone !== undefined),
      ...(token === null ? [] : [token.symbol]),
      ...contractsAt(chain.id, account).map(({ label }) => label),
    ]
  }
}

function rawEntryOf(leaf: Leaf, { decoderText }: Spelling): EntryText {
  const { target, signature, selector, canSendValue, description } = leaf
  const decoder = decoderText(leaf.decoder)
  return {
    leaf: {
      target,
      signature,
      ...(isCanonical(signature) ? {} : { selector }),
      ...(leaf.arguments.length === 0 ? {} : { arguments: leaf.arguments }),
      ...(canSendValue ? { can_send_value: true } : {}),
      ...(decoder === null ? {} : { decoder }),
      ...(description === '' ? {} : { description }),
    },
  }
}

/** Texts with how often each is there, the most frequent first. */
function countTexts(texts: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(
    ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
  )
}

/** A tree file does not say whose tree it is. */
export class UnknownOwnerError extends BaseError {
  override readonly code = 'unknown_owner'
  override readonly kind = 'invalid_input'

  constructor(what: 'vault' | 'manager') {
    super({
      message: `The tree file does not name its ${what}. Give --${what}.`,
      facts: { what },
    })
  }
}
