import { readFileSync } from 'node:fs'
import {
  associatedTokenAccount,
  clockSysvar,
  defaultVaultProgram,
  type KeptAccounts,
  nativeMint,
  parseKeptAccounts,
  parseSvmAddress,
  printKeptAccounts,
  type SvmAccount,
  type SvmAddress,
  svmAddressOf,
  svmBytesOf,
  systemProgram,
  tokenProgram,
  vaultAddresses,
} from '@vaultwright/svm'
import { endOfDay, type SvmHeld, type SvmReadPlan } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  svmAccountsOf,
  svmUsdc,
  svmVault,
} from '../../../../test/solana/support/svm-reading-fixture.ts'
import { holdingBytes, mintBytes } from '../../../../test/solana/world/account.ts'
import { jupiterReceiptOf } from '../template/jupiter-lend/market.ts'
import { kaminoPositionAddress } from '../template/kamino/reserve.ts'
import { decodeSvmReading, holdingReads } from './decode-holding.ts'

type SparseBytes = { readonly size: number; readonly parts: readonly string[] }

/** The results of the protocols' own libraries; their names are in the file. */
const vectors = JSON.parse(
  readFileSync(new URL('../../../../fixtures/solana/holding.json', import.meta.url), 'utf8'),
) as {
  readonly kamino: {
    readonly sub_account: SvmAddress
    readonly market: SvmAddress
    readonly position_address: SvmAddress
    readonly reserve: SvmAddress
    readonly debt_reserve: SvmAddress
    readonly liquidity: string
    readonly debt: string
    readonly accounts: Readonly<Record<'reserve' | 'debt_reserve' | 'position', SparseBytes>>
  }
  readonly jupiter_lend: {
    readonly shares: string
    readonly assets: string
    readonly account: SparseBytes
  }
  readonly stake_pool: {
    readonly pool_mint: SvmAddress
    readonly epoch: number
    readonly pool_tokens: string
    readonly lamports: string
    readonly account: SparseBytes
  }
  readonly marinade: {
    readonly msol: string
    readonly lamports: string
    readonly account: SparseBytes
  }
}

const of = { vault: svmVault, program: defaultVaultProgram }
const subAccount = vaultAddresses().subAccount(3n, 0)
const second = vaultAddresses().subAccount(3n, 1)
const unix = endOfDay('2026-11-20') + 6n
const kaminoProgram = parseSvmAddress('KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD')
const poolProgram = parseSvmAddress('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy')
const lendingProgram = parseSvmAddress('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9')
const marinadeProgram = parseSvmAddress('MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD')
const marinadeState = parseSvmAddress('8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC')
const msol = parseSvmAddress('mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So')
const pool = svmAddressOf(new Uint8Array(32).fill(0x72))

function bytesOf(
  { size, parts }: SparseBytes,
  patches: ReadonlyMap<number, Uint8Array> = new Map(),
) {
  const data = new Uint8Array(size)
  for (const part of parts) {
    const [offset, hex] = part.split(' ')
    data.set(Buffer.from(hex!, 'hex'), Number(offset))
  }
  for (const [offset, bytes] of patches) data.set(bytes, offset)
  return data
}

const account = (owner: SvmAddress, data: Uint8Array, lamports = 1n): SvmAccount => ({
  owner,
  data,
  lamports,
  executable: false,
})

function tokenAt(owner: SvmAddress, mint: SvmAddress, amount: bigint): [SvmAddress, SvmAccount][] {
  const data = holdingBytes({ owner, mint, amount })
  return [[associatedTokenAccount({ owner, mint, tokenProgram }), account(tokenProgram, data)]]
}

const mintAt = (mint: SvmAddress, decimals: number): [SvmAddress, SvmAccount] => [
  mint,
  account(tokenProgram, mintBytes({ supply: 10n ** 15n, decimals, authority: subAccount })),
]

type Draft = {
  readonly accounts: readonly (readonly [SvmAddress, SvmAccount | null])[]
  readonly scope?: Partial<SvmReadPlan>
  readonly epoch?: bigint
}

/** A reading of a vault with these accounts, as it is kept. */
function readingOf({ accounts, scope = {}, epoch = 1_040n }: Draft): KeptAccounts {
  const bare = svmAccountsOf({ supply: 1_000_000n, slot: 500n, unix })
  const clock = bare.accounts.get(clockSysvar)!
  const data = clock.data.slice()
  const view = new DataView(data.buffer)
  view.setBigInt64(8, unix - 100_000n, true)
  view.setBigUint64(16, epoch, true)
  const tokenAccounts = accounts.flatMap(([address, found]) =>
    found?.owner === tokenProgram && found.data.length === 165 ? [address] : [],
  )
  const reading = {
    slot: bare.slot,
    accounts: new Map<SvmAddress, SvmAccount | null>([
      ...bare.accounts,
      [clockSysvar, { ...clock, data }],
      [subAccount, null],
      [second, null],
      ...accounts,
    ]),
    scope: {
      subAccounts: [0, 1],
      tokens: [{ address: svmUsdc, symbol: 'USDC', decimals: 6 }],
      tokenAccounts,
      kaminoMarkets: [],
      stakePools: [],
      quotes: [],
      failures: [],
      ...scope,
    },
  }
  return parseKeptAccounts(printKeptAccounts(reading))
}

