import { sql } from 'kysely'
import type {
  DayBasis,
  Derivation,
  DerivedBatch,
  DerivedKind,
  DerivedStore,
  DeriveQuery,
} from '../../record/derived.ts'
import type { ReadingName } from '../../record/former.ts'
import type { StatePack, StoredReading } from '../../record/reading.ts'
import type { VaultRef } from '../../record/vault.ts'
import { assertText } from '../../value/text.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { unpackText } from '../table/pack.ts'
import { prepare } from '../table/statement.ts'
import type { DerivedColumns, StatePackRow, VaultKeyColumns } from '../table/table.ts'
import { lockVault, vaultKeyOf } from '../table/vault-ref.ts'
import { draftsOf, type KindDrafts } from './derived-draft.ts'
import { kindTables } from './derived-kind.ts'
import { packChanged, settleDrafts } from './derived-settle.ts'
import { openFormerReceipts } from './former-receipt.ts'
import { putRows } from './put-rows.ts'
import { readingOf } from './reading.ts'
import { statePackRowOf } from './state-pack.ts'

type DeriveWork = (readings: readonly StoredReading[]) => Derivation
type ReadingFilter = VaultKeyColumns & Pick<DeriveQuery, 'range' | 'withOtherChains'>

const packKey = ['tenant_id', 'vault', 'chain', 'period'] as const

/** Makes the part of a store that keeps what is computed from readings. */
export function buildDerived(engine: StoreEngine): DerivedStore {
  const basisRows = buildBasisRows(engine)
  return {
    derive: async (tenantId, query, work) => {
      const { range, withOtherChains, complete } = query
      const reason = assertText('reason', query.reason)
      const vaultKey = vaultKeyOf(tenantId, query)
      const scope = { ...vaultKey, range, withOtherChains }
      const former = openFormerReceipts(vaultKey, complete)
      // The long part runs outside the write transaction, and again only if a reading came meanwhile.
      const early = await draftsIn(engine.read, scope, work)
      await packChanged(engine.read, engine, { vaultKey, former, drafts: early.drafts })
      return engine.write(async (db) => {
        await lockVault(db, engine, { tenantId, vaultRef: query })
        const isSame = early.seen === (await readingDigestsIn(db, scope))
        const { drafts } = isSame ? early : await draftsIn(db, scope, work)
        const nowUnix = engine.nowUnix()
        return settleDrafts(db, engine, { vaultKey, former, reason, nowUnix, drafts })
      })
    },
    batch: (tenantId, query) => openBatch(engine, tenantId, query),
    bases: async (tenantId, vaultRef) => basesIn(await basisRows(vaultKeyOf(tenantId, vaultRef))),
    olderDays: async (older) => {
      const parts = Object.entries(older).flatMap(([kind, formulas]) =>
        formulas.map((formula) => daysBy(kind as DerivedKind, formula)),
      )
      if (parts.length === 0) return 0
      const { rows } = await sql<{ readonly count: bigint | number }>`
        select count(*) as count from (${sql.join(parts, sql` union `)}) as older
      `.execute(engine.read)
      return Number(rows[0]?.count ?? 0)
    },
    receipt: async (tenantId, vaultRef, kind) => {
      const row = await engine.read
        .selectFrom(kind === 'daily' ? 'daily_point' : 'performance')
        .select(['receipt', 'basis'])
        .where((on) => on.and({ ...vaultKeyOf(tenantId, vaultRef), day: vaultRef.day }))
        .executeTakeFirst()
      if (row?.receipt == null) return null
      return { text: unpackText(row.receipt), basis: row.basis }
    },
  }
}

const valueTables = {
  snapshot: 'snapshot',
  daily: 'daily_point',
  performance: 'performance',
} as const satisfies Readonly<Record<DerivedKind, string>>

/** The days whose value was computed by a formula, as its basis names it. */
function daysBy(kind: DerivedKind, formula: string) {
  const table = sql.table(valueTables[kind])
  const named = `%"formula":"${formula}"%`
  return sql`select tenant_id, vault, chain, day from ${table} where basis like ${named}`
}

