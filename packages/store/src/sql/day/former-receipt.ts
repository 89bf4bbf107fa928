import { sql } from 'kysely'
import type { ReceiptCompletion } from '../../record/former.ts'
import type { Queries } from '../table/engine.ts'
import { packText, unpackText } from '../table/pack.ts'
import type { VaultKeyColumns } from '../table/table.ts'
import type { StoredDerived } from './derived-draft.ts'
import type { KindTable } from './derived-kind.ts'
import { namedReadings } from './reading-named.ts'

/** Receipts of values that give way, as they are kept with them. */
export type FormerReceipts = {
  /** Makes them whole, each once: what was made outside a transaction is not made again in it. */
  readonly of: (
    db: Queries,
    of: KindTable,
    revised: readonly StoredDerived[],
  ) => Promise<ReadonlyMap<string, Uint8Array | null>>
}

/** Receipts that are held in memory together while they are made whole. */
const together = 64

/** Opens what makes receipts of values that give way whole. */
export function openFormerReceipts(
  vaultKey: VaultKeyColumns,
  complete: ReceiptCompletion | undefined,
): FormerReceipts {
  const receipts = new Map<string, Uint8Array | null>()
  const completed = async (
    db: Queries,
    { kind }: KindTable,
    { day, basis, receipt }: FormerRow,
  ) => {
    if (receipt === null || complete === undefined || kind === 'snapshot') return receipt
    const text = unpackText(receipt)
    const former = { kind, day, receipt: text, basis: basis === null ? null : JSON.parse(basis) }
    const whole = await complete(former, (names) => namedReadings(db, vaultKey, names))
    return whole === text ? receipt : packText(whole)
  }
  return {
    of: async (db, of, revised) => {
      const keyOf = ({ day, receipt_digest }: FormerKey) => `${of.kind} ${day} ${receipt_digest}`
      const open = of.hasReceipt ? revised.filter((one) => !receipts.has(keyOf(one))) : []
      for (let index = 0; index < open.length; index += together) {
        const part = open.slice(index, index + together)
        const keys = new Set(part.map(keyOf))
        for (const row of await formerRows(db, vaultKey, { of, revised: part })) {
          if (keys.has(keyOf(row))) receipts.set(keyOf(row), await completed(db, of, row))
        }
      }
      return new Map(revised.map((one) => [one.day, receipts.get(keyOf(one)) ?? null]))
    },
  }
}

type FormerKey = { readonly day: string; readonly receipt_digest: string | null }

type FormerRow = FormerKey & {
  readonly basis: string | null
  readonly receipt: Uint8Array | null
}

async function formerRows(
  db: Queries,
  { tenant_id, vault, chain }: VaultKeyColumns,
  {
    of: { table },
    revised,
  }: { readonly of: KindTable; readonly revised: readonly StoredDerived[] },
): Promise<readonly FormerRow[]> {
  const days = revised.map(({ day }) => day).sort()
  const { rows } = await sql<FormerRow>`
    select day, basis, receipt_digest, receipt from ${sql.table(table)}
    where tenant_id = ${tenant_id} and vault = ${vault} and chain = ${chain}
      and day >= ${days[0] ?? ''} and day <= ${days.at(-1) ?? ''}`.execute(db)
  return rows
}
