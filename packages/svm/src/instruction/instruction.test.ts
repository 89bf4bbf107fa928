import { AccountRole, createNoopSigner, address as kitAddress } from '@solana/kit'
import {
  getAdvanceNonceAccountInstruction,
  getTransferSolInstruction,
  SYSTEM_ERROR__NONCE_BLOCKHASH_NOT_EXPIRED,
} from '@solana-program/system'
import * as tokens from '@solana-program/token'
import { BaseError } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { associatedTokenAccount } from '../address/derive.ts'
import {
  computeBudgetProgram,
  defaultVaultProgram,
  systemProgram,
  tokenProgram,
} from '../address/known-address.ts'
import type { Instruction } from '../call/instruction.ts'
import type { Operator } from '../call/operator.ts'
import { programErrorOf } from '../error/program-error.ts'
import { vaultAddresses } from '../vault/vault-address.ts'
import {
  computeUnitLimitInstruction,
  computeUnitPriceInstruction,
  readComputeBudget,
} from './compute-budget.ts'
import {
  closeDigestInstruction,
  initializeDigestInstruction,
  readDigestInstruction,
  viewDigestInstruction,
} from './digest-admin.ts'
import { MalformedInstructionError } from './discriminator.ts'
import { manageInstruction, readManage } from './manage.ts'
import { advanceNonceInstruction, isAdvanceNonce, systemTransferInstruction } from './system.ts'
import {
  closeTokenAccountInstruction,
  createAssociatedTokenInstruction,
  syncNativeInstruction,
  transferCheckedInstruction,
} from './token.ts'

const filled = (value: number) => svmAddressOf(new Uint8Array(32).fill(value))
const [a, b, c, d] = [filled(1), filled(2), filled(3), filled(4)]
const kits = (address: SvmAddress) => kitAddress(address)
const signer = (address: SvmAddress) => createNoopSigner(kits(address))

/** An instruction of a client as ours. */
function ours(instruction: {
  readonly programAddress: string
  readonly accounts?: readonly { readonly address: string; readonly role: AccountRole }[]
  readonly data?: ArrayLike<number>
}) {
  return {
    program: instruction.programAddress,
    accounts: (instruction.accounts ?? []).map(({ address, role }) => ({
      address,
      isSigner: role === AccountRole.READONLY_SIGNER || role === AccountRole.WRITABLE_SIGNER,
      isWritable: role === AccountRole.WRITABLE || role === AccountRole.WRITABLE_SIGNER,
    })),
    data: Uint8Array.from(instruction.data ?? []),
  }
}

test('law: instructions of the token and system programs are those of their clients', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.integer({ min: 0, max: 255 }),
      (amount, decimals) => {
        const transfer = {
          tokenProgram,
          source: a,
          mint: b,
          recipient: c,
          authority: d,
          amount,
          decimals,
        }
        expect(transferCheckedInstruction(transfer)).toEqual(
          ours(
            tokens.getTransferCheckedInstruction({
              source: kits(a),
              mint: kits(b),
              destination: kits(c),
              authority: signer(d),
              amount,
              decimals,
            }),
          ),
        )
        expect(systemTransferInstruction({ source: a, recipient: b, lamports: amount })).toEqual(
          ours(getTransferSolInstruction({ source: signer(a), destination: kits(b), amount })),
        )
      },
    ),
    { numRuns: runsOf(0.2) },
  )
  // The client names the rent sysvar behind it, which the program does not need.
  const sync = ours(tokens.getSyncNativeInstruction({ account: kits(a) }))
  expect(syncNativeInstruction({ tokenProgram, tokenAccount: a })).toEqual({
    ...sync,
    accounts: sync.accounts.slice(0, 1),
  })
  expect(
    closeTokenAccountInstruction({ tokenProgram, tokenAccount: a, recipient: b, authority: c }),
  ).toEqual(
    ours(
      tokens.getCloseAccountInstruction({
        account: kits(a),
        destination: kits(b),
        owner: signer(c),
      }),
    ),
  )
  const holding = { owner: b, mint: c, tokenProgram }
  expect(createAssociatedTokenInstruction({ ...holding, payer: a })).toEqual(
    ours(
      tokens.getCreateAssociatedTokenIdempotentInstruction({
        payer: signer(a),
        ata: kits(associatedTokenAccount(holding)),
        owner: kits(b),
        mint: kits(c),
      }),
    ),
  )
  const advance = advanceNonceInstruction({ nonceAccount: a, authority: b })
  expect(advance).toEqual(
    ours(getAdvanceNonceAccountInstruction({ nonceAccount: kits(a), nonceAuthority: signer(b) })),
  )
  expect(isAdvanceNonce(advance)).toBe(true)
  expect(isAdvanceNonce(systemTransferInstruction({ source: a, recipient: b, lamports: 4n }))).toBe(
    false,
  )
})