function openBatch(
  engine: StoreEngine,
  tenantId: string,
  query: VaultRef & DeriveQuery,
): DerivedBatch {
  const { range, withOtherChains, complete } = query
  const reason = assertText('reason', query.reason)
  const vaultKey = vaultKeyOf(tenantId, query)
  const former = openFormerReceipts(vaultKey, complete)
  const added: KindDrafts[] = []
  const packs: StatePackRow[] = []
  return {
    add: async (derivation) => {
      const drafts = draftsOf(derivation)
      await packChanged(engine.read, engine, { vaultKey, former, drafts })
      added.push(...drafts)
    },
    pack: (chain: string, pack: StatePack) => {
      packs.push(statePackRowOf(vaultKeyOf(tenantId, { chain, vault: query.vault }), pack))
    },
    commit: (seen) =>
      engine.write(async (db) => {
        await lockVault(db, engine, { tenantId, vaultRef: query })
        const scope = { ...vaultKey, range, withOtherChains }
        if (printReadingDigests(inOrder(seen)) !== (await readingDigestsIn(db, scope))) return null
        await putRows(db, engine, { table: 'state_pack', key: packKey, rows: packs })
        const nowUnix = engine.nowUnix()
        const drafts = joinedByKind(added)
        return settleDrafts(db, engine, { vaultKey, former, reason, nowUnix, drafts })
      }),
  }
}

/** Many rows of one statement are cheaper than a few of many. */
function joinedByKind(added: readonly KindDrafts[]): readonly KindDrafts[] {
  return kindTables.map((of) => ({
    of,
    drafts: added.flatMap((one) => (one.of === of ? one.drafts : [])),
  }))
}

async function draftsIn(
  db: Queries,
  scope: ReadingFilter,
  work: DeriveWork,
): Promise<{ readonly seen: string; readonly drafts: readonly KindDrafts[] }> {
  const rows = await inScope(db, scope).selectAll().execute()
  return { seen: printReadingDigests(rows), drafts: draftsOf(work(rows.map(readingOf))) }
}

/** The digests of the readings, as a text. */
async function readingDigestsIn(db: Queries, scope: ReadingFilter): Promise<string> {
  return printReadingDigests(await inScope(db, scope).select(['chain', 'day', 'digest']).execute())
}

function inOrder(names: readonly ReadingName[]): readonly ReadingName[] {
  return names.toSorted((one, other) => {
    if (one.chain !== other.chain) return one.chain < other.chain ? -1 : 1
    return one.day < other.day ? -1 : 1
  })
}

function printReadingDigests(rows: readonly ReadingName[]): string {
  return rows.map(({ chain, day, digest }) => `${chain} ${day} ${digest}`).join('\n')
}

function inScope(db: Queries, { tenant_id, vault, chain, range, withOtherChains }: ReadingFilter) {
  const rows = db
    .selectFrom('reading')
    .where((on) => on.and({ tenant_id, vault }))
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .orderBy('chain')
    .orderBy('day')
  return withOtherChains ? rows : rows.where('chain', '=', chain)
}

type BasisRow = Pick<DerivedColumns, 'basis'> & { readonly day: string; readonly kind: string }

function buildBasisRows(
  engine: StoreEngine,
): (vaultKey: VaultKeyColumns) => Promise<readonly BasisRow[]> {
  const of = (
    table: 'snapshot' | 'daily_point' | 'performance',
    kind: DerivedKind,
    at: VaultKeyColumns,
  ) =>
    engine.read
      .selectFrom(table)
      .select((on) => ['day', 'basis', on.val<string>(kind).as('kind')])
      .where('tenant_id', '=', at.tenant_id)
      .where('vault', '=', at.vault)
      .where('chain', '=', at.chain)
  return prepare(engine, (at: VaultKeyColumns) =>
    of('snapshot', 'snapshot', at)
      .unionAll(of('daily_point', 'daily', at))
      .unionAll(of('performance', 'performance', at)),
  )
}

function basesIn(rows: readonly BasisRow[]): readonly DayBasis[] {
  const days = new Map<string, { -readonly [Name in keyof DayBasis]: DayBasis[Name] }>()
  for (const { day, kind, basis } of rows) {
    const entry = days.get(day) ?? { day, snapshot: null, daily: null, performance: null }
    entry[kind as DerivedKind] = basis
    days.set(day, entry)
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}
