import type { SolanaNode } from '@vaultwright/chain'
import { readSvmDay } from '@vaultwright/indexer'
import type { Store, SvmVault } from '@vaultwright/store'
import { parseSvmDefinition } from '@vaultwright/svm-builder'
import { dayOf, endOfDay, shiftDay } from '@vaultwright/valuation'

/** The needs of the demo's Solana vault. */
type SolanaDemoParts = {
  readonly store: Store
  readonly tenantId: string
  /** Text of the vault's definition. */
  readonly definition: string
  readonly node: Pick<
    SolanaNode,
    'accountsAt' | 'tokenAccountsOf' | 'signaturesOf' | 'transactions'
  >
  /** Moves the chain: calls a control method of its node. */
  readonly control: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Days are read up to yesterday. */
  readonly nowUnix: bigint
}

/** So many days lie behind the demo: enough for a yield of seven days on each of the last. */
export const solanaDemoDays = 10

const firstRate = 1_012_345n
/** Growth of the rate from day to day, in base units; no two days are the same. */
const growth = [112n, 98n, 131n, 120n, 87n, 142n, 109n, 118n, 126n, 101n]

/** When the chain of the demo begins: before the end of the first day that is read. */
export function solanaDemoStart(nowUnix: bigint): bigint {
  return endOfDay(shiftDay(dayOf(nowUnix), -solanaDemoDays)) - 60n
}

/**
 * Adds the Solana vault to the demo, and reads its days: the chain's clock goes from day to day, since
 * nodes keep no past state, and then follows this machine's.
 */
export async function seedSolanaDemo(parts: SolanaDemoParts): Promise<SvmVault> {
  const { store, tenantId, node, control, nowUnix } = parts
  const { name, status, program, vault, vaultId } = parseSvmDefinition(parts.definition)
  const added = await store.svmVaults.put(
    tenantId,
    { address: vault, name, status, program, vaultId, definition: parts.definition },
    'local:demo',
  )
  const today = dayOf(nowUnix)
  let rate = firstRate
  for (let ago = solanaDemoDays; ago > 0; ago--) {
    const day = shiftDay(today, -ago)
    rate += growth[ago % growth.length]!
    await control('svm_setRate', [String(rate)])
    await control('svm_setClock', [String(endOfDay(day) + 30n)])
    await readSvmDay({ store, node }, added, day)
  }
  await control('svm_followClock', [])
  return added
}