test('law: a compute budget is read back', () => {
  expect(readComputeBudget(computeUnitLimitInstruction(1_400_000))).toEqual({
    kind: 'unit_limit',
    units: 1_400_000,
  })
  expect(readComputeBudget(computeUnitPriceInstruction(2n ** 64n - 1n))).toEqual({
    kind: 'unit_price',
    microLamports: 2n ** 64n - 1n,
  })
  const read = (...data: number[]) =>
    readComputeBudget({ program: computeBudgetProgram, accounts: [], data: Uint8Array.from(data) })
  expect(read(1, 0, 0, 1, 0)).toEqual({ kind: 'heap_bytes', bytes: 65536 })
  expect(read(4, 0, 0, 1, 0)).toEqual({ kind: 'loaded_accounts_bytes', bytes: 65536 })
  expect(readComputeBudget(syncNativeInstruction({ tokenProgram, tokenAccount: a }))).toBeNull()
  for (const data of [[], [9, 0, 0, 0, 0], [2, 0, 0]]) {
    expect(() => read(...data)).toThrow(MalformedInstructionError)
  }
})

const operators: readonly Operator[] = [
  { kind: 'ingest_instruction', start: 0, length: 8 },
  { kind: 'ingest_account', index: 200 },
  { kind: 'noop' },
]

test('law: giving and taking a permission are read back, of their own program only', () => {
  const digest = new Uint8Array(32).fill(7)
  const request = { authority: a, vaultId: 2n ** 63n, digest }
  const digestAddress = vaultAddresses().cpiDigest(request.vaultId, digest)
  const instruction = initializeDigestInstruction({ ...request, operators })
  const taken = closeDigestInstruction(request)
  expect(readDigestInstruction(instruction)).toEqual({
    ...request,
    kind: 'initialize',
    digestAddress,
    operators,
  })
  expect(readDigestInstruction(taken)).toEqual({ ...request, kind: 'close', digestAddress })
  expect([instruction, taken].map((each) => readManage(each))).toEqual([null, null])
  expect([instruction, taken].map((each) => readDigestInstruction(each, tokenProgram))).toEqual([
    null,
    null,
  ])
  expect(() => closeDigestInstruction({ ...request, digest: digest.slice(1) })).toThrow(
    MalformedInstructionError,
  )
  const view = viewDigestInstruction(instruction, operators)
  expect(view.accounts.map(({ address }) => address)).toEqual([
    instruction.program,
    ...instruction.accounts.map(({ address }) => address),
  ])
  expect(readDigestInstruction(view)).toBeNull()
})

test('law: instructions that break off are typed errors', () => {
  const instructions: readonly Instruction[] = [
    manageInstruction({
      strategist: a,
      vaultId: 3n,
      subAccount: 0,
      digestAddress: b,
      innerCall: syncNativeInstruction({ tokenProgram, tokenAccount: c }),
    }),
    initializeDigestInstruction({
      authority: a,
      vaultId: 3n,
      digest: new Uint8Array(32),
      operators,
    }),
    closeDigestInstruction({ authority: a, vaultId: 3n, digest: new Uint8Array(32) }),
    computeUnitLimitInstruction(9),
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...instructions),
      fc.nat(70),
      fc.nat(8),
      fc.option(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))),
      (instruction, length, accounts, edit) => {
        const data = instruction.data.slice(0, length)
        if (edit !== null && data.length > 0) data[edit[0] % data.length] = edit[1]
        const cut = { ...instruction, data, accounts: instruction.accounts.slice(0, accounts) }
        for (const readInstruction of [readManage, readDigestInstruction, readComputeBudget]) {
          try {
            readInstruction(cut)
          } catch (error) {
            expect(error).toBeInstanceOf(BaseError)
          }
        }
      },
    ),
    { numRuns: runsOf(2) },
  )
  expect(() => readManage({ ...instructions[0]!, accounts: [] })).toThrow(MalformedInstructionError)
  expect(() =>
    readManage({ ...instructions[0]!, data: instructions[0]!.data.slice(0, -1) }),
  ).toThrow(MalformedInstructionError)
})

test('golden: errors have the names of the clients, each in its own program', () => {
  for (const [key, code] of Object.entries(tokens)) {
    const name = /^TOKEN_ERROR__(.*)$/.exec(key)?.[1]
    if (name === undefined) continue
    const pascal = name
      .toLowerCase()
      .replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())
    expect(programErrorOf(tokenProgram, code as number)?.name).toBe(pascal)
  }
  expect(programErrorOf(systemProgram, SYSTEM_ERROR__NONCE_BLOCKHASH_NOT_EXPIRED)?.name).toBe(
    'NonceBlockhashNotExpired',
  )
  expect(programErrorOf(defaultVaultProgram, 6008)?.name).toBe('InvalidCpiDigest')
  expect(programErrorOf(tokenProgram, 6008)).toBeNull()
  expect(programErrorOf(a, 6008)).toBeNull()
  expect(programErrorOf(a, 6008, a)?.name).toBe('InvalidCpiDigest')
})
