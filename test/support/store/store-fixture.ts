import { randomBytes } from 'node:crypto'
import type { Address, Hex } from '@vaultwright/base'
import { fileOf, type TreeFile } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type {
  DailyPoint,
  DayReading,
  NewSvmVault,
  NewVault,
  Page,
  PageQuery,
  Performance,
  Snapshot,
  Store,
  StoredSwapOrder,
  StoreOptions,
  StrategistRef,
  SvmReading,
  Tenant,
  User,
  Vault,
  VaultRef,
} from '@vaultwright/store'
import { defaultVaultProgram, type SvmAddress, svmAddressOf } from '@vaultwright/svm'

/** A database of a test's own, empty at first. */
export type Fresh = {
  readonly url: string
  readonly open: (options?: StoreOptions) => Promise<Store>
  /** Asks the database itself, past the store. */
  readonly ask: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly drop: () => Promise<void>
}

/** The fixture of a case: a store that other cases use, too, and its database. */
export type StoreUnderTest = { readonly store: Store; readonly fresh: Fresh }

/** One thing that every store does. */
export type StoreCase = {
  readonly name: string
  readonly run: (storeUnderTest: StoreUnderTest) => Promise<void>
}

/** The actor of everything in the tests. */
export const by = 'local:test'

/** The clock of the tests: a second for each look at it. */
export function ticking(): {
  readonly nowUnix: () => bigint
  readonly skip: (seconds: bigint) => void
} {
  let now = 1_800_000_000n
  return {
    nowUnix: () => ++now,
    skip: (seconds) => {
      now += seconds
    },
  }
}

export const addressOf = (number: number): Address =>
  checksumOf(`0x${(number + 0xa11ce).toString(16).padStart(40, 'c')}`)
export const rootOfNumber = (number: number): Hex =>
  `0x${(number + 1).toString(16).padStart(64, 'e')}`
export const freshName = (): string => `t-${randomBytes(8).toString('hex')}`

/** A tenant with a user and a vault on two chains, and nothing else. */
export type TenantVault = {
  readonly tenant: Tenant
  readonly user: User
  readonly vault: Vault
  readonly vaultRef: VaultRef
}

export const strategists = [addressOf(901), addressOf(902)] as const

export function draftOf(
  number: number,
  chains: readonly string[] = ['base', 'ethereum'],
): NewVault {
  return {
    address: addressOf(number),
    name: `Vault ${number}`,
    status: 'active',
    deployedAtUnix: 1_700_000_000n,
    definition: 'version: 1\nname: "ü \'); drop table vault;--"\n',
    lock: null,
    deployments: chains.map((chain, index) => ({
      chain,
      manager: addressOf(number + 1000 + index),
      accountant: addressOf(number + 2000 + index),
      teller: null,
      queues: [{ queue: addressOf(number + 4000), solver: addressOf(950), sender: null }],
      drones: [addressOf(number + 3000)],
      deployedAtUnix: null,
      deployedBlock: 9_007_199_254_740_993n,
      strategists: strategists.map((address, nth) => ({ name: `strategist-${nth}`, address })),
    })),
  }
}

export async function makeTenantVault(store: Store): Promise<TenantVault> {
  const tenant = await store.tenants.create({ name: freshName() }, by)
  const user = await store.users.create(tenant.id, { name: 'Ann', role: 'curator' }, by)
  const vault = await store.vaults.put(tenant.id, draftOf(1), by)
  return { tenant, user, vault, vaultRef: { chain: 'ethereum', vault: vault.address } }
}

/** A tree: the number says which root, the text what its descriptions say. */
export function treeOf(number: number, text = '', count = 5): TreeFile {
  const leaves = Array.from({ length: count }, (_, slot) =>
    buildLeaf({
      decoder: addressOf(500),
      target: addressOf(600 + slot),
      signature: 'approve(address,uint256)',
      arguments: [addressOf(number + 700)],
      description: `approve ${slot} ${text}`,
    }),
  )
  const manager = addressOf(2)
  return fileOf(buildLeafTree(leaves), { vault: null, manager, accountant: null, decoder: null })
}

/** An order without anything that happened to it; its uid holds the number. */
export function swapOrderOf(place: StrategistRef, number: number): StoredSwapOrder {
  return {
    ...place,
    uid: `0x${number.toString(16).padStart(112, '0')}`,
    createdAtUnix: 1_800_000_000n + BigInt(number),
    terms: JSON.stringify({ number, text: 'ü' }),
    quoteId: null,
    publishedAtUnix: null,
    finalState: null,
  }
}

