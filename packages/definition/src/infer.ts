import { type Address, BaseError, isSameAddress } from '@vaultwright/base'
import { type TreeFile, usedCountOf } from '@vaultwright/formats'
import { type AbiValue, isEmptySlot, isPadding, type Leaf, selectorOf } from '@vaultwright/manager'
import { type Action, type Knowledge, knowledgeOf } from '@vaultwright/protocols'
import { type Chain, chains, contractsAt, tokenOf } from '@vaultwright/registry'
import { chainIn, definitionOf } from './definition.ts'
import { type EntryText, entriesOf, type Spelling } from './infer-entry.ts'
import { seedsOf } from './infer-seed.ts'
import { leafKeyOf } from './leaf-key.ts'
import { type NameBook, openNames } from './name-book.ts'
import { type Order, orderOf } from './order.ts'
import { readValue } from './value.ts'

/** Which vault a tree is of, where its file does not say. */
export type InferOptions = {
  /** Slug or id. */
  readonly chain: Chain
  /** What people call the vault. */
  readonly name: string
  readonly strategist: string
  /** Whose root it is; null when it is not known. */
  readonly account: Address | null
  /** Where the order will be found. */
  readonly orderPath: string
  readonly vault: Address | null
  readonly manager: Address | null
  /** What a lock file knows beside the registry. */
  readonly knowledge?: Knowledge
}

/** A definition that gives a tree again. */
export type Inference = {
  /** What the file shall say. */
  readonly definition: { readonly [key: string]: unknown }
  readonly order: Order
  /** Leaves, padding left out. */
  readonly used: number
  readonly recognised: number
  /** Signatures of leaves that no protocol describes, the most frequent first. */
  readonly unrecognised: readonly { readonly signature: string; readonly count: number }[]
}

/**
 * Proposes a definition for a tree: what protocols describe becomes entries, the rest stays as leaves.
 *
 * Building it with its order gives the same root, and the same descriptions.
 *
 * @param file - a sound tree file.
 * @param options - vault, chain and names.
 * @returns the definition as a value, the order, and what was not recognised.
 * @throws {UnknownOwnerError} when neither the file nor the options name vault and Manager.
 */
export function inferDefinition(file: TreeFile, options: InferOptions): Inference {
  const { metadata, tree } = file
  const vault = options.vault ?? metadata.vault
  const manager = options.manager ?? metadata.manager
  if (vault === null) throw new UnknownOwnerError('vault')
  if (manager === null) throw new UnknownOwnerError('manager')
  const knowledge = options.knowledge ?? knowledgeOf(options.chain.id)
  const slots = tree.leaves.map((leaf) => (isUntouched(tree.padding, leaf) ? null : leaf))
  const leaves = slots.filter((leaf) => leaf !== null)
  const { seeds, isRecognised } = seedsOf(leaves, { owner: { vault, manager }, knowledge })
  const decoders = namedBy('decoder', decodersOf(leaves, metadata.decoder), ['default'])
  const drones = namedBy('drone', new Set(seeds.flatMap(({ drone }) => drone ?? [])), [])
  const head = {
    ...{ vault, manager },
    ...(metadata.accountant === null ? {} : { accountant: metadata.accountant }),
    ...(drones.size === 0 ? {} : { drones: Object.fromEntries(swapped(drones)) }),
    decoders: Object.fromEntries(swapped(decoders)),
  }
  const blank = {
    name: options.name,
    chains: { [options.chain.slug]: { ...head, strategists: {} } },
  }
  const names = openNames(
    chainIn(
      definitionOf(blank, () => null),
      options.chain.id,
    ),
  )
  const spelling = spellingOf(options.chain, names, { decoders, drones })
  const raw = withoutRepetition(leaves.filter((_, at) => !isRecognised[at]))
  const permissions = [
    ...entriesOf(seeds, spelling),
    ...raw.map((leaf) => rawEntryOf(leaf, spelling)),
  ]
  const strategist = {
    ...(options.account === null ? {} : { address: options.account }),
    order: options.orderPath,
    permissions,
  }
  const strategists = { [options.strategist]: strategist }
  return {
    definition: { ...blank, chains: { [options.chain.slug]: { ...head, strategists } } },
    order: orderOf(tree),
    used: usedCountOf(tree),
    recognised: leaves.filter((leaf, at) => isRecognised[at] && !isPadding(leaf)).length,
    unrecognised: tallied(leaves.filter((leaf, at) => !isRecognised[at] && !isPadding(leaf))),
  }
}

