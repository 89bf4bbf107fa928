import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressComparator,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { BaseError } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { compareSvmAddresses } from '../address/compare-address.ts'
import { tokenProgram } from '../address/known-address.ts'
import { decodeBase64 } from '../bytes/base64.ts'
import { type Instruction, readonlyAccount, writableAccount } from '../call/instruction.ts'
import {
  computeUnitLimitInstruction,
  computeUnitPriceInstruction,
} from '../instruction/compute-budget.ts'
import { manageInstruction } from '../instruction/manage.ts'
import { advanceNonceInstruction } from '../instruction/system.ts'
import { transferCheckedInstruction } from '../instruction/token.ts'
import { vaultAddresses } from '../vault/vault-address.ts'
import { WritableProgramError } from './account-order.ts'
import { decodeTransaction, MalformedTransactionError } from './decode-transaction.ts'
import {
  encodeTransaction,
  sizeOfTransaction,
  TooManyAccountsError,
  TransactionTooLargeError,
} from './encode-transaction.ts'
import { mergedFlags } from './merged-flags.ts'
import { InvalidBlockhashError, type Message } from './message.ts'

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => svmAddressOf(bytes))
const filled = (value: number) => svmAddressOf(new Uint8Array(32).fill(value))

/** Few addresses, so that instructions share them; programs are others, for a called one cannot be written. */
const aMessage: fc.Arbitrary<Message> = fc
  .record({
    version: fc.constantFrom(0 as const, 1 as const),
    payer: fc.nat(30),
    keys: fc.uniqueArray(key, { minLength: 31, maxLength: 31 }),
    lifetime: key.map(String),
    calls: fc.array(
      fc.record({
        program: fc.nat(5),
        accounts: fc.array(fc.tuple(fc.nat(24), fc.nat(3)), { maxLength: 7 }),
        data: fc.uint8Array({ maxLength: 30 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    hasNonce: fc.boolean(),
    tables: fc.array(fc.uniqueArray(fc.nat(24), { maxLength: 9 }), { maxLength: 3 }),
    config: fc.record({
      priorityFeeLamports: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
      computeUnitLimit: fc.option(fc.integer({ min: 0, max: 1_400_000 })),
      loadedAccountsBytes: fc.option(fc.integer({ min: 0, max: 2 ** 26 })),
      heapBytes: fc.option(fc.integer({ min: 32, max: 256 }).map((size) => size * 1024)),
    }),
  })
  .map(({ version, payer, keys, lifetime, calls, hasNonce, tables, config }) => {
    const instructions = calls.map(
      ({ program, accounts, data }): Instruction => ({
        program: keys[25 + program]!,
        accounts: accounts.map(([index, role]) => ({
          address: keys[index]!,
          // A transaction has at most 12 signers.
          isSigner: role >= 2 && index < 10,
          isWritable: role % 2 === 1,
        })),
        data,
      }),
    )
    const nonce = advanceNonceInstruction({ nonceAccount: keys[0]!, authority: keys[1]! })
    return {
      version,
      feePayer: keys[payer < 25 ? payer : 2]!,
      lifetime,
      instructions: hasNonce ? [nonce, ...instructions] : instructions,
      config: version === 1 ? config : null,
      lookupTables:
        version === 1
          ? []
          : tables.map((indices, table) => ({
              address: svmAddressOf(new Uint8Array(32).fill(table + 200)),
              // A nonce's account must be listed; kit leaves that to its caller.
              addresses: indices.filter((index) => index > 0).map((index) => keys[index]!),
            })),
    }
  })

const kitRoles = [
  [AccountRole.READONLY, AccountRole.WRITABLE],
  [AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER],
] as const

/** The same message by kit, as base64. */
function kitsTransaction(message: Message): string {
  const instructions = message.instructions.map(({ program, accounts, data }) => ({
    programAddress: program as string as Address,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address: address as string as Address,
      role: kitRoles[isSigner ? 1 : 0][isWritable ? 1 : 0],
    })),
    data,
  }))
  const { config } = message
  const written = pipe(
    createTransactionMessage({ version: message.version as 0 }),
    (m) => setTransactionMessageFeePayer(message.feePayer as string as Address, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: message.lifetime as Blockhash, lastValidBlockHeight: 1n },
        m,
      ),
    (m) =>
      config === null
        ? m
        : setTransactionMessageConfig(
            Object.fromEntries(
              [
                ['priorityFeeLamports', config.priorityFeeLamports],
                ['computeUnitLimit', config.computeUnitLimit],
                ['loadedAccountsDataSizeLimit', config.loadedAccountsBytes],
                ['heapSize', config.heapBytes],
              ].filter(([, value]) => value !== null),
            ),
            m as never,
          ),
    (m) =>
      compressTransactionMessageUsingAddressLookupTables(
        m as never,
        Object.fromEntries(
          message.lookupTables.map(({ address, addresses }) => [address, addresses]),
        ) as never,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(written as never))
}

/** The content of a message on the wire: every account has the merged flags, and only used tables are named. */
function merged(message: Message, used: readonly SvmAddress[]): Message {
  const flags = mergedFlags({ ...message, instructions: message.instructions })
  return {
    ...message,
    instructions: message.instructions.map((instruction) => ({
      ...instruction,
      accounts: instruction.accounts.map(({ address }) => ({ address, ...flags(address) })),
    })),
    lookupTables: message.lookupTables.filter(({ address }) => used.includes(address)),
  }
}

const fits = (message: Message) =>
  sizeOfTransaction(message) <= (message.version === 1 ? 4096 : 1232)
const fitting = aMessage.filter(fits)

test('law: a transaction has the bytes that kit writes, in both versions, with tables and nonces', () => {
  fc.assert(
    fc.property(fitting, (message) => {
      const { base64, bytes, size, signers } = encodeTransaction(message)
      expect(base64).toBe(kitsTransaction(message))
      expect([bytes.length, sizeOfTransaction(message)]).toEqual([size, size])
      expect(Object.keys(getTransactionDecoder().decode(bytes).signatures)).toHaveLength(signers)
    }),
  )
})

test('law: what is written is read back', () => {
  fc.assert(
    fc.property(fitting, (message) => {
      const { bytes, base64 } = encodeTransaction(message)
      const decoded = decodeTransaction(base64, message.lookupTables)
      expect(decoded.message).toEqual(
        merged(
          message,
          decoded.lookups.map(({ table }) => table),
        ),
      )
      expect(decoded.version).toBe(message.version)
      expect(encodeTransaction(decoded.message!).bytes).toEqual(bytes)
    }),
  )
})

test("law: the parts that are read are kit's", () => {
  fc.assert(
    fc.property(fitting, (message) => {
      const { bytes } = encodeTransaction(message)
      const kits = getCompiledTransactionMessageDecoder().decode(
        getTransactionDecoder().decode(bytes).messageBytes,
      )
      const decoded = decodeTransaction(bytes, message.lookupTables)
      const statics = decoded.accounts.slice(0, kits.staticAccounts.length)
      expect(statics.map(({ address }) => String(address))).toEqual(kits.staticAccounts.map(String))
      expect('lifetimeToken' in kits && kits.lifetimeToken).toBe(decoded.message!.lifetime)
      const tables = 'addressTableLookups' in kits ? (kits.addressTableLookups ?? []) : []
      expect(decoded.lookups).toEqual(
        tables.map((lookup) => ({
          table: lookup.lookupTableAddress,
          writable: lookup.writableIndexes,
          readonly: lookup.readonlyIndexes,
        })),
      )
    }),
    { numRuns: runsOf(0.5) },
  )
})

test('law: two addresses come in the order of kit', () => {
  const compare = getAddressComparator()
  fc.assert(
    fc.property(key, key, fc.nat(43), (left, other, index) => {
      // Half of the pairs differ in one letter's case alone.
      const sign = left[index % left.length]!
      const flipped = sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase()
      const near =
        left.slice(0, index % left.length) + flipped + left.slice((index % left.length) + 1)
      for (const right of [other, near as SvmAddress]) {
        expect(Math.sign(compareSvmAddresses(left, right))).toBe(Math.sign(compare(left, right)))
      }
    }),
  )
})

test('law: a transaction without a version is read as kit reads it', () => {
  fc.assert(
    fc.property(fitting, (given) => {
      const message = { ...given, version: 0 as const, config: null, lookupTables: [] }
      fc.pre(fits(message))
      const { bytes, signers } = encodeTransaction(message)
      // The same without the byte of its version and without its empty list of tables.
      const start = 1 + 64 * signers
      const legacy = Uint8Array.from([...bytes.slice(0, start), ...bytes.slice(start + 1, -1)])
      expect(
        getCompiledTransactionMessageDecoder().decode(
          getTransactionDecoder().decode(legacy).messageBytes,
        ).version,
      ).toBe('legacy')
      const decoded = decodeTransaction(legacy)
      expect(decoded.version).toBe('legacy')
      expect(decoded.message).toEqual(merged(message, []))
    }),
    { numRuns: runsOf(0.3) },
  )
})

const addresses = vaultAddresses()
const subAccount = addresses.subAccount(3n, 0)
const manage = manageInstruction({
  strategist: filled(1),
  vaultId: 3n,
  subAccount: 0,
  digestAddress: addresses.cpiDigest(
    3n,
    Uint8Array.from(
      Buffer.from('b87391ecc8ec69ea4501be595fdd1a09dd15328e34c7f5914f30899b75254a34', 'hex'),
    ),
  ),
  innerCall: transferCheckedInstruction({
    tokenProgram,
    source: filled(3),
    mint: filled(2),
    recipient: filled(4),
    authority: subAccount,
    amount: 1_250_000n,
    decimals: 6,
  }),
})
const golden: Message = {
  version: 0,
  feePayer: filled(1),
  lifetime: filled(5),
  instructions: [manage, computeUnitLimitInstruction(200_000), computeUnitPriceInstruction(1000n)],
  config: null,
  lookupTables: [],
}
const goldenBase64 =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGCgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwOx5Yj5+7xwC7eZvjHUzr68SHO2lQ4zqSJFQhvh3q8HOwQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEQ71boNqECgU9mh61t2SLpziMdsxkdW4TnBSXNrADyacCAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAAqvrzGS6alfj+wyaqFmD+le4qJDVG+8326h3JOoOzURHXAZp+C/nMq0Qg++OT0bgElXXbzFfVs4pdHjF8dyNpqwbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUDBAkACAIHCQEFAwIfqI2DNk+WWCQDAAAAAAAAAAAKAAAADNASEwAAAAAABgYABQJADQMABgAJA+gDAAAAAAAAAA=='
const goldenV1: Message = {
  ...golden,
  version: 1,
  instructions: [manage],
  config: {
    priorityFeeLamports: 200n,
    computeUnitLimit: 200_000,
    loadedAccountsBytes: 1_048_576,
    heapBytes: null,
  },
}

test('golden: a transfer of 1.25 tokens, 487 bytes in version 0 and 454 in version 1', () => {
  const { base64, size } = encodeTransaction(golden)
  expect(base64).toBe(goldenBase64)
  expect(size).toBe(487)
  expect(encodeTransaction(goldenV1).size).toBe(454)
})

test('refuses: a transaction that is too large, by its version', () => {
  const grown = (version: 0 | 1, length: number): Message => ({
    ...(version === 0 ? golden : goldenV1),
    instructions: [{ program: tokenProgram, accounts: [], data: new Uint8Array(length) }],
  })
  // The last byte that fits, and one more.
  const room = {
    0: 1232 - sizeOfTransaction(grown(0, 200)),
    1: 4096 - sizeOfTransaction(grown(1, 200)),
  }
  for (const version of [0, 1] as const) {
    const largest = grown(version, 200 + room[version])
    expect(encodeTransaction(largest).size).toBe(version === 0 ? 1232 : 4096)
    expect(decodeTransaction(encodeTransaction(largest).bytes).message).toEqual(largest)
    expect(() => encodeTransaction(grown(version, 201 + room[version]))).toThrow(
      TransactionTooLargeError,
    )
  }
  expect(() => decodeTransaction(new Uint8Array(4097))).toThrow(TransactionTooLargeError)
  expect(() => decodeTransaction('A'.repeat(1_000_000))).toThrow(TransactionTooLargeError)
})

test('refuses: more addresses, signers, instructions or accounts than are allowed', () => {
  const call = (accounts: Instruction['accounts']): Instruction => ({
    program: tokenProgram,
    accounts,
    data: new Uint8Array(),
  })
  const keys = Array.from({ length: 63 }, (_, index) => filled(index + 10))
  const of = (...instructions: Instruction[]): Message => ({ ...goldenV1, instructions })
  expect(encodeTransaction(of(call(keys.slice(0, 62).map(readonlyAccount)))).signers).toBe(1)
  const signing = keys
    .slice(0, 12)
    .map((address) => ({ ...readonlyAccount(address), isSigner: true }))
  for (const message of [
    of(call(keys.map(readonlyAccount))),
    of(call(signing)),
    of(...Array.from({ length: 65 }, () => call([]))),
    of(call(Array.from({ length: 256 }, () => readonlyAccount(filled(10))))),
  ]) {
    expect(() => encodeTransaction(message)).toThrow(TooManyAccountsError)
    expect(sizeOfTransaction(message)).toBeGreaterThan(0)
  }
})

test('refuses: a called program that pays or is written, and a lifetime that is not a blockhash', () => {
  const written = { ...manage, accounts: [...manage.accounts, writableAccount(tokenProgram)] }
  const call = { program: tokenProgram, accounts: [], data: new Uint8Array() }
  for (const message of [
    { ...golden, instructions: [written, call] },
    { ...golden, feePayer: tokenProgram, instructions: [call] },
  ]) {
    expect(() => encodeTransaction(message)).toThrow(WritableProgramError)
    expect(() => kitsTransaction(message)).toThrow()
  }
  for (const lifetime of ['', '0x00', '1'.repeat(31)]) {
    expect(() => encodeTransaction({ ...golden, lifetime })).toThrow(InvalidBlockhashError)
  }
})

test('law: without its tables a transaction names them and gives no message', () => {
  const table = { address: filled(201), addresses: [filled(9), filled(3), filled(4)] }
  const { bytes } = encodeTransaction({ ...golden, lookupTables: [table] })
  const blind = decodeTransaction(bytes)
  expect([blind.message, blind.missingTables]).toEqual([null, [table.address]])
  expect(blind.lookups).toEqual([{ table: table.address, writable: [1, 2], readonly: [] }])
  expect(decodeTransaction(bytes, [table]).message!.instructions[0]).toMatchObject({
    program: manage.program,
    data: manage.data,
  })
  const short = { ...table, addresses: table.addresses.slice(0, 2) }
  expect(() => decodeTransaction(bytes, [short])).toThrow(MalformedTransactionError)
})

test('law: hostile bytes give a transaction or a typed error, and nothing is read beyond them', () => {
  const damaged = fc
    .tuple(
      fitting,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(3),
    )
    .map(([message, edits, cut, mode]) => {
      const { bytes } = encodeTransaction(message)
      const changed = bytes.slice(0, mode === 0 ? cut % bytes.length : bytes.length)
      for (const [index, value] of edits)
        if (changed.length > 0)
          changed[index % Math.min(changed.length, mode === 1 ? 250 : changed.length)] = value
      return changed
    })
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 300 })), (bytes) => {
      let decoded: ReturnType<typeof decodeTransaction>
      try {
        decoded = decodeTransaction(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
        return
      }
      // Whatever is accepted has one form only: kit reads the same, and nothing of it is lost.
      expect(decoded.signatures.every(({ length }) => length === 64)).toBe(true)
      expect(decoded.size).toBe(bytes.length)
      expect(getTransactionDecoder().decode(bytes).messageBytes).toEqual(decoded.messageBytes)
    }),
    { numRuns: runsOf(4) },
  )
})

test('refuses: transactions that the network refuses by their form', () => {
  const { bytes } = encodeTransaction(golden)
  const edit = (offset: number, value: number, source = bytes) => {
    const changed = source.slice()
    changed[offset] = value
    return changed
  }
  const v1 = encodeTransaction(goldenV1).bytes
  const account = (index: number) => 65 + 1 + 3 + 1 + 32 * index
  const twice = bytes.slice()
  twice.copyWithin(account(2), account(3), account(4))
  for (const hostile of [
    new Uint8Array(),
    bytes.slice(0, -1),
    Uint8Array.from([...bytes, 0]),
    edit(0, 2),
    edit(65, 0x82),
    edit(66, 0),
    edit(66, 2),
    edit(67, 1),
    edit(68, 200),
    edit(bytes.length - 1, 1),
    twice,
    edit(4, 1, v1),
    edit(4, 32, v1),
    v1.slice(0, -1),
    Uint8Array.from([...v1, 0]),
  ]) {
    expect(() => decodeTransaction(hostile)).toThrow(MalformedTransactionError)
  }
  expect(decodeBase64(encodeTransaction(golden).base64)).toEqual(bytes)
})
