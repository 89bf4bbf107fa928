import type { NamedReading, ReadingName } from '../../record/former.ts'
import type { Queries } from '../table/engine.ts'
import { digestOf, unpackBytes } from '../table/pack.ts'
import type { VaultKeyColumns } from '../table/table.ts'
import { checksummed } from '../table/vault-ref.ts'

/** Finds readings by their digests: those that are there, and of those that became revisions the rest. */
export async function namedReadings(
  db: Queries,
  { tenant_id, vault }: Omit<VaultKeyColumns, 'chain'>,
  names: readonly ReadingName[],
): Promise<readonly NamedReading[]> {
  if (names.length === 0) return []
  const keys = new Set(names.map(keyOf))
  const readings = new Map<string, NamedReading>()
  const days = [...new Set(names.map(({ day }) => day))]
  const keep = ({ chain, day, digest }: ReadingName, bytes: Buffer) => {
    const key = keyOf({ chain, day, digest })
    if (!keys.has(key) || digestOf(bytes) !== digest) return
    readings.set(key, { chain, day, digest, body: bytes.toString(), vault: checksummed(vault) })
  }
  const rows = await db
    .selectFrom('reading')
    .select(['chain', 'day', 'digest', 'body'])
    .where((on) => on.and({ tenant_id, vault }))
    .where('day', 'in', days)
    .execute()
  for (const row of rows) if (keys.has(keyOf(row))) keep(row, unpackBytes(row.body))
  const isOpen = (one: { readonly chain: string; readonly day: string }) =>
    names.some(
      (name) => name.chain === one.chain && name.day === one.day && !readings.has(keyOf(name)),
    )
  if (readings.size === keys.size) return [...readings.values()]
  const former = await db
    .selectFrom('revision')
    .select(['chain', 'day', 'body'])
    .where((on) => on.and({ tenant_id, vault, kind: 'reading' }))
    .where('day', 'in', days)
    .execute()
  for (const { chain, day, body: packed } of former) {
    if (!isOpen({ chain, day })) continue
    const bytes = unpackBytes(packed)
    keep({ chain, day, digest: digestOf(bytes) }, bytes)
  }
  return [...readings.values()]
}

function keyOf({ chain, day, digest }: ReadingName): string {
  return `${chain}/${day}/${digest}`
}