function isUntouched(padding: Leaf, leaf: Leaf): boolean {
  return isEmptySlot(leaf) || leafKeyOf(leaf) === leafKeyOf(padding)
}

function decodersOf(leaves: readonly Leaf[], first: Address | null): ReadonlySet<Address> {
  const used = leaves.map(({ decoder }) => decoder)
  const isUsed = first !== null && used.some((decoder) => isSameAddress(decoder, first))
  return new Set(isUsed || used.length === 0 ? [first ?? used[0]!, ...used] : used)
}

/** Names by account: the first ones as given, the rest numbered. */
function namedBy(
  noun: string,
  accounts: ReadonlySet<Address>,
  first: readonly string[],
): ReadonlyMap<Address, string> {
  return new Map([...accounts].map((account, at) => [account, first[at] ?? `${noun}-${at}`]))
}

function swapped<Key, Value>(map: ReadonlyMap<Key, Value>): readonly (readonly [Value, Key])[] {
  return [...map].map(([key, value]) => [value, key] as const)
}

type Named = {
  readonly decoders: ReadonlyMap<Address, string>
  readonly drones: ReadonlyMap<Address, string>
}

function spellingOf(chain: Chain, names: NameBook, { decoders, drones }: Named): Spelling {
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
    const protocol = action.route.slice(0, action.route.indexOf('/'))
    const isIt = (text: string) => {
      const read = readValue(text, { parameter, protocol, names })
      return read.ok && String(read.value).toLowerCase() === String(value).toLowerCase()
    }
    const guesses = typeof value === 'bigint' ? chains.map(({ slug }) => slug) : labelsOf(value)
    return guesses.find(isIt) ?? String(value)
  }
  function labelsOf(value: AbiValue): readonly string[] {
    const text = String(value)
    const account = text.length === 66 ? `0x${text.slice(26)}` : text
    return [
      ...['vault', 'manager', 'accountant', 'teller'],
      ...[tokenOf(chain.id, account)?.symbol ?? account],
      ...contractsAt(chain.id, account).map(({ label }) => label),
    ]
  }
}

function rawEntryOf(leaf: Leaf, { decoderText }: Spelling): EntryText {
  const { target, signature, selector, canSendValue, description } = leaf
  const decoder = decoderText(leaf.decoder)
  return {
    leaf: {
      ...{ target, signature },
      ...(isOwn(leaf) ? {} : { selector }),
      ...(leaf.arguments.length === 0 ? {} : { arguments: leaf.arguments }),
      ...(canSendValue ? { can_send_value: true } : {}),
      ...(decoder === null ? {} : { decoder }),
      ...(description === '' ? {} : { description }),
    },
  }
}

/** Whether the signature alone tells the selector, and is spelled as signatures must be. */
function isOwn({ signature, selector }: Leaf): boolean {
  return /^[\w$]+\([\w$,()[\]]*\)$/.test(signature) && selectorOf(signature) === selector
}

function withoutRepetition(leaves: readonly Leaf[]): readonly Leaf[] {
  return [...new Map(leaves.map((leaf) => [leafKeyOf(leaf), leaf])).values()]
}

function tallied(leaves: readonly Leaf[]): Inference['unrecognised'] {
  const counts = new Map<string, number>()
  for (const { signature } of leaves) counts.set(signature, (counts.get(signature) ?? 0) + 1)
  return [...counts]
    .map(([signature, count]) => ({ signature, count }))
    .sort((one, other) => other.count - one.count || (one.signature < other.signature ? -1 : 1))
}

/** A tree file does not say whose tree it is. */
export class UnknownOwnerError extends BaseError {
  override readonly code = 'unknown_owner'

  constructor(what: 'vault' | 'manager') {
    super({
      message: `The tree file does not name its ${what}. Give --${what}.`,
      facts: { what },
    })
  }
}
