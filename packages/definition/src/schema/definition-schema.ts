import { type Address, isSameAddress, nearestOf, slugOf, zeroAddress } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { type ChainInfo, chainOf, chains } from '@vaultwright/registry'
import { z } from 'zod'
import { entry } from './permission-schema.ts'

/** Names of accounts that every chain has without saying so. */
export const ownNames = ['vault', 'manager', 'accountant', 'teller'] as const

/** An account: an address, or a name that stands for one. */
export const account = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')
  .transform((text, context): Address => {
    try {
      return parseAddress(text)
    } catch {
      const message = 'has letters in the wrong case for an address: its checksum does not fit'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
  })
  .describe('An account: 0x and 40 hex digits, in EIP-55 spelling or in one case.')

/** An account that acts: never the zero address. */
const actor = account.refine((address) => address !== zeroAddress, {
  error: 'is the zero address, which is not an account',
})

const name = z
  .string()
  .regex(
    /^(?!0x|\d+$)[^\s].*$/,
    'must be a name: a text that is not a number and does not begin with 0x',
  )
  .refine((text) => !ownNames.some((own) => own === text), {
    error: `is a name that stands for the vault's own account. Choose another`,
  })

const names = (what: string) => z.record(name, account).default({}).describe(what)

const token = z.union([
  account.transform((address) => ({ address, symbol: null, decimals: null })),
  z
    .strictObject({
      address: account,
      symbol: z.string().min(1).optional().describe('As people write it; the name when left out.'),
      decimals: z.int().min(0).max(255).optional().describe('From the lock file when left out.'),
    })
    .transform(({ address, symbol = null, decimals = null }) => ({ address, symbol, decimals })),
])

const strategist = z
  .strictObject({
    address: z
      .union([actor, z.literal('manager')], {
        error: 'must be an address, or the word manager for the root of the Manager itself',
      })
      .optional()
      .describe(
        'Who holds the root; manager for the root that flash loans are proven against. Without it the tree is built, but no transaction sets its root.',
      ),
    decoder: z
      .string()
      .optional()
      .describe(
        'Name of the decoder of permissions that name none; the default one when left out.',
      ),
    permissions: z.array(entry).describe('What the strategist may do.'),
    order: z
      .string()
      .optional()
      .describe('An order file, beside this one: the slots that leaves had in an older tree.'),
    capacity: z
      .int()
      .min(2)
      .max(2 ** 22)
      .refine((slots) => Number.isInteger(Math.log2(slots)), { error: 'must be a power of two' })
      .optional()
      .describe('Slots of the tree; the next power of two when left out.'),
  })
  .transform(({ address = null, decoder = null, permissions, order = null, capacity = null }) => ({
    account: address,
    decoder,
    permissions,
    order,
    capacity,
  }))

const chain = z
  .strictObject({
    vault: actor.describe('The vault.'),
    manager: actor.describe('Its Manager.'),
    accountant: account.optional().describe('Its accountant.'),
    teller: account.optional().describe('Its teller.'),
    base_asset: z.string().optional().describe('What shares are priced in: a token by its name.'),
    drones: names('Drones of the vault by name.'),
    decoders: z
      .record(name, account)
      .refine((decoders) => Object.keys(decoders).length > 0, { error: 'needs a decoder' })
      .describe('Decoders by name: default, or else the first, where a permission names none.'),
    addresses: names('Accounts by name, for use anywhere an account is wanted.'),
    tokens: z.record(name, token).default({}).describe('Tokens by symbol.'),
    strategists: z.record(z.string(), strategist).describe('Who may do what, by name.'),
  })
  .superRefine((value, context) => {
    if (isSameAddress(value.vault, value.manager)) {
      const message = 'is the vault, too: a vault is called through its Manager'
      context.addIssue({ code: 'custom', message, path: ['manager'] })
    }
    const holders = new Map<string, string>()
    for (const [key, { account }] of Object.entries(value.strategists)) {
      if (account === null) continue
      const holder = (account === 'manager' ? value.manager : account).toLowerCase()
      const other = holders.get(holder)
      if (other !== undefined) {
        const message = `is the address of ${other}, too, and an address has one root`
        context.addIssue({ code: 'custom', message, path: ['strategists', key, 'address'] })
      }
      holders.set(holder, key)
    }
    const seen = new Map<string, string>()
    for (const list of ['drones', 'addresses', 'tokens'] as const) {
      for (const key of Object.keys(value[list])) {
        const other = seen.get(key)
        if (other !== undefined) {
          const message = `is a name that ${other} has, too. Choose another`
          context.addIssue({ code: 'custom', message, path: [list, key] })
        }
        seen.set(key, list)
      }
    }
  })

const slugs = chains.map(({ slug }) => slug)

/** The shape of a definition file. */
export const definitionFile = z
  .strictObject({
    $schema: z.string().optional().describe('Where an editor finds the schema of this file.'),
    name: z.string().min(1).describe('What people call the vault.'),
    chains: z
      .record(z.string(), chain)
      .refine((value) => Object.keys(value).length > 0, { error: 'needs a chain' })
      .superRefine((value, context) => {
        const seen = new Map<number, string>()
        for (const slug of Object.keys(value)) {
          const known = chainOf(slug)
          if (known !== null) {
            const other = seen.get(known.id)
            if (other !== undefined) {
              const message = `is ${known.name}, as ${other} is. Give each chain once`
              context.addIssue({ code: 'custom', message, path: [slug] })
            }
            seen.set(known.id, slug)
            continue
          }
          const near = nearestOf(slugOf(slug), slugs)
          const hint = near === null ? `Known are ${slugs.join(', ')}` : `Did you mean ${near}?`
          const message = `is not a chain that is known. ${hint}`
          context.addIssue({ code: 'custom', message, path: [slug] })
        }
      })
      .describe('Chains that the vault is on, by slug in any letter case.'),
  })
  .transform(({ name, chains }) => ({
    name,
    chains: Object.entries(chains).map(([slug, value]) => chainFrom(slug, value)),
  }))

/** A token that a definition names. */
export type NamedToken = z.output<typeof token>

/** Who may do what. */
export type StrategistDefinition = z.output<typeof strategist> & { readonly name: string }

/** A vault on one chain. */
export type ChainDefinition = {
  readonly chain: ChainInfo
  /** The chain's slug as the file writes it, in any letter case: where its parts stand. */
  readonly key: string
  readonly vault: Address
  readonly manager: Address
  readonly accountant: Address | null
  readonly teller: Address | null
  /** Name of a token. */
  readonly baseAsset: string | null
  readonly drones: ReadonlyMap<string, Address>
  readonly decoders: ReadonlyMap<string, Address>
  readonly addresses: ReadonlyMap<string, Address>
  readonly tokens: ReadonlyMap<string, NamedToken>
  readonly strategists: readonly StrategistDefinition[]
}

function chainFrom(key: string, value: z.output<typeof chain>): ChainDefinition {
  const { vault, manager, accountant = null, teller = null, base_asset = null } = value
  return {
    chain: chainOf(key)!,
    key,
    vault,
    manager,
    accountant,
    teller,
    baseAsset: base_asset,
    drones: new Map(Object.entries(value.drones)),
    decoders: new Map(Object.entries(value.decoders)),
    addresses: new Map(Object.entries(value.addresses)),
    tokens: new Map(Object.entries(value.tokens)),
    strategists: Object.entries(value.strategists).map(([key, one]) => ({ name: key, ...one })),
  }
}
