import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import type { Instruction } from '../call/instruction.ts'
import { WritableProgramError } from '../message/account-order.ts'
import { MalformedTransactionError } from '../message/decode-transaction.ts'
import { squadsProgram, squadsTransactionOf, squadsVaultOf } from './squads-address.ts'
import { decodeSquadsMultisig } from './squads-multisig.ts'
import { readSquadsCreate, squadsProposalInstructions, squadsVoteOf } from './squads-proposal.ts'
import { decodeSquadsTransaction } from './squads-transaction.ts'

type Shown = {
  readonly program: SvmAddress
  readonly accounts: readonly string[]
  readonly data: string
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../fixtures/solana/squads.json', import.meta.url), 'utf8'),
) as {
  readonly multisig: SvmAddress
  readonly creator: SvmAddress
  readonly cases: readonly {
    readonly vault_index: number
    readonly index: string
    readonly vault: SvmAddress
    readonly instructions: readonly Shown[]
    readonly create: Shown
    readonly propose: Shown
    readonly account: string
  }[]
  readonly multisig_accounts: readonly string[]
}
const { multisig, creator } = vectors
const key = (byte: number) => svmAddressOf(new Uint8Array(32).fill(byte))
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

function instructionOf({ program, accounts, data }: Shown): Instruction {
  const metas = accounts.map((text) => {
    const [address, role] = text.split(' ') as [SvmAddress, string]
    return { address, isSigner: (Number(role) & 2) !== 0, isWritable: (Number(role) & 1) !== 0 }
  })
  return { program, accounts: metas, data: bytesOf(data) }
}

/** Merged over the instruction, as a message has them. */
function shown({ program, accounts, data }: Instruction): Shown {
  const roleOf = (address: string) =>
    accounts
      .filter((account) => account.address === address)
      .reduce((all, each) => all | (each.isSigner ? 2 : 0) | (each.isWritable ? 1 : 0), 0)
  return {
    program,
    accounts: accounts.map(({ address }) => `${address} ${roleOf(address)}`),
    data: Buffer.from(data).toString('hex'),
  }
}

test("golden: a proposal has the bytes of Squads' own library, and its account is read back", () => {
  for (const each of vectors.cases) {
    const vaultIndex = each.vault_index
    const index = BigInt(each.index)
    const instructions = each.instructions.map(instructionOf)
    const proposal = { multisig, vaultIndex, index, creator, instructions }
    expect(squadsProposalInstructions(proposal).map(shown)).toEqual(
      [each.create, each.propose].map((one) => shown(instructionOf(one))),
    )
    expect(squadsVaultOf(multisig, vaultIndex)).toBe(each.vault)
    expect([each.create, each.propose].map((one) => squadsVoteOf(instructionOf(one)))).toEqual([
      null,
      index,
    ])
    const stored = decodeSquadsTransaction(bytesOf(each.account))
    const created = readSquadsCreate(instructionOf(each.create))!
    expect(stored).toMatchObject({ multisig, vaultIndex, index, creator })
    expect(created).toMatchObject({
      multisig,
      vaultIndex,
      creator,
      address: squadsTransactionOf(multisig, index),
    })
    expect(created.transaction.message).toEqual(stored.transaction.message)
    expect(created.transaction.accounts).toEqual(stored.transaction.accounts)
  }
})

