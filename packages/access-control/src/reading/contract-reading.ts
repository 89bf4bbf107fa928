import { type Address, zeroAddress } from '@vaultwright/base'
import type { CodeKind } from '../code/known-code.ts'
import { type RecognisedCode, selectorsIn } from '../code/recognise-code.ts'
import { addressIn, arraySlot, entrySlot, layout, wordAt } from '../completeness/layout.ts'
import { type GuardedKind, guardedFunctions } from '../model/guarded-function.ts'
import type { ControlAccount, ControlPart, Selector } from '../model/state.ts'
import { readBridge } from './bridge-reading.ts'
import type { PieceFinder } from './piece-finder.ts'
import type { ControlCompleteness, ControlHints } from './request.ts'

/** The code at an address and the kind it is read as. */
export type ContractCode = {
  readonly address: Address
  readonly kind: CodeKind
  readonly code: Uint8Array
  /** Null for code that is taken for its kind on the definition's word. */
  readonly recognised: RecognisedCode | null
  /** The vault of the definition, and its accountant if there is one. */
  readonly vault: Address
  readonly accountant: Address | null
}

/** A guarded contract, and the completeness of its storage where that matters. */
export type ContractReading = {
  readonly account: Extract<ControlAccount, { readonly kind: 'contract' }>
  readonly completeness: ControlCompleteness | null
}

/** Reads a guarded contract from its slots. @returns null if pieces are not there. */
export function readContract(
  finder: PieceFinder,
  contract: ContractCode,
  hints: ControlHints,
): ContractReading | null {
  const { address, kind, code, recognised } = contract
  const slots = recognised?.known.slots ?? {}
  const usual = kind === 'vault' && recognised === null ? layout.vault : layout.contract
  const owner = finder.address(address, slots.owner ?? usual.owner)
  const hasAuthority = !ownedAlone.has(kind)
  const authority = hasAuthority
    ? finder.address(address, slots.authority ?? usual.authority)
    : zeroAddress
  const part = partOf(finder, contract, hints)
  if (owner === null || authority === null || part === null) return null
  const completeness =
    kind === 'manager'
      ? explainManager(finder, address, hints)
      : explainListed(finder, { contract, part }, hints)
  if (completeness === null) return null
  return {
    completeness: completeness ?? null,
    account: {
      kind: 'contract',
      auth: { owner, authority },
      part,
      functions: functionsOf(kind, code),
      isKnown: recognised !== null,
    },
  }
}

/** Kinds that ask their owner alone. */
const ownedAlone: ReadonlySet<CodeKind> = new Set([
  'proxy_admin',
  'beacon',
  'bridge_endpoint',
  'bridge_library',
])

/** The guarded functions of a kind that a code has: it also compares with what it calls. */
function functionsOf(kind: CodeKind, code: Uint8Array): ReadonlySet<Selector> {
  if (!isGuardedKind(kind)) return new Set()
  const selectors = selectorsIn(code)
  const functions: readonly Selector[] = Object.values(guardedFunctions[kind])
  return new Set(functions.filter((selector) => selectors.has(selector)))
}

/** Tells whether contracts of a kind have guarded functions that are known. */
export function isGuardedKind(kind: string): kind is GuardedKind {
  return Object.hasOwn(guardedFunctions, kind)
}

/** Holds the storage of a Manager against the roots that are named: a strategist that no log names is noticed. */
function explainManager(
  finder: PieceFinder,
  manager: Address,
  hints: ControlHints,
): ControlCompleteness | null {
  const users = hints.users.filter(([contract]) => contract === manager)
  return finder.explain(manager, [
    ...managerSlots.map(wordAt),
    ...users.map(([, user]) => entrySlot(user, layout.manager.roots)),
  ])
}

/**
 * Holds the storage of an accountant, and of a teller with a bridge, against the entries that logs name: a price or a
 * chain whose log a node leaves out is noticed. Other entries of a teller, as locks of shares, leave it open.
 */
function explainListed(
  finder: PieceFinder,
  { contract, part }: { readonly contract: ContractCode; readonly part: ControlPart },
  hints: ControlHints,
): ControlCompleteness | null | undefined {
  const { address, accountant, recognised } = contract
  const isPriced = part.of === 'accountant' && part.providers !== undefined
  const isBridged = part.of === 'teller' && part.bridge !== undefined
  if (!isPriced && !isBridged) return undefined
  const { rateProviders, peers, chains, assets } = recognised?.known.slots ?? {}
  const maps = [rateProviders, peers, chains, assets].filter((slot) => slot !== undefined)
  const keys = hints.users.filter(([owner]) => owner === address || owner === accountant)
  return finder.explain(address, [
    ...plainSlots.map(wordAt),
    ...keys.flatMap(([, key]) => maps.map((slot) => entrySlot(key, slot))),
  ])
}

/** Slots that keep no map in accountants and tellers that are known. */
const plainSlots = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 11n, 12n]

/** The plain slots of every Manager that is known; the roots' own slot keeps nothing. */
const managerSlots = [0n, 1n, 3n, 4n, 5n]

