import {
  type ControlAccount,
  type ControlAuth,
  type ControlState,
  capabilityOf,
  guardedFunctions,
  type Selector,
  selectors,
  type UnproxiedAccount,
} from '@vaultwright/access-control'
import { type Address, zeroAddress } from '@vaultwright/base'

/** Makes an address that shows its name: its letters in hex. */
export function addressNamed(name: string): Address {
  const digits = [...name].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return `0x${digits.padEnd(40, '0')}`
}

/** A source of choices that one number decides (mulberry32). */
export function generatorOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (count: number) => Math.floor(next() * count)
  const chance = (probability: number) => next() < probability
  const pick = <Entry>(list: readonly Entry[]): Entry => list[int(list.length)]!
  const some = <Entry>(list: readonly Entry[], most: number): Entry[] => {
    const pool = [...list]
    const taken: Entry[] = []
    for (let count = 1 + int(most); count > 0 && pool.length > 0; count--)
      taken.push(pool.splice(int(pool.length), 1)[0]!)
    return taken
  }
  return { int, chance, pick, some }
}

const functionsOf = (kind: keyof typeof guardedFunctions): readonly Selector[] =>
  Object.values(guardedFunctions[kind])

/** The functions of each part of a random state; `plain` stands for what has none of its own kind. */
const partFunctions: Readonly<Record<string, readonly Selector[]>> = {
  vault: [selectors.manage, selectors.manageBatch, selectors.enter],
  manager: functionsOf('manager'),
  accountant: ['0x3458113d', '0x634da58f', '0x4d8be07e', selectors.pause, selectors.unpause],
  teller: [
    '0x8b6099db',
    selectors.bulkDeposit,
    '0x16762eed',
    selectors.allowBufferHelper,
    selectors.setDepositBufferHelper,
    selectors.setWithdrawBufferHelper,
    selectors.unpause,
  ],
  pauser: functionsOf('pauser'),
  deployer: [selectors.bundleTxs],
}
const authFunctions = [selectors.setAuthority, selectors.transferOwnership]
const rareFunctions: readonly Selector[] = [
  ...authFunctions,
  selectors.setUserRole,
  selectors.setRoleCapability,
  selectors.setPublicCapability,
]

/**
 * Makes a random configuration: Safes in Safes, modules, timelocks in loops, second owners, public functions, proxies,
 * odd accounts.
 *
 * @param mostKeys - keys at most; the brute force tries every subset.
 */
