import { BaseError, type Hex, printHex } from '@vaultwright/base'
import { managerAbi } from '@vaultwright/registry'
import fc from 'fast-check'
import { concat, encodeAbiParameters, encodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { ManageCall } from '../call/call.ts'
import {
  type DecodedBatch,
  decodeBatch,
  FlashLoanDepthError,
  maxLoanDepth,
  readBatch,
} from './batch.ts'
import { decodeFlashLoan, encodeFlashLoan, encodeFlashLoanUserData } from './flash-loan.ts'
import { encodeManage } from './manage-encode.ts'

const manager = getAddress(`0x${'3a'.repeat(20)}`)
const token = getAddress(`0x${'70'.repeat(20)}`)
const decoder = getAddress(`0x${'d0'.repeat(20)}`)
const plain: ManageCall = {
  proof: [`0x${'aa'.repeat(32)}`],
  decoder,
  target: token,
  data: '0x095ea7b301',
  value: 0n,
}
const borrowing = (calls: readonly ManageCall[], salt: Hex = '0x'): ManageCall => ({
  ...plain,
  target: manager,
  data: encodeFlashLoan({ recipient: manager, tokens: [token], amounts: [5n], calls, salt }),
})
const { tree } = fc.letrec<{ tree: ManageCall }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant(plain),
    fc
      .tuple(
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.uint8Array({ maxLength: 40 }).map(printHex),
      )
      .map(([calls, salt]) => borrowing(calls, salt)),
  ),
}))

/** Encodes a nested batch from what was read of it. */
function reencode(batch: DecodedBatch): Hex {
  return encodeManage(
    batch.calls.map((call) => {
      if (call.loan === null) return call
      const { batch: inner, ...loan } = call.loan
      const calls = inner.calls.map((one) => ({ ...one, data: dataOf(one) }))
      return { ...call, data: encodeFlashLoan({ ...loan, calls }) }
    }),
  )
}
function dataOf(call: DecodedBatch['calls'][number]): Hex {
  if (call.loan === null) return call.data
  const { batch: inner, ...loan } = call.loan
  return encodeFlashLoan({
    ...loan,
    calls: inner.calls.map((one) => ({ ...one, data: dataOf(one) })),
  })
}

function hasNotes({ calls, notes }: DecodedBatch): boolean {
  return notes.length > 0 || calls.some(({ loan }) => loan !== null && hasNotes(loan.batch))
}

test('golden: a byte behind the arguments of a loan is named', () => {
  const loan = {
    recipient: manager,
    tokens: [manager],
    amounts: [5n],
    calls: [],
    salt: '0x',
  } as const
  const encoded = encodeFlashLoan(loan)
  const notesOf = (data: Hex) =>
    decodeBatch(encodeManage([{ ...plain, target: manager, data }])).calls[0]!.loan!.batch.notes
  expect(notesOf(encoded)).toEqual([])
  expect(notesOf(`${encoded}00`)).toMatchObject([{ kind: 'trailing_bytes', bytes: '0x00' }])
})

test('default', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (calls) => {
      const data = encodeManage(calls)
      expect(reencode(decodeBatch(data))).toBe(data)
      expect(reencode(decodeBatch(data, { manager }))).toBe(data)
    }),
  )
})

test('behavior: user data and calldata of a loan are those of viem, salt included', () => {
  const salt: Hex = '0x1234567890'
  const lists = [
    { type: 'bytes32[][]' },
    { type: 'address[]' },
    { type: 'address[]' },
    { type: 'bytes[]' },
    { type: 'uint256[]' },
  ] as const
  const userData = concat([
    encodeAbiParameters(lists, [[plain.proof], [decoder], [token], [plain.data], [0n]]),
    salt,
  ])
  expect(encodeFlashLoanUserData([plain], salt)).toBe(userData)
  const args = [manager, [token], [5n], userData] as const
  expect(borrowing([plain], salt).data).toBe(
    encodeFunctionData({ abi: managerAbi, functionName: 'flashLoan', args }),
  )
  expect(decodeFlashLoan(borrowing([plain], salt).data)).toEqual({
    recipient: manager,
    tokens: [token],
    amounts: [5n],
    calls: [plain],
    salt,
  })
})