function partOf(
  finder: PieceFinder,
  contract: ContractCode,
  hints: ControlHints,
): ControlPart | null {
  const { address, kind, recognised, vault } = contract
  const slots = recognised?.known.slots ?? {}
  const users = hints.users.filter(([contract]) => contract === address).map(([, user]) => user)
  switch (kind) {
    case 'manager': {
      const paused = finder.number(address, slots.paused ?? layout.manager.paused)
      const roots = users.map((user) => ({
        user,
        root: finder.number(address, entrySlot(user, layout.manager.roots)),
      }))
      if (paused === null || roots.some(({ root }) => root === null)) return null
      return {
        of: 'manager',
        vault: recognised?.addressIn('vault') ?? vault,
        isPaused: (paused & 0xffn) !== 0n,
        strategists: roots.filter(({ root }) => root !== 0n).map(({ user }) => user),
      }
    }
    case 'teller': {
      // Without the slot of a known code, a pause is not counted on.
      const { flags: slot, lock: lockSlot = slot, paused: pausedSlot = slot } = slots
      const bridge = readBridge(finder, { address, recognised }, hints)
      const assets = allowedAssets(finder, contract, hints)
      const pausedWord = pausedSlot === undefined ? 0n : finder.number(address, pausedSlot)
      const lockWord = lockSlot === undefined ? undefined : finder.number(address, lockSlot)
      if (pausedWord === null || lockWord === null || bridge === null || assets === null)
        return null
      const pausedByte = pausedSlot === slot ? layout.teller.pausedByte : 0
      const isPaused = ((pausedWord >> BigInt(pausedByte * 8)) & 0xffn) !== 0n
      const lockByte = lockSlot === slot ? layout.teller.lockByte : 0
      return {
        of: 'teller',
        vault: recognised?.addressIn('vault') ?? vault,
        isPaused,
        ...(lockWord === undefined
          ? {}
          : { lockSeconds: (lockWord >> BigInt(lockByte * 8)) & (2n ** 64n - 1n) }),
        ...(assets === undefined ? {} : { assets }),
        ...(bridge === undefined ? {} : { bridge }),
      }
    }
    case 'pauser': {
      const { pausables: listSlot, senders } = layout.pauser
      const length = finder.number(address, listSlot)
      if (length === null) return null
      const first = BigInt(arraySlot(listSlot))
      const count = Number(length < longestPauserList ? length : longestPauserList)
      const pausables = Array.from({ length: count }, (_, index) =>
        finder.address(address, first + BigInt(index)),
      )
      const targets = users.map(
        (user) => [user, finder.address(address, entrySlot(user, senders))] as const,
      )
      if (pausables.includes(null) || targets.some(([, target]) => target === null)) return null
      return {
        of: 'pauser',
        pausables: pausables as readonly Address[],
        senders: new Map(
          (targets as readonly (readonly [Address, Address])[]).filter(
            ([, target]) => target !== zeroAddress,
          ),
        ),
      }
    }
    case 'solver':
      return { of: 'solver', queue: recognised?.addressIn('queue') ?? zeroAddress }
    case 'micro_manager':
      return { of: 'micro_manager', manager: recognised?.addressIn('manager') ?? zeroAddress }
    case 'vault': {
      const hook = slots.hook === undefined ? undefined : finder.address(address, slots.hook)
      if (hook === null) return null
      return { of: 'vault', ...(hook === undefined ? {} : { hook }) }
    }
    case 'accountant': {
      const { rateProviders: slot } = slots
      if (slot === undefined) return { of: 'accountant' }
      const rows = users.map(
        (asset) => [asset, finder.number(address, entrySlot(asset, slot))] as const,
      )
      if (rows.some(([, word]) => word === null)) return null
      // The lowest byte says whether the asset is pegged: then no provider is asked.
      const providers = rows
        .filter(([, word]) => (word! & 0xffn) === 0n && word! >> 8n !== 0n)
        .map(([asset, word]) => [asset, addressIn(wordAt(word! >> 8n))] as const)
      return { of: 'accountant', providers: new Map(providers) }
    }
    case 'queue':
    case 'warden':
    case 'deployer':
    case 'proxy_admin':
    case 'beacon':
    case 'bridge_endpoint':
    case 'bridge_library':
      return { of: kind }
    default:
      return { of: 'plain' }
  }
}

/** Tells of each asset that the accountant prices whether it buys shares. @returns undefined without a known slot, null if pieces are not there. */
function allowedAssets(
  finder: PieceFinder,
  { address, accountant, recognised }: ContractCode,
  hints: ControlHints,
): ReadonlyMap<Address, boolean> | null | undefined {
  const slot = recognised?.known.slots?.assets
  if (slot === undefined || accountant === null) return undefined
  const rows = hints.users
    .filter(([contract]) => contract === accountant)
    .map(([, asset]) => [asset, finder.number(address, entrySlot(asset, slot))] as const)
  if (rows.some(([, terms]) => terms === null)) return null
  return new Map(rows.map(([asset, terms]) => [asset, (terms! & 0xffn) !== 0n]))
}

const longestPauserList = 200n
