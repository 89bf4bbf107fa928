// Vaults and their readings, made of recorded ones, in a store that is new: each vault with its own numbers.
import { createHash } from 'node:crypto'
import type { Address, Hex } from '@vaultwright/base'
import type { RawReading } from '@vaultwright/indexer'
import { checksumOf } from '@vaultwright/merkle'
import { openStore, type StoredReading } from '@vaultwright/store'
import { endOfDay, shiftDay } from '@vaultwright/valuation'
import { withEngine } from '../../../packages/store/src/open.ts'
import { putRows } from '../../../packages/store/src/sql/day/put-rows.ts'
import { digestOf, packText } from '../../../packages/store/src/sql/table/pack.ts'

/** The number of vaults, and of days of each. */
export type HistorySize = { readonly vaults: number; readonly days: number }

/** The contents of the history, and its bytes before and after compression. */
export type FilledHistory = {
  readonly readings: number
  readonly textBytes: number
  readonly packedBytes: number
}

const actor = 'local:bench'
const firstDay = '2025-01-01'
/** `totalSupply()` and `balanceOf(address)`: what differs. Everything else of a chain is the same for all. */
const selectors = ['0x18160ddd', '0x70a08231']
/** Less is not an amount of a token, but of things that are counted. */
const minimumAmount = 1_000n
const dayBlocks = 7_200
const millionth = 1_000_000n

/**
 * Fills a new database.
 *
 * @param recorded - readings of several vaults, oldest first.
 */
export async function fillReadings(
  url: string,
  recorded: readonly (readonly StoredReading[])[],
  { vaults, days }: HistorySize,
): Promise<FilledHistory> {
  const templates = recorded.map((readings) => readings.map(templateOf))
  const addresses = Array.from({ length: vaults }, (_, index) => addressOf(index))
  const { tenantId, chain } = await putVaults(url, recorded[0]![0]!.chain, addresses)
  const total = { readings: 0, textBytes: 0, packedBytes: 0 }
  await withEngine(url, {}, async (engine) => {
    for (const [index, vault] of addresses.entries()) {
      const readings = templates[index % templates.length]!
      const rows = Array.from({ length: days }, (_, day) => {
        const body = printBody(readings[day % readings.length]!, { vault, index, day })
        const packed = packText(body)
        total.readings++
        total.textBytes += body.length
        total.packedBytes += packed.length
        const place = { tenant_id: tenantId, vault: vault.toLowerCase(), chain }
        return { ...place, ...markOf(day), ...bodyOf(body, packed) }
      })
      const key = ['tenant_id', 'vault', 'chain', 'day']
      await engine.write((db) => putRows(db, engine, { table: 'reading', key, rows }))
    }
  })
  return total
}

async function putVaults(url: string, chain: string, addresses: readonly Address[]) {
  const store = await openStore(url, { migrate: true })
  const { id: tenantId } = await store.tenants.create({ name: 'bench' }, actor)
  for (const [index, address] of addresses.entries()) {
    const deployment = {
      chain,
      manager: address,
      accountant: address,
      teller: address,
      queues: [],
      drones: [],
      deployedAtUnix: null,
      deployedBlock: null,
      strategists: [],
    }
    const draft = {
      address,
      name: `Vault ${index}`,
      status: 'active',
      deployedAtUnix: null,
      deployments: [deployment],
      definition: null,
      lock: null,
    } as const
    await store.vaults.put(tenantId, draft, actor)
  }
  await store.close()
  return { tenantId, chain }
}

/** A body in pieces, and what stands between them. */
type BodyTemplate = { readonly parts: readonly string[]; readonly amounts: readonly bigint[] }

function templateOf({ body, vault }: StoredReading): BodyTemplate {
  const amounts: bigint[] = []
  const raw: RawReading = JSON.parse(body)
  const calldata = raw.calls.map(([, data]) => data).join(' ')
  const calls = raw.calls.map(([to, data, answer]) => {
    const isAmount =
      selectors.some((selector) => data.startsWith(selector)) && answer?.length === 66
    // What another call asks about stays: it would ask about another amount.
    if (answer === null || !isAmount || BigInt(answer) < minimumAmount) return [to, data, answer]
    if (calldata.includes(answer.slice(2))) return [to, data, answer]
    return [to, data, `@${amounts.push(BigInt(answer)) - 1}@`]
  })
  const plan = {
    ...raw.plan,
    day: '@day@',
    fromBlock: '@from@',
    block: { number: '@number@', hash: '@hash@', atUnix: '@at@' },
  }
  const text = JSON.stringify({ ...raw, plan, calls })
    .replaceAll(vault, '@vault@')
    .replaceAll(vault.slice(2).toLowerCase(), '@lower@')
  return { parts: text.split('@'), amounts }
}

function printBody(
  { parts, amounts }: BodyTemplate,
  { vault, index, day }: { readonly vault: Address; readonly index: number; readonly day: number },
): string {
  const factor = millionth + BigInt(index * 137 + day * 11)
  const { day: name, block_number, block_hash, at_unix } = markOf(day)
  const spellings: Readonly<Record<string, string>> = {
    vault,
    lower: vault.slice(2).toLowerCase(),
    day: name,
    hash: block_hash,
    from: `${Number(block_number) - dayBlocks + 1}`,
    number: `${block_number}`,
    at: `${at_unix}`,
  }
  const wordOf = (slot: string) =>
    spellings[slot] ??
    `0x${((amounts[Number(slot)]! * factor) / millionth).toString(16).padStart(64, '0')}`
  return parts.map((part, at) => (at % 2 === 0 ? part : wordOf(part))).join('')
}

function markOf(day: number) {
  const name = shiftDay(firstDay, day)
  const at_unix = endOfDay(name) - 11n
  const block_number = BigInt((day + 1) * dayBlocks)
  return { day: name, block_number, block_hash: hashOf(`block ${day}`), at_unix }
}

function bodyOf(text: string, body: Uint8Array) {
  return { digest: digestOf(text), revision: 0n, read_at_unix: 1_800_000_000n, body }
}

function addressOf(index: number): Address {
  return checksumOf(hashOf(`vault ${index}`).slice(0, 42))
}

function hashOf(text: string): Hex {
  return `0x${createHash('sha256').update(text).digest('hex')}`
}
