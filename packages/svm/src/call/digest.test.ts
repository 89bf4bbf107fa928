import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { svmAddressOf, svmBytesOf } from '../address/address.ts'
import { tokenProgram } from '../address/known-address.ts'
import { manageInstruction, readManage } from '../instruction/manage.ts'
import { vaultAddresses } from '../vault/vault-address.ts'
import { cpiDigest, OperatorOutOfRangeError } from './digest.ts'
import {
  type Instruction,
  readonlyAccount,
  signerAccount,
  writableAccount,
  writableSignerAccount,
} from './instruction.ts'
import {
  decodeOperators,
  encodeOperators,
  isSameOperators,
  MalformedOperatorsError,
  type Operator,
} from './operator.ts'

const filled = (value: number) => svmAddressOf(new Uint8Array(32).fill(value))
const [strategist, mint, source, recipient] = [1, 2, 3, 4].map(filled) as [
  ReturnType<typeof filled>,
  ReturnType<typeof filled>,
  ReturnType<typeof filled>,
  ReturnType<typeof filled>,
]
const addresses = vaultAddresses()
const subAccount = addresses.subAccount(3n, 0)
const operators: readonly Operator[] = [
  { kind: 'ingest_instruction', start: 0, length: 1 },
  { kind: 'ingest_account', index: 1 },
  { kind: 'ingest_account', index: 2 },
  { kind: 'ingest_account', index: 3 },
  { kind: 'ingest_instruction_data_size' },
]
const transfer: Instruction = {
  program: tokenProgram,
  accounts: [
    writableAccount(source),
    readonlyAccount(mint),
    writableAccount(recipient),
    signerAccount(subAccount),
  ],
  data: Uint8Array.of(12, 0xd0, 0x12, 0x13, 0, 0, 0, 0, 0, 6),
}
/** As the runtime shows it: the sub-account is writable, and signs inside only. */
const shown: Instruction = {
  ...transfer,
  accounts: [...transfer.accounts.slice(0, 3), writableAccount(subAccount)],
}

const anOperator: fc.Arbitrary<Operator> = fc.oneof(
  fc.constant<Operator>({ kind: 'noop' }),
  fc.constant<Operator>({ kind: 'ingest_instruction_data_size' }),
  fc.record({
    kind: fc.constant('ingest_account' as const),
    index: fc.integer({ min: 0, max: 255 }),
  }),
  fc.record({
    kind: fc.constant('ingest_instruction' as const),
    start: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    length: fc.integer({ min: 0, max: 255 }),
  }),
)

test('golden: the vault, its sub-account, the digest and its account', () => {
  const state = addresses.state(3n)
  expect(state).toBe('FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za')
  expect(subAccount).toBe('CySAYJhRHAZNHRt1mUBVRWCRwn2g9nEgTCK6c8RHv8fU')
  expect(addresses.config).toBe('2X2yqKDQiw4iUQ6oWutd5j9o8geLxTNTXyYV9JbSvov8')
  expect(addresses.shareMint(state)).toBe('y3Sjbo9K9pxTQWMcqDVhvYG98H6u77Y521n68H2Ne1Y')
  const digest = cpiDigest(shown, operators)
  expect(Buffer.from(digest).toString('hex')).toBe(
    'b87391ecc8ec69ea4501be595fdd1a09dd15328e34c7f5914f30899b75254a34',
  )
  expect(addresses.cpiDigest(3n, digest)).toBe('CWSFV4TcQ3zPD56je51qjSr8PKwfdhejyZD4YF1HTvaL')
})

test('law: operators are read back, with zeros behind them too', () => {
  fc.assert(
    fc.property(fc.array(anOperator), fc.integer({ min: 0, max: 40 }), (list, padding) => {
      const bytes = encodeOperators(list)
      const padded = Uint8Array.from([...bytes, ...new Uint8Array(padding)])
      expect(decodeOperators(padded)).toEqual(list)
      expect(isSameOperators(list, decodeOperators(bytes))).toBe(true)
    }),
  )
})

