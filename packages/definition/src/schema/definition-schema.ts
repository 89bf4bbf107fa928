import { type Address, isSameAddress, nearestOf, slugOf } from '@vaultwright/base'
import { type FileProblem, withChecks } from '@vaultwright/document'
import { type ChainInfo, chainOf, chains } from '@vaultwright/registry'
import Type, { type Static, type StaticDecode } from 'typebox'
import { account, accountType, actorType, anyAccount } from './account-schema.ts'
import { entry } from './permission-schema.ts'
import { type QueueDefinition, queues } from './queue-schema.ts'
import { type SwapDefinition, swapBlock } from './swap-schema.ts'

/** Names of accounts that every chain has without saying so. */
export const ownNames = ['vault', 'manager', 'accountant', 'teller'] as const

const name = withChecks(
  Type.String({
    pattern: '^(?!0x|\\d+$)[^\\s].*$',
    errorMessage: 'must be a name: a text that is not a number and does not begin with 0x',
  }),
  (text) => {
    const message = `is a name that stands for the vault's own account. Choose another`
    return ownNames.some((own) => own === text) ? [{ path: [], message }] : []
  },
)

const names = (description: string) =>
  Type.Optional(Type.Record(Type.String(), account, { description, propertyNames: name }))

const token = Type.Union([
  Type.Decode(account, (address): NamedToken => ({ address, symbol: null, decimals: null })),
  Type.Decode(
    Type.Object(
      {
        address: account,
        symbol: Type.Optional(
          Type.String({ description: 'As people write it; the name when left out.', minLength: 1 }),
        ),
        decimals: Type.Optional(
          Type.Integer({
            description: 'From the lock file when left out.',
            minimum: 0,
            maximum: 255,
          }),
        ),
      },
      { additionalProperties: false },
    ),
    ({ address, symbol = null, decimals = null }): NamedToken => ({ address, symbol, decimals }),
  ),
])

const strategist = Type.Decode(
  Type.Object(
    {
      address: Type.Optional(
        Type.Union([actorType(anyAccount), Type.Literal('manager')], {
          description:
            'Who holds the root; manager for the root that flash loans are proven against. Without it the tree is built, but no transaction sets its root.',
          errorMessage:
            'must be an address, or the word manager for the root of the Manager itself',
        }),
      ),
      decoder: Type.Optional(
        Type.String({
          description:
            'Name of the decoder of permissions that name none; the default one when left out.',
        }),
      ),
      permissions: Type.Array(entry, { description: 'What the strategist may do.' }),
      order: Type.Optional(
        Type.String({
          description:
            'An order file, beside this one: the slots that leaves had in an older tree.',
        }),
      ),
      capacity: Type.Optional(
        withChecks(
          Type.Integer({
            description: 'Slots of the tree; the next power of two when left out.',
            minimum: 2,
            maximum: 2 ** 22,
          }),
          (slots) =>
            Number.isInteger(Math.log2(slots))
              ? []
              : [{ path: [], message: 'must be a power of two' }],
        ),
      ),
    },
    { additionalProperties: false },
  ),
  ({ address = null, decoder = null, permissions, order = null, capacity = null }) => ({
    account: address,
    decoder,
    permissions,
    order,
    capacity,
  }),
)

const chainParts = Type.Object(
  {
    vault: actorType('The vault.'),
    manager: actorType('Its Manager.'),
    accountant: Type.Optional(accountType('Its accountant.')),
    teller: Type.Optional(accountType('Its teller.')),
    queues: Type.Optional(queues),
    base_asset: Type.Optional(
      Type.String({ description: 'What shares are priced in: a token by its name.' }),
    ),
    drones: names('Drones of the vault by name.'),
    decoders: withChecks(
      Type.Record(Type.String(), account, {
        description: 'Decoders by name: default, or else the first, where a permission names none.',
        propertyNames: name,
      }),
      (decoders) =>
        Object.keys(decoders).length > 0 ? [] : [{ path: [], message: 'needs a decoder' }],
    ),
    addresses: names('Accounts by name, for use anywhere an account is wanted.'),
    tokens: Type.Optional(
      Type.Record(Type.String(), token, {
        description: 'Tokens by symbol.',
        propertyNames: name,
      }),
    ),
    strategists: Type.Record(Type.String(), strategist, {
      description: 'Who may do what, by name.',
    }),
    swap: Type.Optional(swapBlock),
  },
  { additionalProperties: false },
)

const chain = withChecks(chainParts, (value) => [...accountProblems(value), ...nameProblems(value)])

