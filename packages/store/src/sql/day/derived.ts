import type {
  DayBasis,
  Derivation,
  DerivedKind,
  DerivedStore,
  DeriveQuery,
} from '../../record/derived.ts'
import type { StoredReading } from '../../record/reading.ts'
import { assertText } from '../../value/text.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { unpackText } from '../table/pack.ts'
import type { VaultKeyColumns } from '../table/table.ts'
import { lockVault, vaultKeyOf } from '../table/vault-ref.ts'
import { draftsOf, type KindDrafts } from './derived-draft.ts'
import { packChanged, settleDrafts } from './derived-settle.ts'
import { readingOf } from './reading.ts'

type DeriveWork = (readings: readonly StoredReading[]) => Derivation
type ReadingScope = VaultKeyColumns & Pick<DeriveQuery, 'range' | 'withOtherChains'>

/** Makes the part of a store that keeps what is computed from readings. */
export function buildDerived(engine: StoreEngine): DerivedStore {
  return {
    derive: async (tenantId, query, work) => {
      const { range, withOtherChains } = query
      const reason = assertText('reason', query.reason)
      const vaultKey = vaultKeyOf(tenantId, query)
      const scope = { ...vaultKey, range, withOtherChains }
      // The long part runs outside the write transaction, and again only if a reading came meanwhile.
      const early = await prepare(engine.read, scope, work)
      await packChanged(engine.read, vaultKey, early.drafts)
      return engine.write(async (db) => {
        await lockVault(db, engine, { tenantId, vaultRef: query })
        const isSame = early.seen === (await readingDigestsIn(db, scope))
        const { drafts } = isSame ? early : await prepare(db, scope, work)
        const nowUnix = engine.nowUnix()
        return settleDrafts(db, engine, { vaultKey, reason, nowUnix, drafts })
      })
    },
    bases: async (tenantId, vaultRef) => basesOf(engine.read, vaultKeyOf(tenantId, vaultRef)),
    receipt: async (tenantId, vaultRef, kind) => {
      const row = await engine.read
        .selectFrom(kind === 'daily' ? 'daily_point' : 'performance')
        .select('receipt')
        .where((on) => on.and({ ...vaultKeyOf(tenantId, vaultRef), day: vaultRef.day }))
        .executeTakeFirst()
      return row?.receipt == null ? null : unpackText(row.receipt)
    },
  }
}

async function prepare(
  db: Queries,
  scope: ReadingScope,
  work: DeriveWork,
): Promise<{ readonly seen: string; readonly drafts: readonly KindDrafts[] }> {
  const rows = await inScope(db, scope).selectAll().execute()
  return { seen: printReadingDigests(rows), drafts: draftsOf(work(rows.map(readingOf))) }
}

/** Which readings there are, as a text. */
async function readingDigestsIn(db: Queries, scope: ReadingScope): Promise<string> {
  return printReadingDigests(await inScope(db, scope).select(['chain', 'day', 'digest']).execute())
}

type ReadingDigest = { readonly chain: string; readonly day: string; readonly digest: string }

function printReadingDigests(rows: readonly ReadingDigest[]): string {
  return rows.map(({ chain, day, digest }) => `${chain} ${day} ${digest}`).join('\n')
}

function inScope(db: Queries, { tenant_id, vault, chain, range, withOtherChains }: ReadingScope) {
  const rows = db
    .selectFrom('reading')
    .where((on) => on.and({ tenant_id, vault }))
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .orderBy('chain')
    .orderBy('day')
  return withOtherChains ? rows : rows.where('chain', '=', chain)
}

async function basesOf(db: Queries, vaultKey: VaultKeyColumns): Promise<readonly DayBasis[]> {
  const of = <Kind extends DerivedKind>(
    table: 'snapshot' | 'daily_point' | 'performance',
    kind: Kind,
  ) =>
    db
      .selectFrom(table)
      .select((on) => ['day', 'basis', on.val<string>(kind).as('kind')])
      .where((on) => on.and(vaultKey))
  const rows = await of('snapshot', 'snapshot')
    .unionAll(of('daily_point', 'daily'))
    .unionAll(of('performance', 'performance'))
    .execute()
  const days = new Map<string, { -readonly [Name in keyof DayBasis]: DayBasis[Name] }>()
  for (const { day, kind, basis } of rows) {
    const entry = days.get(day) ?? { day, snapshot: null, daily: null, performance: null }
    entry[kind as DerivedKind] = basis
    days.set(day, entry)
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}