test('behavior: a place names the byte of the whole calldata', () => {
  const data = encodeManage([plain, borrowing([plain, borrowing([plain])])])
  const visit = (batch: DecodedBatch): number => {
    let count = 0
    for (const call of batch.calls) {
      const { offset } = call
      expect(data.slice(2 + 2 * offset, 2 + 2 * offset + call.data.length - 2)).toBe(
        call.data.slice(2),
      )
      expect(printHex(call.bytes)).toBe(call.data)
      count += 1 + (call.loan === null ? 0 : visit(call.loan.batch))
    }
    return count
  }
  expect(visit(decodeBatch(data))).toBe(5)
})

test('behavior: a loan that the Manager does not make carries no batch', () => {
  const lender = { ...borrowing([plain]), target: token }
  expect(decodeBatch(encodeManage([lender])).calls[0]!.loan).toBeNull()
  expect(
    decodeBatch(encodeManage([borrowing([plain])]), { manager: token }).calls[0]!.loan,
  ).toBeNull()
})

test('behavior: what is wrong inside a loan is data, with the byte of the whole calldata', () => {
  const good = encodeManage([plain, borrowing([plain])])
  // The inner batch begins behind the loan's user data length: break its first offset.
  const inner = good.lastIndexOf(encodeFlashLoanUserData([plain]).slice(2))
  const data: Hex = `0x${good.slice(2, inner + 62)}ff${good.slice(inner + 64)}`
  const [, loan] = readBatch(data).calls
  expect(loan!.loan).toBeNull()
  expect(loan!.problem).toMatchObject({
    code: 'calldata_offset',
    facts: { field: 'manageProofs', offset: (inner - 2) / 2 },
  })
  expect(() => decodeBatch(data)).toThrow(expect.objectContaining({ code: 'calldata_offset' }))
})

test('behavior: mutated nests never crash and never change when encoded again', () => {
  const mutation = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))
  fc.assert(
    fc.property(tree, fc.array(mutation, { minLength: 1, maxLength: 4 }), (call, mutations) => {
      const bytes = Buffer.from(encodeManage([call]).slice(2), 'hex')
      for (const [offset, byte] of mutations) bytes[offset % bytes.length] = byte
      const data = printHex(bytes)
      try {
        const batch = decodeBatch(data)
        // Bytes behind the arguments of a loan are named, and are no part of it.
        expect(hasNotes(batch) || reencode(batch) === data).toBe(true)
      } catch (error) {
        if (!(error instanceof BaseError)) throw error
      }
    }),
    { numRuns: runsOf(3) },
  )
})

/** The calldata of so many loans inside each other, written from the inside out in linear time. */
function nestOf(depth: number): Hex {
  const word = (value: number | string) => value.toString(16).padStart(64, '0')
  const account = manager.slice(2).toLowerCase().padStart(64, '0')
  const pre: string[] = []
  const post: string[] = []
  let size = (encodeFlashLoanUserData([plain]).length - 2) / 2
  for (let level = 0; level < depth; level++) {
    const padded = Math.ceil(size / 32) * 32
    const loanSize = 4 + 32 * 9 + padded
    const pad = (64 - ((2 * loanSize) % 64)) % 64
    const heads = [160, 160 + 64 + 32, 160 + 64 + 32 + 64, 160 + 64 + 32 + 128]
    const data = Math.ceil(loanSize / 32) * 32
    const lists = [1, 32, 0, 1, account, 1, account, 1, 32, loanSize]
    const head = [...heads, heads[3]! + 96 + data, ...lists]
    const loan = [account, 128, 192, 256, 1, account, 1, 5, size]
    pre.push(`${head.map(word).join('')}5c38449e${loan.map(word).join('')}`)
    post.push('0'.repeat(2 * (padded - size)) + '0'.repeat(pad) + word(1) + word(0))
    size = heads[3]! + 96 + data + 64
  }
  return `0x244b0f6a${pre.reverse().join('')}${encodeFlashLoanUserData([plain]).slice(2)}${post.join('')}`
}

test('behavior: the deepest nest that is followed reads to its bottom', () => {
  let batch: DecodedBatch | undefined = decodeBatch(nestOf(maxLoanDepth))
  let depth = 0
  for (; batch!.calls[0]!.loan !== null; depth++) batch = batch!.calls[0]!.loan!.batch
  expect(depth).toBe(maxLoanDepth)
  expect(batch!.calls[0]!.data).toBe(plain.data)
})

test('error: FlashLoanDepthError', () => {
  expect(() => decodeBatch(nestOf(maxLoanDepth + 1))).toThrow(FlashLoanDepthError)
  expect(() => readBatch(nestOf(10_000))).toThrow(FlashLoanDepthError)
})