function heldIn(draft: Draft): SvmHeld {
  return decodeSvmReading(readingOf(draft), of).held!
}

const shown = ({ holdings }: SvmHeld) =>
  holdings.map(({ protocol, asset, amount }) => [protocol, asset.symbol, amount])
const priceOf = ({ quotes }: SvmHeld, asset: string) =>
  quotes.find((quote) => quote.asset === asset)
const whole = (text: string) => BigInt(text.split('.')[0]!)

test('law: every balance of every sub-account is there once, whatever is listed twice, and nothing that is empty', () => {
  const amounts = fc.array(fc.bigInt(0n, 2n ** 64n - 1n), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(amounts, fc.bigInt(0n, 2n ** 60n), (values, lamports) => {
      const mints = values.map((_, index) => svmAddressOf(new Uint8Array(32).fill(100 + index)))
      const tokens = values.flatMap((amount, index) =>
        tokenAt(index % 2 === 0 ? subAccount : second, mints[index]!, amount),
      )
      const accounts = [
        [subAccount, account(systemProgram, new Uint8Array(), lamports)] as const,
        ...tokens,
        ...mints.map((mint) => mintAt(mint, 6)),
      ]
      const tokenAccounts = [...tokens, ...tokens].map(([address]) => address)
      const held = heldIn({ accounts, scope: { tokenAccounts, subAccounts: [0, 1, 0] } })
      const expected = [lamports, ...values].filter((value) => value > 0n)
      expect(held.holdings.map(({ amount }) => BigInt(amount))).toEqual(expected)
      expect(held.failures).toEqual([])
    }),
  )
})

const { kamino } = vectors
const kaminoAccounts = (patches: Partial<Record<string, SvmAccount | null>> = {}) =>
  [
    [kamino.position_address, account(kaminoProgram, bytesOf(kamino.accounts.position))],
    [kamino.reserve, account(kaminoProgram, bytesOf(kamino.accounts.reserve))],
    [kamino.debt_reserve, account(kaminoProgram, bytesOf(kamino.accounts.debt_reserve))],
  ].map(([address, account]) => [
    address as SvmAddress,
    (address as string) in patches ? patches[address as string]! : (account as SvmAccount),
  ]) as readonly (readonly [SvmAddress, SvmAccount | null])[]
const kaminoScope = { kaminoMarkets: [kamino.market] }

test('golden: a position of Kamino is worth what the library of Kamino says, the debt with its interest', () => {
  expect(kamino.sub_account).toBe(subAccount)
  const held = heldIn({
    accounts: [...kaminoAccounts(), [kaminoPositionAddress(second, kamino.market), null]],
    scope: kaminoScope,
  })
  expect(held.failures).toEqual([])
  expect(shown(held)).toEqual([
    ['kamino', 'USDC', String(whole(kamino.liquidity))],
    ['kamino', nativeMint, String(-(whole(kamino.debt) + 1n))],
  ])
})

test('golden: receipts are worth what the libraries of Jupiter Lend, of stake pools and of Marinade say', () => {
  const { jupiter_lend: lend, stake_pool: stake, marinade } = vectors
  const { receiptMint, lending } = jupiterReceiptOf(svmUsdc)
  const market = bytesOf(lend.account, new Map([[40, svmBytesOf(receiptMint)]]))
  const accounts = [
    ...tokenAt(subAccount, receiptMint, BigInt(lend.shares)),
    ...tokenAt(subAccount, stake.pool_mint, BigInt(stake.pool_tokens)),
    ...tokenAt(second, msol, BigInt(marinade.msol)),
    mintAt(receiptMint, 6),
    mintAt(stake.pool_mint, 9),
    mintAt(msol, 9),
    [lending, account(lendingProgram, market)] as const,
    [pool, account(poolProgram, bytesOf(stake.account))] as const,
    [marinadeState, account(marinadeProgram, bytesOf(marinade.account))] as const,
  ]
  const draft = { accounts, scope: { stakePools: [pool] } }
  const held = heldIn(draft)
  expect(held.failures).toEqual([])
  expect(held.holdings.map(({ protocol }) => protocol)).toEqual([
    'jupiter_lend',
    'stake_pool',
    'marinade',
  ])
  const worthOf = (asset: SvmAddress, amount: string) => {
    const [head, places = ''] = priceOf(held, asset)!.price.split('.')
    return (BigInt(amount) * BigInt(head + places)) / 10n ** BigInt(places.length)
  }
  expect(worthOf(receiptMint, lend.shares)).toBe(BigInt(lend.assets))
  expect(worthOf(stake.pool_mint, stake.pool_tokens)).toBe(whole(stake.lamports))
  expect(worthOf(msol, marinade.msol)).toBe(whole(marinade.lamports))
  expect(priceOf(held, receiptMint)).toMatchObject({
    per: svmUsdc,
    kind: 'rate',
    atUnix: '1799971111',
  })
  expect(priceOf(held, stake.pool_mint)).toMatchObject({ per: systemProgram, atUnix: String(unix) })
  expect(priceOf(held, systemProgram)).toMatchObject({ per: nativeMint, price: '1' })
  // A pool is updated when an epoch begins: its rate of the epoch before is that of the moment it began.
  const next = priceOf(heldIn({ ...draft, epoch: 1_041n }), stake.pool_mint)
  expect(next).toMatchObject({ atUnix: String(unix - 100_000n) })
  const old = heldIn({ ...draft, epoch: 1_042n })
  expect(priceOf(old, stake.pool_mint)).toBeUndefined()
  expect(old.failures.map(({ what }) => what)).toEqual([`rate of ${stake.pool_mint}`])
})