const account = fc.record({ byte: fc.integer({ min: 1, max: 9 }), isWritable: fc.boolean() })
const anyInstructions = fc.array(
  fc.record({
    program: fc.integer({ min: 0x20, max: 0x22 }),
    accounts: fc.array(account, { maxLength: 6 }),
    data: fc.uint8Array({ maxLength: 40 }),
    signs: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

test('law: what is proposed is read back, with the flags that the members approve', () => {
  fc.assert(
    fc.property(
      anyInstructions,
      fc.nat(255),
      fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
      (rows, vaultIndex, index) => {
        const vault = squadsVaultOf(multisig, vaultIndex)
        const instructions = rows.map(
          ({ program, accounts, data, signs }): Instruction => ({
            program: key(program),
            accounts: [
              ...(signs ? [{ address: vault, isSigner: true, isWritable: false }] : []),
              ...accounts.map(({ byte, isWritable }) => ({
                address: key(byte),
                isSigner: false,
                isWritable,
              })),
            ],
            data,
          }),
        )
        const [create] = squadsProposalInstructions({
          multisig,
          vaultIndex,
          index,
          creator,
          instructions,
        })
        const { transaction } = readSquadsCreate(create!)!
        const isWritten = (address: SvmAddress) =>
          address === vault ||
          instructions.some((each) =>
            each.accounts.some((one) => one.address === address && one.isWritable),
          )
        expect(transaction.feePayer).toBe(vault)
        expect(transaction.message!.instructions).toEqual(
          instructions.map((each) => ({
            ...each,
            accounts: each.accounts.map(({ address }) => ({
              address,
              isSigner: address === vault,
              isWritable: isWritten(address),
            })),
          })),
        )
      },
    ),
  )
})

test("golden: a multisig's account is read as its library encodes it", () => {
  const [without, collector] = vectors.multisig_accounts.map((hex) =>
    decodeSquadsMultisig({
      owner: squadsProgram,
      data: bytesOf(hex),
      lamports: 1n,
      executable: false,
    }),
  )
  expect(without).toEqual(collector)
  expect(without).toEqual({
    threshold: 2,
    timeLockSeconds: 3600,
    transactionIndex: 41n,
    members: [
      { key: creator, mayInitiate: true },
      { key: key(0x64), mayInitiate: false },
    ],
  })
})

test('refuses: a foreign signer, a written program, bytes that break off, and other accounts', () => {
  const parts = { multisig, vaultIndex: 0, index: 1n, creator }
  const call = (accounts: Instruction['accounts']) => [
    { program: key(0x20), accounts, data: new Uint8Array() },
  ]
  const signer = [{ address: key(1), isSigner: true, isWritable: false }]
  expect(() => squadsProposalInstructions({ ...parts, instructions: call(signer) })).toThrow(
    expect.objectContaining({ code: 'squads_signer' }),
  )
  const written = [{ address: key(0x20), isSigner: false, isWritable: true }]
  expect(() => squadsProposalInstructions({ ...parts, instructions: call(written) })).toThrow(
    WritableProgramError,
  )
  const create = instructionOf(vectors.cases[1]!.create)
  fc.assert(
    fc.property(fc.integer({ min: 8, max: create.data.length - 2 }), (length) => {
      const cut = { ...create, data: create.data.slice(0, length) }
      expect(() => readSquadsCreate(cut)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^malformed_/) }),
      )
    }),
  )
  // The length of the message may lie, too.
  for (const [place, value] of [
    [10, 255],
    [14, 0],
    [14, 9],
    [9, 1],
  ] as const)
    expect(() => readSquadsCreate({ ...create, data: create.data.with(place, value) })).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^malformed_/) }),
    )
  expect(() => readSquadsCreate({ ...create, data: create.data.with(8, 1) })).toThrow(
    MalformedTransactionError,
  )
  expect(readSquadsCreate(instructionOf(vectors.cases[0]!.propose))).toBeNull()
  expect(readSquadsCreate({ ...create, program: key(9) })).toBeNull()
  const account = { owner: squadsProgram, lamports: 1n, executable: false }
  const data = bytesOf(vectors.multisig_accounts[1]!)
  fc.assert(
    fc.property(fc.nat(data.length - 1), (length) => {
      expect(() => decodeSquadsMultisig({ ...account, data: data.slice(0, length) })).toThrow(
        expect.objectContaining({
          code: expect.stringMatching(/^(malformed_account|unknown_layout)$/),
        }),
      )
    }),
  )
  expect(() => decodeSquadsMultisig({ ...account, data, owner: key(9) })).toThrow(
    expect.objectContaining({ code: 'foreign_account' }),
  )
})