export function randomState(seed: number, mostKeys: number): ControlState {
  const { int, chance, pick, some } = generatorOf(seed)
  const state = new Map<Address, ControlAccount>()
  const named = (count: number, letter: string) =>
    Array.from({ length: count }, (_, index) => addressNamed(`${letter}${index}`))
  const keys = named(2 + int(mostKeys - 1), 'k')
  let hasUnknownDelegate = false
  for (const key of keys) {
    const opening = chance(0.12) ? pick(['key_only', 'anybody', 'unknown'] as const) : null
    // One at most that nobody can look into, for the sake of the brute force.
    if (opening === null || (opening === 'unknown' && hasUnknownDelegate)) {
      state.set(key, { kind: 'key', isUnused: false })
    } else {
      hasUnknownDelegate ||= opening === 'unknown'
      state.set(key, { kind: 'delegated', delegate: addressNamed('d'), opening })
    }
  }
  const unknowns = chance(0.3) ? named(1, 'u') : []
  for (const unknown of unknowns) state.set(unknown, { kind: 'unknown', codeHash: null })
  const safes = named(int(4), 's')
  const timelocks = named(int(3), 't')
  const forwarders = chance(0.15) ? named(1, 'f') : []
  const partNames = ['vault', 'manager', 'accountant']
  for (const [name, odds] of [
    ['pauser', 0.6],
    ['deployer', 0.3],
    ['teller', 0.4],
  ] as const)
    if (chance(odds)) partNames.push(name)
  const parts = partNames.map(addressNamed)
  const authorities = chance(0.2) ? named(2, 'a') : named(1, 'a')
  const actors = [...keys, ...safes, ...timelocks, ...unknowns, ...forwarders]
  const anyone = [...actors, ...parts]
  const manyBut = (address: Address, list: readonly Address[]) =>
    list.filter((each) => each !== address)
  for (const forwarder of forwarders) {
    const by = chance(0.2) ? null : pick([addressNamed('vault'), ...manyBut(forwarder, actors)])
    state.set(forwarder, { kind: 'forwarder', by })
  }
  for (const safe of safes) {
    const owners = some(chance(0.3) ? manyBut(safe, actors) : keys, 4)
    state.set(safe, {
      kind: 'safe',
      version: '1.4.1',
      owners,
      threshold: chance(0.03) ? 0 : 1 + int(owners.length),
      modules: chance(0.25) ? some(manyBut(safe, anyone), 2) : [],
      fallbackHandler: chance(0.06) ? pick([...parts, ...authorities, ...timelocks]) : zeroAddress,
      guard: zeroAddress,
      moduleGuard: zeroAddress,
      isComplete: unknowns.length > 0 || !chance(0.05),
    })
  }
  for (const timelock of timelocks) {
    state.set(timelock, {
      kind: 'timelock',
      minDelay: pick([0, 60, 3600, 86400]),
      admins: [timelock, ...(chance(0.2) ? [pick(actors)] : [])],
      proposers: some(actors, 2),
      executors: chance(0.3) ? [zeroAddress] : some(actors, 2),
      cancellers: [],
      isComplete: true,
    })
  }
  const authorityFor = (address: Address): Address => {
    if (chance(0.08)) return pick(keys)
    if (chance(0.04) && unknowns.length > 0) return unknowns[0]!
    if (chance(0.04) && safes.length > 0) return pick(safes)
    if (chance(0.1) && address !== authorities[0]) return pick(authorities)
    if (!authorities.includes(address)) return authorities[0]!
    return chance(0.5) ? zeroAddress : pick(authorities)
  }
  const authFor = (address: Address): ControlAuth => ({
    owner: chance(0.45) ? zeroAddress : pick(anyone),
    authority: authorityFor(address),
  })
  const proxied = (address: Address, behind: UnproxiedAccount): void => {
    state.set(address, chance(0.06) ? { kind: 'proxy', admin: pick(actors), behind } : behind)
  }
  for (const name of partNames) {
    const functions = new Set([...partFunctions[name]!, ...authFunctions])
    const address = addressNamed(name)
    const isKnown = unknowns.length > 0 || !chance(0.03)
    const base = { kind: 'contract', auth: authFor(address), functions, isKnown } as const
    const vault = addressNamed('vault')
    switch (name) {
      case 'manager':
        proxied(address, {
          ...base,
          part: { of: 'manager', vault, isPaused: chance(0.4), strategists: [] },
        })
        break
      case 'teller':
        proxied(address, { ...base, part: { of: 'teller', vault, isPaused: chance(0.3) } })
        break
      case 'pauser': {
        const targets = ['manager', 'accountant', 'vault'].map(addressNamed)
        const senders = new Map(chance(0.5) ? [[pick(actors), pick(targets)] as const] : [])
        proxied(address, { ...base, part: { of: 'pauser', pausables: some(targets, 2), senders } })
        break
      }
      default:
        proxied(address, { ...base, part: { of: name as 'vault' | 'accountant' | 'deployer' } })
    }
  }
  const bit = () => 1n << BigInt(pick([1, 2, 3, 4, 5, 7, 8, 9, 255]))
  for (const authority of authorities) {
    const roles = new Map<Address, bigint>()
    const capabilities = new Map<string, bigint>()
    const open = new Set<string>()
    const rows = [
      ...partNames.map((name) => [addressNamed(name), partFunctions[name]!] as const),
      ...authorities.map((each) => [each, functionsOf('authority')] as const),
    ]
    for (const [target, functions] of rows) {
      for (const selector of new Set([...functions, ...authFunctions])) {
        const isRare = rareFunctions.includes(selector)
        const capability = capabilityOf(target, selector)
        if (chance(isRare ? 0.15 : 0.5))
          capabilities.set(capability, chance(0.8) ? bit() : bit() | bit())
        if (chance(isRare ? 0.006 : 0.02)) open.add(capability)
      }
    }
    const vault = addressNamed('vault')
    capabilities.set(capabilityOf(vault, selectors.manage), 2n)
    if (chance(0.8)) roles.set(addressNamed('manager'), 2n)
    if (chance(0.6)) {
      capabilities.set(capabilityOf(vault, selectors.manageBatch), 4n)
      roles.set(addressNamed('teller'), 4n)
    }
    if (state.has(addressNamed('teller')) && chance(0.8)) {
      // Buffers are set by few and used by many, as deployments have it.
      const teller = addressNamed('teller')
      for (const selector of [selectors.allowBufferHelper, selectors.setDepositBufferHelper])
        capabilities.set(capabilityOf(teller, selector), 32n)
      capabilities.set(capabilityOf(teller, selectors.setWithdrawBufferHelper), pick([8n, 32n]))
      for (const selector of ['0x8b6099db', '0x16762eed'] as const)
        capabilities.set(capabilityOf(teller, selector), pick([8n, 16n]))
      for (const role of [8n, 16n, 32n]) {
        const user = pick(keys)
        roles.set(user, (roles.get(user) ?? 0n) | role)
      }
    }
    if (state.has(addressNamed('pauser')) && chance(0.7)) {
      // A Pauser has a role for what it pauses, as deployments give it.
      roles.set(addressNamed('pauser'), 64n)
      for (const target of ['manager', 'accountant'].map(addressNamed)) {
        for (const selector of [selectors.pause, selectors.unpause])
          capabilities.set(capabilityOf(target, selector), 64n)
      }
    }
    for (let count = 2 + int(5); count > 0; count--) {
      const user = pick(anyone)
      roles.set(user, (roles.get(user) ?? 0n) | bit())
    }
    const isComplete = unknowns.length > 0 || !chance(0.04)
    const auth = authFor(authority)
    proxied(authority, { kind: 'authority', auth, roles, capabilities, open, isComplete })
  }
  return state
}

/** The guarded functions of a state, as pairs of contract and selector. */
export function guardedOf(state: ControlState): readonly (readonly [Address, Selector])[] {
  return [...state].flatMap(([address, account]) => {
    const behind = account.kind === 'proxy' ? account.behind : account
    if (behind.kind === 'authority')
      return functionsOf('authority').map((selector) => [address, selector] as const)
    if (behind.kind !== 'contract') return []
    return [...behind.functions].map((selector) => [address, selector] as const)
  })
}
