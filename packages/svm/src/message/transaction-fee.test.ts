import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSvmAddress, svmAddressOf } from '../address/address.ts'
import { systemProgram } from '../address/known-address.ts'
import type { Instruction } from '../call/instruction.ts'
import {
  computeUnitLimitInstruction,
  computeUnitPriceInstruction,
} from '../instruction/compute-budget.ts'
import type { Message } from './message.ts'
import { priorityLamportsOf, transactionFeeOf } from './transaction-fee.ts'

const feePayer = svmAddressOf(new Uint8Array(32).fill(1))
const instruction: Instruction = {
  program: systemProgram,
  accounts: [],
  data: Uint8Array.of(2, 0, 0, 0),
}

function feeOf(instructions: readonly Instruction[], change: Partial<Message> = {}) {
  const base = { version: 0, feePayer, lifetime: systemProgram, config: null, lookupTables: [] }
  const message: Message = { ...base, version: 0, instructions, ...change }
  return transactionFeeOf({ message, signatures: [new Uint8Array(64)] })
}

test('law: a price is counted for the limit, rounded up, and never for more than the runtime grants', () => {
  const price = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  const units = fc.nat(3_000_000)
  fc.assert(
    fc.property(price, units, (unitPrice, limit) => {
      const budget = [computeUnitPriceInstruction(unitPrice), computeUnitLimitInstruction(limit)]
      const fee = feeOf([instruction, ...budget])!
      const counted = Math.min(limit, 1_400_000)
      expect(fee).toMatchObject({ computeUnits: counted, isDefaultLimit: false, unitPrice })
      const exact = unitPrice * BigInt(counted)
      expect(fee.priorityLamports * 1_000_000n - exact).toBeGreaterThanOrEqual(0n)
      expect(fee.priorityLamports * 1_000_000n - exact).toBeLessThan(1_000_000n)
      expect(fee.totalLamports).toBe(5_000n + fee.priorityLamports)
      expect(fee.priorityLamports).toBe(priorityLamportsOf(unitPrice, counted))
    }),
  )
})

test('golden: fees that an emulated validator took', () => {
  const price = computeUnitPriceInstruction(1_000_000n)
  expect(feeOf([instruction, price])?.totalLamports).toBe(208_000n)
  expect(feeOf([instruction, price, computeUnitLimitInstruction(2_000_000)])?.totalLamports).toBe(
    1_405_000n,
  )
  const program = parseSvmAddress('Ed25519SigVerify111111111111111111111111111')
  const verified = { program, accounts: [], data: Uint8Array.of(255, 0) }
  expect(feeOf([instruction, verified])?.totalLamports).toBe(1_280_000n)
  const config = {
    priorityFeeLamports: 1_000n,
    computeUnitLimit: null,
    loadedAccountsBytes: null,
    heapBytes: null,
  }
  // In version 1, instructions of the compute budget change nothing.
  expect(feeOf([instruction, price], { version: 1, config })).toMatchObject({
    totalLamports: 6_000n,
    computeUnits: 0,
    unitPrice: null,
  })
})

test('refuses: without instructions, or with a budget that breaks off, the fee is not known', () => {
  expect(transactionFeeOf({ message: null, signatures: [] })).toBeNull()
  expect(feeOf([{ ...computeUnitPriceInstruction(1n), data: Uint8Array.of(3, 0) }])).toBeNull()
})