test('law: a reading asks for each account that its holdings lead to, and then for no more', () => {
  const reading = readingOf({
    accounts: [...kaminoAccounts(), ...tokenAt(subAccount, svmUsdc, 5n)],
    scope: kaminoScope,
  })
  const all = holdingReads(reading.scope, { ...of, vaultId: 3n }, reading.accounts)
  expect(all).toEqual(expect.arrayContaining([kamino.reserve, kamino.debt_reserve, svmUsdc]))
  const before = holdingReads(reading.scope, { ...of, vaultId: 3n }, new Map())
  expect(before.every((address) => all.includes(address))).toBe(true)
  expect(before).not.toContain(kamino.reserve)
})

const damaged = account(kaminoProgram, new Uint8Array(3344))
const foreigner = svmAddressOf(new Uint8Array(32).fill(9))

test.each<readonly [string, Draft, string]>([
  [
    'a position whose bytes are damaged',
    { accounts: kaminoAccounts({ [kamino.position_address]: damaged }), scope: kaminoScope },
    'kamino position of sub-account 0',
  ],
  [
    'a position of another program',
    {
      accounts: kaminoAccounts({
        [kamino.position_address]: account(tokenProgram, bytesOf(kamino.accounts.position)),
      }),
      scope: kaminoScope,
    },
    'kamino position of sub-account 0',
  ],
  [
    'a position of another owner',
    {
      accounts: kaminoAccounts({
        [kamino.position_address]: account(
          kaminoProgram,
          bytesOf(kamino.accounts.position, new Map([[64, svmBytesOf(foreigner)]])),
        ),
      }),
      scope: kaminoScope,
    },
    'kamino position of sub-account 0',
  ],
  [
    'a deposit whose reserve was not read',
    { accounts: kaminoAccounts({ [kamino.reserve]: null }), scope: kaminoScope },
    'kamino deposit of sub-account 0',
  ],
  [
    'a debt whose position has no rate',
    {
      accounts: kaminoAccounts({
        [kamino.position_address]: account(
          kaminoProgram,
          bytesOf(kamino.accounts.position, new Map([[1440, new Uint8Array(32)]])),
        ),
      }),
      scope: kaminoScope,
    },
    'kamino debt of sub-account 0',
  ],
  [
    'a token account of another owner',
    { accounts: [...tokenAt(foreigner, svmUsdc, 7n), mintAt(svmUsdc, 6)] },
    'token account',
  ],
  [
    'a token account that cannot be read',
    {
      accounts: [[foreigner, account(tokenProgram, new Uint8Array(165).fill(7))]],
      scope: { tokenAccounts: [foreigner] },
    },
    'token account',
  ],
  [
    'a token account that was not read',
    { accounts: [], scope: { tokenAccounts: [foreigner] } },
    'token account',
  ],
])('refuses: %s: it is named, and counts for nothing', (_, draft, what) => {
  const held = heldIn(draft)
  expect(held.failures.filter((failure) => failure.what.startsWith(what))).toHaveLength(1)
  const sound = draft.scope === kaminoScope && what !== 'kamino position of sub-account 0' ? 1 : 0
  expect(held.holdings).toHaveLength(sound)
})

test('refuses: a scope that is not one; a reading without one has no holdings', () => {
  const reading = readingOf({ accounts: [] })
  expect(() => decodeSvmReading({ ...reading, scope: { subAccounts: [256] } }, of)).toThrow(
    expect.objectContaining({ code: 'kept_accounts' }),
  )
  const { scope: _, ...bare } = reading
  expect(decodeSvmReading(bare, of)).not.toHaveProperty('held')
})
