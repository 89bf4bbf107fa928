import { type Store, StoreDamagedError, type VaultPlace } from '@vaultwright/store'
import { type ReceiptData, receipt } from '@vaultwright/wire'
import Compile from 'typebox/compile'

/** Of which value of a day. */
export type ReceiptPlace = VaultPlace & {
  /** `2026-11-20`, UTC. */
  readonly day: string
  readonly kind: 'daily' | 'performance'
}

const shape = Compile(receipt)

/**
 * Reads what a value was computed from.
 *
 * @param store - asked for the receipt only.
 * @param tenantId - of the caller.
 * @param wanted - the value.
 * @returns the receipt as it was stored; null when the value came without one.
 * @throws {StoreDamagedError} when what is kept is no receipt.
 */
export async function readReceipt(
  store: Pick<Store, 'derived'>,
  tenantId: string,
  wanted: ReceiptPlace,
): Promise<ReceiptData | null> {
  const text = await store.derived.receipt(tenantId, wanted, wanted.kind)
  if (text === null) return null
  const given = jsonOf(text)
  if (!shape.Check(given)) {
    const { kind, day, vault, chain } = wanted
    throw new StoreDamagedError(
      `the ${kind} receipt of ${vault} on ${chain}, ${day}, is none`,
      null,
    )
  }
  return given
}

/** @returns undefined when it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
