import { isDeepStrictEqual } from 'node:util'
import type { ServedReceiptReader } from '@vaultwright/operations'
import { StoreDamagedError, type VaultRef } from '@vaultwright/store'
import { type ReceiptData, receipt } from '@vaultwright/wire'
import Compile from 'typebox/compile'

/** The requested receipts. */
export type ReceiptSource = {
  /** Of the caller's tenant, with their inputs. */
  readonly receipts: ServedReceiptReader
  readonly kind: 'daily' | 'performance'
  /** Waits until the next receipt may be read: each is some milliseconds of work. */
  readonly turn: () => Promise<void>
}

/** A value of a vault on a chain. */
export type VaultDayRef = VaultRef & {
  /** `2026-11-20`, UTC. */
  readonly day: string
}

/** The value that was read, and the receipt of each of its values. */
export type WithReceipts<Given> = {
  readonly given: Given
  /** In the order of the values; null of one that came without, or that changes all the time. */
  readonly receipts: readonly (ReceiptData | null)[]
}

const shape = Compile(receipt)

/** Values written without a pause must not make a reader read without end. */
const maxReads = 8

/**
 * Reads values with what they were computed from, one after the other: each receipt is that of its value.
 *
 * @throws {StoreDamagedError} when what is kept is not a receipt.
 */
export async function readWithReceipts<Given>(
  source: ReceiptSource,
  read: () => Promise<Given>,
  valuesOf: (given: Given) => readonly VaultDayRef[],
): Promise<WithReceipts<Given>> {
  let points = await read()
  for (let reads = 1; ; reads++) {
    const values = valuesOf(points)
    const receipts: (ReceiptData | null)[] = []
    for (const value of values) {
      await source.turn()
      receipts.push(await readReceipt(source, value))
    }
    await source.turn()
    const again = await read()
    // Other values were written meanwhile, and some receipts may be theirs.
    if (isDeepStrictEqual(again, points)) return { given: points, receipts }
    if (reads === maxReads) {
      const still = valuesOf(again)
      const isUnchanged = (value: VaultDayRef) => still.some((one) => isDeepStrictEqual(one, value))
      return {
        given: points,
        receipts: receipts.map((one, at) => (isUnchanged(values[at]!) ? one : null)),
      }
    }
    points = again
  }
}

async function readReceipt(
  { receipts, kind }: ReceiptSource,
  value: VaultDayRef,
): Promise<ReceiptData | null> {
  const receipt = await receipts(value, kind)
  if (receipt === null) return null
  if (shape.Check(receipt)) return receipt
  const { chain, vault, day } = value
  throw new StoreDamagedError(
    `the ${kind} receipt of ${vault} on ${chain}, ${day}, is not a receipt`,
    null,
  )
}