export function pointOf(place: VaultRef, day: string, value = '1.5'): DailyPoint {
  return {
    chain: place.chain,
    vault: place.vault,
    day,
    atUnix: 1_800_000_000n,
    blockNumber: 21_000_000n,
    dailyApy: null,
    priceUsd: value,
    sharePrice: value,
    totalAssets: value,
    tvlUsd: null,
  }
}

export function snapshotOf(place: VaultRef, day: string, value = '1.5'): Snapshot {
  return {
    chain: place.chain,
    vault: place.vault,
    day,
    blockNumber: 21_000_000n,
    blockHash: rootOfNumber(5),
    atUnix: 1_800_000_000n,
    type: 'yield_streaming',
    baseAsset: 'USDC',
    sharePrice: value,
    totalAssets: value,
    totalSupply: value,
    positions: [{ protocol: 'aave', asset: 'USDC', balance: value }],
    prices: { ethereum: { USDC: '1', ['__proto__']: value } },
    yieldStreaming: { vestedAmount: value, vestingSeconds: 86_400n },
    nav: {
      feesOwed: '0.25',
      netAssets: value,
      gap: '-0.5',
      gapRelative: null,
      reason: 'The total assets are not above zero.',
      leftOut: 3,
    },
    worthBounds: {
      lower: value,
      upper: null,
      gapLower: '-0.5',
      gapUpper: null,
      open: [{ side: 'upper', reason: 'A holding in aave has no worth: T.' }],
      nextRate: {
        lowest: '0.99',
        highest: '1.01',
        counted: value,
        countedReason: null,
        roomBelow: '1',
        roomAbove: '0.125',
        earliestUnix: '1800000000',
        update: 'passes',
      },
      nextRateReason: null,
    },
    allowances: {
      entries: [
        {
          token: addressOf(1),
          owner: place.vault,
          spender: addressOf(2),
          amount: String(2n ** 256n - 1n),
        },
        { token: addressOf(3), owner: place.vault, spender: addressOf(2), amount: null },
      ],
      note: 'Approval events could not be read.',
    },
  }
}

export function performanceOf(place: VaultRef, day: string, value = '0.05'): Performance {
  return {
    chain: place.chain,
    vault: place.vault,
    day,
    apy: value,
    fees: null,
    performanceFees: null,
    realApy: value,
    maturityApy: null,
    feeDrag: value,
    real: [{ chain: 'base', protocol: 'aave', allocation: '0.5', apy: value, apyNet: null }],
    maturities: [
      {
        chain: 'base',
        protocol: 'pendle',
        allocation: '0.5',
        apy: value,
        apyNet: value,
        asset: 'PT',
        maturityUnix: 1_900_000_000n,
      },
    ],
  }
}

export function readingOf(place: VaultRef, day: string, body = '{}'): DayReading {
  return {
    chain: place.chain,
    vault: place.vault,
    day,
    body,
    blockNumber: 21_000_000n,
    blockHash: rootOfNumber(5),
    atUnix: 1_800_000_000n,
  }
}

export function svmDraftOf(number: number): NewSvmVault {
  return {
    address: svmAddressOf(new Uint8Array(32).fill(number + 1)),
    name: `Solana ${number}`,
    status: 'active',
    program: defaultVaultProgram,
    vaultId: 2n ** 64n - 1n,
    definition: 'kind: solana\nname: "ü \'); drop table svm_vault;--"\n',
  }
}

export function svmReadingOf(vault: SvmAddress, day: string, body = '{}'): SvmReading {
  return { vault, day, slot: 2n ** 60n, atUnix: 1_800_000_000n, body }
}

export const dayOf = (index: number): string =>
  new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)

/** Every item of a list, page by page. */
export async function walk<Item, Place>(
  page: (query: PageQuery<Place>) => Promise<Page<Item>>,
  placeOf: (item: Item) => Place,
  limit: number,
): Promise<readonly Item[]> {
  const all: Item[] = []
  for (let after: Place | null = null; ; after = placeOf(all.at(-1)!)) {
    const { items, hasMore } = await page({ after, limit })
    all.push(...items)
    if (items.length > limit) throw new Error('A page is longer than it may be.')
    if (all.length > 100_000) throw new Error('The pages never end.')
    if (!hasMore) return all
    if (items.length === 0) throw new Error('A page is empty and not the last.')
  }
}
