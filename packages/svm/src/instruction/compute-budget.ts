import { computeBudgetProgram } from '../address/known-address.ts'
import { openLittleReader } from '../bytes/little-reader.ts'
import { openLittleWriter } from '../bytes/little-writer.ts'
import type { Instruction } from '../call/instruction.ts'
import { MalformedInstructionError } from './discriminator.ts'

/** The content of an instruction about a transaction's cost. */
export type ComputeBudget =
  | { readonly kind: 'heap_bytes'; readonly bytes: number }
  | { readonly kind: 'unit_limit'; readonly units: number }
  | { readonly kind: 'unit_price'; readonly microLamports: bigint }
  | { readonly kind: 'loaded_accounts_bytes'; readonly bytes: number }

/** Writes `SetComputeUnitLimit`: how many units the transaction may use · at most 1,400,000. */
export function computeUnitLimitInstruction(units: number): Instruction {
  const writer = openLittleWriter(5)
  writer.u8(2)
  writer.u32(units)
  return { program: computeBudgetProgram, accounts: [], data: writer.end() }
}

/** Writes `SetComputeUnitPrice`: what a unit costs beyond the base fee · millionths of a lamport. */
export function computeUnitPriceInstruction(microLamports: bigint): Instruction {
  const writer = openLittleWriter(9)
  writer.u8(3)
  writer.u64(microLamports)
  return { program: computeBudgetProgram, accounts: [], data: writer.end() }
}

/**
 * Reads an instruction of the compute budget.
 *
 * @returns null when it is another program's.
 * @throws {MalformedInstructionError} when it breaks off or is not one of the four.
 */
export function readComputeBudget({ program, data }: Instruction): ComputeBudget | null {
  if (program !== computeBudgetProgram) return null
  const fail = (offset: number, reason: string) =>
    new MalformedInstructionError('The compute budget', offset, reason)
  const reader = openLittleReader(data, fail)
  const tag = reader.u8()
  const budget = readTagged(tag, reader.u32, reader.u64)
  if (budget === null) throw fail(0, `${tag} is not one of its instructions`)
  return budget
}

function readTagged(tag: number, u32: () => number, u64: () => bigint): ComputeBudget | null {
  switch (tag) {
    case 1:
      return { kind: 'heap_bytes', bytes: u32() }
    case 2:
      return { kind: 'unit_limit', units: u32() }
    case 3:
      return { kind: 'unit_price', microLamports: u64() }
    case 4:
      return { kind: 'loaded_accounts_bytes', bytes: u32() }
    default:
      return null
  }
}
