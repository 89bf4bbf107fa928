import { type Address, nearestOf } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { contractsOf, knownTokens, tokenOf } from '@vaultwright/registry'
import { type ChainDefinition, ownNames } from '../schema/definition-schema.ts'

/** The contracts of the registry a name may stand for. */
export type NameFilter = {
  /** Contracts of this protocol; those of no protocol when null. */
  readonly protocol: string | null
  /** In this role only; any role when null. */
  readonly role: string | null
}

/** The account of a name, or the reason that it has none. */
export type Resolved =
  | { readonly ok: true; readonly account: Address }
  | { readonly ok: false; readonly why: string }

/** Finds accounts by their names on one chain. */
export type NameBook = {
  /** Resolves an address or a name. */
  readonly accountOf: (word: string, scope: NameFilter) => Resolved
  /** Resolves the name of a decoder; the default one for null. */
  readonly decoderOf: (word: string | null) => Resolved
  /** Resolves the name of a drone. */
  readonly droneOf: (word: string) => Resolved
  /** The one contract on record that plays a role for a protocol. */
  readonly playerOf: (scope: { readonly protocol: string; readonly role: string }) => Resolved
  /** Names that were asked for so far, as `drones.drone-0`. */
  readonly used: ReadonlySet<string>
}

/** Opens the names of a chain: the definition's own first, then tokens and contracts on record. */
export function createNameBook(chain: ChainDefinition): NameBook {
  const used = new Set<string>()
  const ownOf = (word: string): Address | null => {
    const ownName = ownNames.find((name) => name === word)
    return ownName === undefined ? null : chain[ownName]
  }
  const namedOf = (word: string): Address | null => {
    for (const list of ['addresses', 'tokens', 'drones'] as const) {
      const value = chain[list].get(word)
      if (value === undefined) continue
      used.add(`${list}.${word}`)
      return typeof value === 'string' ? value : value.address
    }
    return null
  }
  return {
    used,
    accountOf: (word, scope) => {
      if (word.startsWith('0x')) return addressFrom(word)
      const account = ownOf(word) ?? namedOf(word) ?? tokenOf(chain.chain.id, word)?.address ?? null
      if (account !== null) return { ok: true, account }
      return contractNamed(chain, word, scope)
    },
    decoderOf: (word) => {
      if (word?.startsWith('0x')) return addressFrom(word)
      const name =
        word ?? (chain.decoders.has('default') ? 'default' : [...chain.decoders.keys()][0]!)
      const account = chain.decoders.get(name)
      if (account === undefined) return unknown(name, 'decoder', chain.decoders.keys())
      used.add(`decoders.${name}`)
      return { ok: true, account }
    },
    droneOf: (word) => {
      const account = chain.drones.get(word)
      if (account === undefined) return unknown(word, 'drone', chain.drones.keys())
      used.add(`drones.${word}`)
      return { ok: true, account }
    },
    playerOf: ({ protocol, role }) => {
      const players = contractsOf(chain.chain.id).filter(
        (one) => one.protocol === protocol && one.role === role,
      )
      const [only, ...further] = players
      if (only !== undefined && further.length === 0) return { ok: true, account: only.address }
      const place = `${role} of ${protocol} on ${chain.chain.name}`
      if (only === undefined) return { ok: false, why: `there is no ${place} on record` }
      const labels = players.map(({ label }) => label).join(', ')
      return { ok: false, why: `there is more than one ${place}: ${labels}` }
    },
  }
}

function addressFrom(word: string): Resolved {
  try {
    return { ok: true, account: parseAddress(word) }
  } catch {
    return { ok: false, why: `${JSON.stringify(word)} is not an address` }
  }
}

function contractNamed(
  chain: ChainDefinition,
  word: string,
  { protocol, role }: NameFilter,
): Resolved {
  const contracts = contractsOf(chain.chain.id).filter(
    (one) => one.protocol === protocol && (role === null || one.role === role),
  )
  const named = contracts.filter(({ label }) => label === word)
  const accounts = new Set(named.map(({ address }) => address))
  if (accounts.size === 1) return { ok: true, account: named[0]!.address }
  if (accounts.size > 1) {
    const roles = named.map((one) => `${one.role} ${one.address}`).join(', ')
    return { ok: false, why: `${JSON.stringify(word)} is the name of several: ${roles}` }
  }
  const tokens = knownTokens.filter(({ chainId }) => chainId === chain.chain.id)
  const twins = tokens.filter(({ symbol }) => symbol === word).map(({ address }) => address)
  if (twins.length > 1) {
    const reason = `${JSON.stringify(word)} is the symbol of several tokens: ${twins.join(', ')}`
    return { ok: false, why: reason }
  }
  if (ownNames.some((name) => name === word)) {
    return { ok: false, why: `the definition does not say the ${word} of ${chain.chain.slug}` }
  }
  const resolved = unknown(word, `name on ${chain.chain.slug}`, [
    ...ownNames,
    ...chain.addresses.keys(),
    ...chain.tokens.keys(),
    ...chain.drones.keys(),
    ...contracts.map(({ label }) => label),
    ...tokens.map(({ symbol }) => symbol),
  ])
  if (resolved.ok || resolved.why.endsWith('?')) return resolved
  const reason = `${resolved.why}: write its address, or name it under tokens or addresses`
  return { ok: false, why: reason }
}

function unknown(word: string, what: string, names: Iterable<string>): Resolved {
  const near = nearestOf(word, names)
  const hint = near === null ? '' : `. Did you mean ${near}?`
  return { ok: false, why: `unknown ${what}: ${JSON.stringify(word)}${hint}` }
}
