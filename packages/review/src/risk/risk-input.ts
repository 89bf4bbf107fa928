import { type Address, isSameAddress, type Steps, zeroAddress } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import type { AbiValue, RuleBook } from '@vaultwright/manager'
import {
  type Action,
  type Binding,
  emptyFacts,
  type KnownFacts,
  type Permissions,
  permissionSteps,
} from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { lintInputOf } from '../lint/lint-input.ts'
import { buildLeafReader, type LeafReading } from './leaf-reading.ts'

/** Facts besides the tree. */
export type RiskOptions = {
  readonly rules: RuleBook
  /** None by default. */
  readonly facts?: KnownFacts
  /** The vault, where the tree does not state it. */
  readonly vault?: Address
  readonly manager?: Address
  /** Drones that are known to be the vault's; others are assumed from their leaves. */
  readonly drones?: readonly Address[]
  /** The account that takes the free values of the worst calls. */
  readonly attacker?: Address
  /** The vault account's balance of a token, in base units. Default: unknown. */
  readonly balanceOf?: (token: Address) => bigint | null
  /**
   * A value that the worst call should have where nothing binds it, such as a pool that exists: for a parameter
   * of an action by its route, for an argument of a function without one by its canonical signature.
   */
  readonly choiceOf?: (call: string, name: string) => AbiValue | null
  /**
   * The result of `permissionsOf` for the leaves with the same vault, Manager, drones and facts;
   * read anew when left out.
   */
  readonly read?: Permissions
}

/** The input of the detectors. */
export type RiskInput = {
  readonly file: TreeFile
  readonly options: RiskOptions
  /** Null when neither the tree nor the options say it. */
  readonly vault: Address | null
  readonly manager: Address | null
  /** Drones that leaves act through. */
  readonly drones: readonly Address[]
  readonly leaves: readonly LeafReading[]
  /** Every account that is called, drones' real targets included. */
  readonly targets: ReadonlySet<Address>
  /** Slots of approvals that an action of the tree needs. */
  readonly usedApprovals: ReadonlySet<number>
  /** Values of the action of a leaf, by slot: what it binds, and tokens that facts or approvals tell. */
  readonly bindings: ReadonlyMap<number, Binding>
  /** True if an account is the vault, its Manager or one of its drones. */
  readonly isInside: (account: Address) => boolean
}

/** Prepares a tree for the detectors, in steps. */
export function* riskInputSteps(file: TreeFile, options: RiskOptions): Steps<RiskInput> {
  const { used, targets } = lintInputOf(file, options.rules)
  const vault = options.vault ?? file.metadata.vault
  const manager = options.manager ?? file.metadata.manager
  const listed = options.drones ?? []
  const owner = { vault: vault ?? zeroAddress, manager, drones: listed }
  const knownFacts = options.facts ?? emptyFacts
  const permissions =
    options.read ?? (yield* permissionSteps(file.tree.leaves, owner, { knownFacts }))
  yield
  const reader = buildLeafReader(options.rules)
  const leaves: LeafReading[] = []
  for (const item of used) {
    const claim = vault === null ? null : (permissions.claims[item.position] ?? null)
    const isDrone = claim === null ? item.isDrone : claim.drone !== null
    leaves.push(reader({ ...item, isDrone }, claim))
    yield
  }
  const drones = [
    ...new Set(leaves.filter(({ isDrone }) => isDrone).map(({ leaf }) => leaf.target)),
  ]
  const ours = [vault, manager, ...listed, ...drones].filter((account) => account !== null)
  const inside = new Set(ours.map((account) => account.toLowerCase()))
  return {
    file,
    options,
    vault,
    manager,
    drones,
    leaves,
    targets,
    ...usesOf(permissions),
    isInside: (account) => inside.has(account.toLowerCase()),
  }
}

/** The tokens that a leaf's call moves, as far as they are known. */
export function tokensOf(input: RiskInput, reading: LeafReading): readonly Address[] {
  const { claim, position, called, leaf, args } = reading
  if (claim === null) {
    if (/^(approve|transfer)\(address,uint256\)$/.test(leaf.signature)) return [called]
    const named = args.filter(({ use }) => use === 'token')
    return distinct(named.flatMap(({ entries }) => entries.map((entry) => leaf.arguments[entry]!)))
  }
  const binding = input.bindings.get(position) ?? claim.binding
  const { parameters, target } = claim.pattern.action
  const tokens = Object.entries(parameters).flatMap(([name, { kind }]) => {
    if (kind !== 'token' && kind !== 'tokens') return []
    if (name === target) return [called]
    const value = binding[name]
    if (value === undefined || typeof value === 'bigint') return []
    return typeof value === 'string' ? [value as Address] : value
  })
  const isCoin = leaf.canSendValue && tokens.length === 0 && movesCoin(claim.pattern.action)
  return distinct(isCoin ? [nativeAsset] : tokens)
}

/** Coin that pays for a message is a fee, not what is moved. */
function movesCoin({ parameters }: Action): boolean {
  return Object.entries(parameters).some(
    ([name, parameter]) =>
      parameter.kind === 'amount' && parameter.unit === 'native' && !/fee/.test(name),
  )
}

/** Each account once. */
export function distinct(accounts: readonly Address[]): readonly Address[] {
  const numberedAccounts = new Map<string, Address>()
  for (const account of accounts) {
    const key = account.toLowerCase()
    if (!numberedAccounts.has(key)) numberedAccounts.set(key, account)
  }
  return [...numberedAccounts.values()]
}

/** Tells whether an account stands for none. */
export function isZero(account: Address): boolean {
  return isSameAddress(account, zeroAddress)
}

function usesOf({ permissions }: Permissions): Pick<RiskInput, 'usedApprovals' | 'bindings'> {
  const usedApprovals = new Set<number>()
  const bindings = new Map<number, Binding>()
  for (const { approvals, plain, valued, binding } of permissions) {
    for (const { slot } of approvals) usedApprovals.add(slot)
    for (const leaf of [plain, valued]) if (leaf !== null) bindings.set(leaf.slot, binding)
  }
  return { usedApprovals, bindings }
}

/** Tells whether an account is among others. */
export function isAmong(account: Address, others: readonly Address[]): boolean {
  return others.some((other) => isSameAddress(account, other))
}