function accountProblems({
  vault,
  manager,
  strategists,
}: Static<typeof chainParts>): readonly FileProblem[] {
  const problems: FileProblem[] = []
  if (isSameAddress(vault as Address, manager as Address)) {
    const message = 'is the vault, too: a vault is called through its Manager'
    problems.push({ path: ['manager'], message })
  }
  const holders = new Map<string, string>()
  for (const [key, { address }] of Object.entries(strategists)) {
    if (address === undefined) continue
    const holder = (address === 'manager' ? manager : address).toLowerCase()
    const earlier = holders.get(holder)
    if (earlier !== undefined) {
      const message = `is the address of ${earlier}, too, and an address has one root`
      problems.push({ path: ['strategists', key, 'address'], message })
    }
    holders.set(holder, key)
  }
  return problems
}

function nameProblems(value: Static<typeof chainParts>): readonly FileProblem[] {
  const problems: FileProblem[] = []
  const firstNames = new Map<string, string>()
  for (const list of ['drones', 'addresses', 'tokens'] as const) {
    for (const key of Object.keys(value[list] ?? {})) {
      const earlier = firstNames.get(key)
      if (earlier !== undefined) {
        const message = `is a name that ${earlier} has, too. Choose another`
        problems.push({ path: [list, key], message })
      }
      firstNames.set(key, list)
    }
  }
  return problems
}

const slugs = chains.map(({ slug }) => slug)

/** The shape of a definition file. */
export const definitionFile = Type.Decode(
  Type.Object(
    {
      $schema: Type.Optional(
        Type.String({ description: 'Where an editor finds the schema of this file.' }),
      ),
      name: Type.String({ description: 'What people call the vault.', minLength: 1 }),
      chains: withChecks(
        Type.Record(Type.String(), chain, {
          description: 'Chains that the vault is on, by slug in any letter case.',
        }),
        (value) => chainProblems(Object.keys(value)),
      ),
    },
    { additionalProperties: false },
  ),
  ({ name, chains }) => ({
    name,
    chains: Object.entries(chains).map(([slug, value]) => chainFrom(slug, value)),
  }),
)

/** The problems of the chains of a file, each by its key. */
export function chainProblems(keys: readonly string[]): readonly FileProblem[] {
  if (keys.length === 0) return [{ path: [], message: 'needs a chain' }]
  const firstKeys = new Map<number, string>()
  return keys.flatMap((slug) => {
    const knownChain = chainOf(slug)
    if (knownChain !== null) {
      const earlier = firstKeys.get(knownChain.id)
      firstKeys.set(knownChain.id, slug)
      if (earlier === undefined) return []
      const message = `is ${knownChain.name}, as ${earlier} is. Give each chain once`
      return [{ path: [slug], message }]
    }
    const near = nearestOf(slugOf(slug), slugs)
    const hint = near === null ? `Known are ${slugs.join(', ')}` : `Did you mean ${near}?`
    return [{ path: [slug], message: `is not a chain that is known. ${hint}` }]
  })
}

/** A token that a definition names. */
type NamedToken = {
  readonly address: Address
  readonly symbol: string | null
  readonly decimals: number | null
}

/** A strategist and its permissions. */
export type StrategistDefinition = StaticDecode<typeof strategist> & { readonly name: string }

/** A vault on one chain. */
export type ChainDefinition = {
  readonly chain: ChainInfo
  /** The chain's slug as the file writes it, in any letter case: where its parts stand. */
  readonly key: string
  readonly vault: Address
  readonly manager: Address
  readonly accountant: Address | null
  readonly teller: Address | null
  readonly queues: readonly QueueDefinition[]
  /** Name of a token. */
  readonly baseAsset: string | null
  readonly drones: ReadonlyMap<string, Address>
  readonly decoders: ReadonlyMap<string, Address>
  readonly addresses: ReadonlyMap<string, Address>
  readonly tokens: ReadonlyMap<string, NamedToken>
  readonly strategists: readonly StrategistDefinition[]
  /** Null where the file says nothing of swaps. */
  readonly swap: SwapDefinition | null
}

function chainFrom(key: string, value: StaticDecode<typeof chainParts>): ChainDefinition {
  const { vault, manager, accountant = null, teller = null, queues = [], base_asset = null } = value
  return {
    chain: chainOf(key)!,
    key,
    vault,
    manager,
    accountant,
    teller,
    queues,
    baseAsset: base_asset,
    drones: new Map(Object.entries(value.drones ?? {})),
    decoders: new Map(Object.entries(value.decoders)),
    addresses: new Map(Object.entries(value.addresses ?? {})),
    tokens: new Map(Object.entries(value.tokens ?? {})),
    strategists: Object.entries(value.strategists).map(([key, one]) => ({ name: key, ...one })),
    swap: value.swap ?? null,
  }
}
