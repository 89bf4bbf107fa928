import { address as kitAddress } from '@solana/kit'
import { getNonceEncoder, NonceState, NonceVersion } from '@solana-program/system'
import { getMintEncoder, getTokenEncoder } from '@solana-program/token'
import { BaseError } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type SvmAddress, svmAddressOf, svmBytesOf } from '../address/address.ts'
import {
  defaultVaultProgram,
  lookupTableProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../address/known-address.ts'
import type { Operator } from '../call/operator.ts'
import { decodeDigestAccount, encodeDigestAccount } from './digest-account.ts'
import { decodeLookupTable, decodeNonce } from './lookup-table.ts'
import { transferFeeOf } from './mint-extension.ts'
import {
  ForeignAccountError,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from './svm-account.ts'
import { decodeMint, decodeTokenAccount } from './token-account.ts'
import { decodeVaultState, encodeVaultState, type SvmVaultState } from './vault-state.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => svmAddressOf(bytes))
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const u16 = fc.integer({ min: 0, max: 65535 })
const u8 = fc.integer({ min: 0, max: 255 })
const kits = (address: SvmAddress) => kitAddress(address)
const accountOf = (owner: SvmAddress, data: ArrayLike<number>): SvmAccount => ({
  lamports: 1n,
  owner,
  data: Uint8Array.from(data),
  executable: false,
})

const aState: fc.Arbitrary<SvmVaultState> = fc
  .record({
    vaultId: u64,
    authority: key,
    pendingAuthority: key,
    paused: fc.boolean(),
    shareMint: key,
    depositSubAccount: u8,
    withdrawSubAccount: u8,
    shareMover: key,
    baseAsset: key,
    decimals: u8,
    rateProvider: key,
    exchangeRate: u64,
    highWaterMark: u64,
    feesOwed: u64,
    totalSharesLastUpdate: u64,
    lastUpdateUnix: u64,
    payout: key,
    upperBoundBps: u16,
    lowerBoundBps: u16,
    updateDelaySeconds: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    platformFeeBps: u16,
    performanceFeeBps: u16,
    withdrawAuthority: key,
    strategist: key,
    layout: fc.constantFrom(336 as const, 368 as const),
  })
  .map((state) => ({ ...state, shareMover: state.layout === 368 ? state.shareMover : null }))

test("law: a vault's state is read back in both layouts", () => {
  fc.assert(
    fc.property(aState, (state) => {
      const data = encodeVaultState(state)
      expect(data).toHaveLength(state.layout)
      expect(decodeVaultState(accountOf(defaultVaultProgram, data))).toEqual(state)
    }),
  )
})

test('golden: the fields of a state stand where the program has them', () => {
  const of = (layout: 336 | 368) =>
    decodeVaultState(
      accountOf(
        defaultVaultProgram,
        // Every byte says where it stands, in both halves of its offset.
        Uint8Array.from({ length: layout }, (_, index) => {
          if (index < 8) return [0x23, 0x54, 0x2c, 0x59, 0x96, 0x37, 0xec, 0x19][index]!
          return index === 80 ? 1 : index % 251
        }),
      ),
    )
  const firstByteOf = (address: SvmAddress) => svmBytesOf(address)[0]
  const [long, short] = [of(368), of(336)]
  expect(
    [long, short].map((state) => [
      firstByteOf(state.authority),
      firstByteOf(state.pendingAuthority),
      firstByteOf(state.shareMint),
      state.depositSubAccount,
      state.withdrawSubAccount,
      firstByteOf(state.baseAsset),
      state.decimals,
      firstByteOf(state.rateProvider),
      Number(state.exchangeRate & 255n),
      Number(state.highWaterMark & 255n),
      Number(state.feesOwed & 255n),
      Number(state.totalSharesLastUpdate & 255n),
      Number(state.lastUpdateUnix & 255n),
      firstByteOf(state.payout),
      state.upperBoundBps & 255,
      state.lowerBoundBps & 255,
      state.updateDelaySeconds & 255,
      state.platformFeeBps & 255,
      state.performanceFeeBps & 255,
      firstByteOf(state.withdrawAuthority),
      firstByteOf(state.strategist),
    ]),
  ).toEqual(
    [
      [
        16, 48, 81, 113, 114, 147, 179, 180, 212, 220, 228, 236, 244, 252, 284, 286, 288, 292, 294,
        296, 328,
      ],
      [
        16, 48, 81, 113, 114, 115, 147, 148, 180, 188, 196, 204, 212, 220, 252, 254, 256, 260, 262,
        264, 296,
      ],
    ].map((offsets) => offsets.map((offset) => offset % 251)),
  )
  expect([firstByteOf(long.shareMover!), short.shareMover]).toEqual([115, null])
})

test('refuses: states of another program, kind or length', () => {
  const data = encodeVaultState(fc.sample(aState, { numRuns: 1, seed: 1 })[0]!)
  const state = (bytes: ArrayLike<number>, owner: SvmAddress = defaultVaultProgram) =>
    decodeVaultState(accountOf(owner, bytes))
  expect(() => state(data, tokenProgram)).toThrow(ForeignAccountError)
  expect(() => decodeVaultState(accountOf(defaultVaultProgram, data), tokenProgram)).toThrow(
    ForeignAccountError,
  )
  expect(() => state(data.map((byte) => byte ^ 1))).toThrow(UnknownLayoutError)
  for (const length of [0, 8, 335, 337, 360, 367, 369, 400]) {
    const cut = new Uint8Array(length)
    cut.set(data.subarray(0, length))
    expect(() => state(cut)).toThrow(UnknownLayoutError)
  }
  const unclear = data.slice()
  unclear[80] = 2
  expect(() => state(unclear)).toThrow(MalformedAccountError)
})

test('law: a digest account is read back, 8 bytes an operator with its padding', () => {
  const operators: readonly Operator[] = [
    { kind: 'ingest_instruction', start: 7, length: 8 },
    { kind: 'ingest_account', index: 3 },
  ]
  for (const list of [operators, [], Array(30).fill({ kind: 'noop' }) as Operator[]]) {
    const data = encodeDigestAccount(list)
    expect(data).toHaveLength(8 + 24 + 8 * list.length)
    expect(decodeDigestAccount(accountOf(defaultVaultProgram, data))).toEqual(list)
  }
  const data = encodeDigestAccount(operators)
  expect(() => decodeDigestAccount(accountOf(systemProgram, data))).toThrow(ForeignAccountError)
  expect(() => decodeDigestAccount(accountOf(defaultVaultProgram, data.slice(1)))).toThrow(
    UnknownLayoutError,
  )
})

test('law: a mint is read as the token client wrote it', () => {
  fc.assert(
    fc.property(u64, u8, fc.option(key), fc.option(key), (supply, decimals, mints, freezes) => {
      const data = getMintEncoder().encode({
        mintAuthority: mints === null ? null : kits(mints),
        supply,
        decimals,
        isInitialized: true,
        freezeAuthority: freezes === null ? null : kits(freezes),
      })
      for (const program of [tokenProgram, token2022Program]) {
        expect(decodeMint(accountOf(program, data))).toEqual({
          supply,
          decimals,
          mintAuthority: mints,
          freezeAuthority: freezes,
          tokenProgram: program,
          extensions: [],
        })
      }
    }),
  )
})

test('law: a token account is read as the token client wrote it', () => {
  fc.assert(
    fc.property(
      fc.record({
        mint: key,
        owner: key,
        amount: u64,
        delegate: fc.option(key),
        state: fc.constantFrom(1, 2),
        isNative: fc.option(u64),
        delegatedAmount: u64,
        closeAuthority: fc.option(key),
      }),
      (token) => {
        const option = (address: SvmAddress | null) => (address === null ? null : kits(address))
        const data = getTokenEncoder().encode({
          ...token,
          mint: kits(token.mint),
          owner: kits(token.owner),
          delegate: option(token.delegate),
          closeAuthority: option(token.closeAuthority),
        })
        const { state, isNative, ...same } = token
        expect(decodeTokenAccount(accountOf(tokenProgram, data))).toEqual({
          ...same,
          isFrozen: state === 2,
          isNative: isNative !== null,
          tokenProgram,
        })
      },
    ),
  )
})

/** A mint of Token-2022: the bare mint, padding, its kind, then type, length and value of each extension. */
function extended(...extensions: (readonly [type: number, value: readonly number[]])[]) {
  const bare = getMintEncoder().encode({
    mintAuthority: null,
    supply: 5n,
    decimals: 6,
    isInitialized: true,
    freezeAuthority: null,
  })
  const entries = extensions.flatMap(([type, value]) => [
    type & 255,
    type >> 8,
    value.length & 255,
    value.length >> 8,
    ...value,
  ])
  return accountOf(token2022Program, [...bare, ...new Uint8Array(83), 1, ...entries])
}
const bytesOf = (length: number, value = 0) => [...new Uint8Array(length).fill(value)]
const feeBytes = (epoch: number, maximum: number, bps: number) => [
  epoch,
  ...bytesOf(7),
  maximum,
  ...bytesOf(7),
  bps & 255,
  bps >> 8,
]

test('golden: the extensions of a mint by name, with what restricts transfers', () => {
  const hook = svmAddressOf(new Uint8Array(32).fill(8))
  const { extensions } = decodeMint(
    extended(
      [1, [...bytesOf(72), ...feeBytes(1, 9, 25), ...feeBytes(2, 200, 500)]],
      [14, [...bytesOf(32), ...bytesOf(32, 8)]],
      [12, bytesOf(32, 8)],
      [3, bytesOf(32)],
      [6, [2]],
      [4, bytesOf(65)],
      [9, []],
      [26, [...bytesOf(32), 1]],
      [999, [1, 2]],
    ),
  )
  expect(extensions).toEqual([
    {
      kind: 'transfer_fee',
      older: { epoch: 1n, maximum: 9n, bps: 25 },
      newer: { epoch: 2n, maximum: 200n, bps: 500 },
    },
    { kind: 'transfer_hook', hookProgram: hook },
    { kind: 'permanent_delegate', delegate: hook },
    { kind: 'mint_close_authority', closeAuthority: null },
    { kind: 'default_frozen' },
    { kind: 'confidential' },
    { kind: 'non_transferable' },
    { kind: 'pausable', paused: true },
    { kind: 'unknown', type: 999 },
  ])
  expect(decodeMint(extended([14, bytesOf(64)], [0, []], [9, []])).extensions).toEqual([
    { kind: 'transfer_hook', hookProgram: null },
  ])
})

test('refuses: extensions that break off, stand twice or have another length', () => {
  for (const mint of [
    extended([9, []], [9, []]),
    extended([14, bytesOf(63)]),
    extended([26, [...bytesOf(32), 2]]),
    { ...extended([9, []]), data: extended([4, bytesOf(65)]).data.slice(0, -1) },
  ]) {
    expect(() => decodeMint(mint)).toThrow(MalformedAccountError)
  }
  // A token account is not a mint, and a mint is not a token account.
  const token = { ...extended(), data: extended().data.with(165, 2) }
  expect(() => decodeMint(token)).toThrow(UnknownLayoutError)
  expect(() => decodeTokenAccount(extended())).toThrow(UnknownLayoutError)
  expect(() => decodeMint({ ...extended(), owner: tokenProgram })).toThrow(UnknownLayoutError)
})

test('golden: a transfer fee is rounded up, and never above its maximum', () => {
  const fee = { epoch: 0n, bps: 50, maximum: 1000n }
  const amounts = [0n, 1n, 199n, 200n, 201n, 200_000n, 200_001n, 2n ** 64n]
  expect(amounts.map((amount) => transferFeeOf(fee, amount))).toEqual([
    0n,
    1n,
    1n,
    1n,
    2n,
    1000n,
    1000n,
    1000n,
  ])
})

test('golden: lookup tables and nonces, each from its owner only', () => {
  const authority = svmAddressOf(new Uint8Array(32).fill(3))
  const nonce = getNonceEncoder().encode({
    version: NonceVersion.Current,
    state: NonceState.Initialized,
    authority: kits(authority),
    blockhash: kits(authority),
    lamportsPerSignature: 5000n,
  })
  expect(decodeNonce(accountOf(systemProgram, nonce))).toEqual({ authority, nonce: authority })
  expect(() => decodeNonce(accountOf(systemProgram, new Uint8Array(80)))).toThrow(
    UnknownLayoutError,
  )
  expect(() => decodeNonce(accountOf(tokenProgram, nonce))).toThrow(ForeignAccountError)
  const header = [
    1,
    0,
    0,
    0,
    ...bytesOf(8, 255),
    7,
    ...bytesOf(7),
    0,
    1,
    ...svmBytesOf(authority),
    0,
    0,
  ]
  const table = accountOf(lookupTableProgram, [...header, ...bytesOf(64, 4)])
  const address = svmAddressOf(new Uint8Array(32).fill(4))
  expect(decodeLookupTable(table)).toEqual({
    addresses: [address, address],
    deactivationSlot: null,
    lastExtendedSlot: 7n,
    authority,
  })
  const off = { ...table, data: table.data.slice() }
  off.data.set([9, 0, 0, 0, 0, 0, 0, 0], 4)
  expect(decodeLookupTable(off).deactivationSlot).toBe(9n)
  expect(() => decodeLookupTable({ ...table, data: table.data.slice(0, -1) })).toThrow(
    MalformedAccountError,
  )
  expect(() => decodeLookupTable({ ...table, data: bytesOf(56) as never })).toThrow()
  expect(() => decodeLookupTable({ ...table, owner: systemProgram })).toThrow(ForeignAccountError)
})

test('law: hostile bytes give a value or a typed error, in every reader of accounts', () => {
  const samples = [
    encodeVaultState(fc.sample(aState, { numRuns: 1, seed: 2 })[0]!),
    encodeDigestAccount([{ kind: 'ingest_account', index: 1 }]),
    extended([1, bytesOf(108)], [14, bytesOf(64)]).data,
    new Uint8Array(165),
    new Uint8Array(120).fill(1),
  ]
  const readers = [
    [defaultVaultProgram, decodeVaultState],
    [defaultVaultProgram, decodeDigestAccount],
    [token2022Program, decodeMint],
    [token2022Program, decodeTokenAccount],
    [lookupTableProgram, decodeLookupTable],
    [systemProgram, decodeNonce],
  ] as const
  const outcomes = { value: 0, error: 0 }
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), u8), { maxLength: 4 }),
      fc.nat(400),
      (sample, edits, length) => {
        const data = sample.slice(0, length)
        for (const [index, value] of edits) if (data.length > 0) data[index % data.length] = value
        for (const [owner, readAccount] of readers) {
          try {
            expect(readAccount(accountOf(owner, data))).toEqual(readAccount(accountOf(owner, data)))
            outcomes.value++
          } catch (error) {
            expect(error).toBeInstanceOf(BaseError)
            outcomes.error++
          }
        }
      },
    ),
    { numRuns: runsOf(3) },
  )
  expect(outcomes).toEqual({ value: expect.toSatisfy(isSome), error: expect.toSatisfy(isSome) })
})

const isSome = (count: number) => count > 0