test('law: two lists of operators are the same exactly when they are equal', () => {
  fc.assert(
    fc.property(
      fc.array(anOperator, { maxLength: 3 }),
      fc.array(anOperator, { maxLength: 3 }),
      (a, b) => {
        expect(isSameOperators(a, b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      },
    ),
  )
})

test('law: a digest is sha256 of the program and what is pinned, and of nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(anOperator, { maxLength: 6 }),
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      (list, data) => {
        const call = { ...shown, data }
        const fitting = list.map((operator): Operator => {
          if (operator.kind === 'ingest_account') return { ...operator, index: operator.index % 4 }
          if (operator.kind !== 'ingest_instruction') return operator
          const start = operator.start % data.length
          return { ...operator, start, length: Math.min(operator.length, data.length - start) }
        })
        const size = Buffer.alloc(8)
        size.writeBigUInt64LE(BigInt(data.length))
        const hash = createHash('sha256').update(svmBytesOf(call.program))
        for (const operator of fitting) {
          if (operator.kind === 'ingest_instruction') {
            hash.update(data.subarray(operator.start, operator.start + operator.length))
          } else if (operator.kind === 'ingest_account') {
            const { address, isSigner, isWritable } = call.accounts[operator.index]!
            hash.update(svmBytesOf(address)).update(Uint8Array.of(+isSigner, +isWritable))
          } else if (operator.kind === 'ingest_instruction_data_size') hash.update(size)
        }
        expect(Buffer.from(cpiDigest(call, fitting)).toString('hex')).toBe(hash.digest('hex'))
      },
    ),
  )
})

test('law: manage is read back, and the sub-account does not sign it', () => {
  const anAccount = fc
    .tuple(fc.constantFrom(subAccount, mint, source, strategist), fc.integer({ min: 0, max: 3 }))
    .map(([address, flags]) =>
      [readonlyAccount, writableAccount, signerAccount, writableSignerAccount][flags]!(address),
    )
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.integer({ min: 0, max: 3 }),
      fc.array(anAccount, { maxLength: 8 }),
      fc.uint8Array({ maxLength: 40 }),
      (vaultId, sub, accounts, data) => {
        const innerCall = { program: tokenProgram, accounts, data }
        const request = {
          strategist,
          vaultId,
          subAccount: sub,
          digestAddress: recipient,
          innerCall,
        }
        const instruction = manageInstruction(request)
        const subAccount = addresses.subAccount(vaultId, sub)
        const outer = accounts.map((account) =>
          account.address === subAccount ? { ...account, isSigner: false } : account,
        )
        expect(readManage(instruction)).toEqual({
          ...request,
          state: addresses.state(vaultId),
          subAccountAddress: subAccount,
          innerCall: { ...innerCall, accounts: outer },
        })
        expect(
          instruction.accounts.some(({ address, isSigner }) => isSigner && address === subAccount),
        ).toBe(false)
      },
    ),
    { numRuns: 30 },
  )
})

test('refuses: an operator that points beyond the call', () => {
  const beyond: readonly Operator[] = [
    { kind: 'ingest_account', index: 4 },
    { kind: 'ingest_instruction', start: 9, length: 2 },
    { kind: 'ingest_instruction', start: 11, length: 0 },
  ]
  for (const operator of beyond) {
    expect(() => cpiDigest(transfer, [operator])).toThrow(OperatorOutOfRangeError)
  }
  // The last byte, and none behind it, are inside.
  expect(() =>
    cpiDigest(transfer, [{ kind: 'ingest_instruction', start: 10, length: 0 }]),
  ).not.toThrow()
})

test('refuses: bytes that are not operators', () => {
  const bad = [
    [],
    [1, 0, 0],
    [255, 255, 255, 255],
    [1, 0, 0, 0, 4],
    [1, 0, 0, 0, 1, 0],
    [0, 0, 0, 0, 1],
  ]
  for (const bytes of bad) {
    expect(() => decodeOperators(Uint8Array.from(bytes))).toThrow(MalformedOperatorsError)
  }
})
