import { BaseError } from '@vaultwright/base'
import { StoreDamagedError, type StoredControlReading, type VaultRef } from '@vaultwright/store'
import {
  type ControlActData,
  type ControlChangeData,
  type ControlReadingData,
  controlChange,
  controlReading,
} from '@vaultwright/wire'
import Type, { type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { defineRoute, type RouteRequest } from '../../answer/route.ts'
import { readTimeRange } from '../../request/day-range.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { findVaultPath } from '../../request/vault-path.ts'
import { assertVault } from './vault.ts'

/** Key sets that an answer lists an act and delay; one act alone lists all that are kept. */
const mostSets = 20

/** Our choice: the interface names no control. */
export const getControl = defineRoute('getControl', async (request) => {
  const { vaultRef, stored } = await findReading(request)
  const answer = answerIn(stored, vaultRef)
  const acts = answer.acts.map((act) => ({
    ...act,
    cuts: act.cuts?.map((cut) => ({ ...cut, sets: cut.sets.slice(0, mostSets) })) ?? null,
  }))
  return {
    body: { data: { chain: vaultRef.chain, vault_address: vaultRef.vault, ...answer, acts } },
  }
})

/** One act on each contract that has it. */
export const getControlAct = defineRoute('getControlAct', async (request) => {
  const { vaultRef, stored } = await findReading(request)
  const { block_number, block_hash, acts } = answerIn(stored, vaultRef)
  const named: readonly ControlActData[] = acts.filter(({ act }) => act === request.params.act)
  if (named.length === 0) throw new ActNotFoundError(request.params.act, vaultRef)
  return { body: { data: { block_number, block_hash, acts: [...named] } } }
})

/** Differences of a reading from the one before it, newest first. */
export const listControlChanges = defineRoute('listControlChanges', async (request) => {
  const { caller, context, query } = request
  const vaultRef = findVaultPath(request.params)
  const { fromUnix: sinceUnix, untilUnix } = readTimeRange(query)
  const { tenantId } = caller
  await assertVault(context, tenantId, vaultRef)
  const pageSize = query.page_size ?? defaultPageSize
  const times = [sinceUnix, untilUnix].map((unix) => (unix === null ? null : String(unix)))
  const listing = {
    binding: {
      operation: 'listControlChanges',
      tenantId,
      asked: [vaultRef.chain, vaultRef.vault, ...times, pageSize],
    },
    sortKeySchema: Type.Integer({ minimum: 0 }),
    sortKeyOf: (change: ControlChangeData) => change.block_number,
    read: async ({ after, limit }: { readonly after: number | null; readonly limit: number }) => {
      const place = after === null ? null : BigInt(after)
      const pageQuery = { after: place, limit, sinceUnix, untilUnix }
      const { items, hasMore } = await context.store.controls.changes(tenantId, vaultRef, pageQuery)
      const changes = items.map(({ body }) => readStored(controlChange, body, vaultRef))
      return { items: changes as readonly ControlChangeData[], hasMore }
    },
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  return { body: { data: [...items], page } }
})

/** The file that proves a reading. */
export const getControlWitness = defineRoute('getControlWitness', async (request) => {
  const { stored } = await findReading(request)
  return {
    text: stored.witness,
    headers: { 'content-disposition': 'attachment; filename="control-witness.json"' },
  }
})

/** Rules of a policy, held against a reading. */
export const checkControl = defineRoute('checkControl', async (request) => {
  const { caller, context, body } = request
  const { stored } = await findReading(request)
  const { parsePolicy } = await import('@vaultwright/review')
  const { control: policy = {} } = parsePolicy(
    JSON.stringify({ version: 1, control: body.control }),
  )
  const { witness, blockHash, blockNumber } = stored
  const { tenantId } = caller
  const bytes = witness.length * heapFactor
  const input = { witness, blockHash, policy }
  const checked = await context.pool.run('checkControl', input, { tenantId, bytes })
  const block = { block_number: Number(blockNumber), block_hash: blockHash }
  return { body: { data: { ...block, kept: checked.kept, findings: [...checked.findings] } } }
})

/** Nodes of a witness in memory, beside their text. */
const heapFactor = 4

type ReadingRequest = Pick<RouteRequest<'getControl'>, 'params' | 'query' | 'caller' | 'context'>

async function findReading({ params, query, caller, context }: ReadingRequest) {
  const vaultRef = findVaultPath(params)
  const { controls } = context.store
  await assertVault(context, caller.tenantId, vaultRef)
  const stored =
    query.block === undefined
      ? await controls.latest(caller.tenantId, vaultRef)
      : await controls.find(caller.tenantId, vaultRef, BigInt(query.block))
  if (stored === null && query.block !== undefined)
    throw new BlockNotAvailableError(vaultRef, query.block)
  if (stored === null) throw new ControlNotFoundError(vaultRef)
  return { vaultRef, stored }
}

function answerIn({ answer }: StoredControlReading, vaultRef: VaultRef): ControlReadingData {
  return readStored(controlReading, answer, vaultRef) as ControlReadingData
}

function readStored(schema: TSchema, text: string, { chain, vault }: VaultRef): unknown {
  const value: unknown = JSON.parse(text)
  if (Check(schema, value)) return value
  throw new StoreDamagedError(`the control of ${vault} on ${chain}`, null)
}

/** The control of a vault was not read yet. */
class ControlNotFoundError extends BaseError {
  override readonly code = 'control_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, vault }: VaultRef) {
    super({
      message: `Who controls the vault ${vault} on ${chain} was not read yet. Ask again after the next run of the indexer.`,
      facts: { chain, vault },
    })
  }
}

/** No reading of who controls a vault is kept of a block. */
class BlockNotAvailableError extends BaseError {
  override readonly code = 'block_not_available'
  override readonly kind = 'conflict'

  constructor({ chain, vault }: VaultRef, block: string) {
    super({
      message: `No reading of who controls the vault ${vault} on ${chain} is kept of block ${block}. Leave block out for the newest, or take one from its changes.`,
      facts: { chain, vault, block },
    })
  }
}

/** No contract of the vault has an act of this name. */
class ActNotFoundError extends BaseError {
  override readonly code = 'act_not_found'
  override readonly kind = 'not_found'

  constructor(act: string, { chain, vault }: VaultRef) {
    super({
      message: `No contract of the vault ${vault} on ${chain} has the act ${JSON.stringify(act)}. The answer without an act lists them.`,
      facts: { chain, vault, act },
    })
  }
}
