import { hash } from 'node:crypto'
import type { StatePack, StatePackStore } from '../../record/reading.ts'
import { assertText } from '../../value/text.ts'
import type { StoreEngine } from '../table/engine.ts'
import { packCached, unpackBytes } from '../table/pack.ts'
import { prepare } from '../table/statement.ts'
import type { StatePackRow, VaultKeyColumns } from '../table/table.ts'
import { vaultKeyOf } from '../table/vault-ref.ts'

/** Makes the part of a store that keeps what readings say. */
export function buildStatePacks(engine: StoreEngine): StatePackStore {
  const rowsOf = prepare(engine, (at: VaultKeyColumns & { readonly period: bigint }) =>
    engine.read
      .selectFrom('state_pack')
      .selectAll()
      .where('tenant_id', '=', at.tenant_id)
      .where('vault', '=', at.vault)
      .where('chain', '=', at.chain)
      .where('period', '=', at.period),
  )
  return {
    find: async (tenantId, vaultRef, period) => {
      const vaultKey = vaultKeyOf(tenantId, vaultRef)
      const [row] = await rowsOf({ ...vaultKey, period: BigInt(period) })
      return row === undefined ? null : packOf(row)
    },
  }
}

/** Spells a pack as it is kept. */
export function statePackRowOf(
  vaultKey: VaultKeyColumns,
  { period, fingerprint, body }: StatePack,
): StatePackRow {
  const row = {
    ...vaultKey,
    period: BigInt(period),
    fingerprint: assertText('fingerprint', fingerprint),
    body: packCached(body),
  }
  return { ...row, digest: packDigestOf(row) }
}

/** A cache that is damaged is none. */
function packOf(row: StatePackRow): StatePack | null {
  if (packDigestOf(row) !== row.digest) return null
  const { fingerprint } = row
  try {
    return { period: Number(row.period), fingerprint, body: unpackBytes(row.body) }
  } catch {
    return null
  }
}

/** The place is part of it, so that a row of another vault or period is not taken for its own. */
function packDigestOf(row: Omit<StatePackRow, 'digest'>): string {
  const { tenant_id, vault, chain, period, fingerprint, body } = row
  const place = JSON.stringify([tenant_id, vault, chain, String(period), fingerprint])
  return hash('sha256', `${place} ${hash('sha256', body, 'hex')}`, 'hex').slice(0, 32)
}
