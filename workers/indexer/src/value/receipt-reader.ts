import { isDeepStrictEqual } from 'node:util'
import type { Address } from '@vaultwright/base'
import { UnrecordedReadError } from '@vaultwright/protocols'
import {
  type ReadingName,
  type Store,
  StoreDamagedError,
  type StoredReceipt,
  type VaultRef,
} from '@vaultwright/store'
import { type AnyReceipt, recompute, UnknownFormulaError } from '@vaultwright/valuation'
import { openReadingParser, type ParsedReading } from '../reading/parsed-reading.ts'
import { RawReadingError } from '../reading/raw-reading.ts'
import { readerFingerprint } from '../reading/reader-fingerprint.generated.ts'
import { periodOf } from '../reading/state-pack.ts'
import { parseSlimReceipt, type ReceiptKind, type SlimReceipt } from './slim-receipt.ts'
import { openStateReader, type StateReader } from './state-reader.ts'
import { completeReceipt, readingNamesIn } from './whole-receipt.ts'

/** The origin of a receipt's inputs. */
export type InputOrigin =
  /** They are kept with it. */
  | { readonly kind: 'kept' }
  /** They were gathered again from the readings, and are those that it was computed from. */
  | { readonly kind: 'same'; readonly inputDigest: string }
  /** The code of this version reads the same readings otherwise than the code that the receipt names. */
  | {
      readonly kind: 'other'
      readonly before: { readonly inputDigest: string; readonly reader: string }
      readonly now: { readonly inputDigest: string; readonly reader: string }
    }
  /** A reading that it was computed from is not there any more. */
  | { readonly kind: 'gone' }

/** A receipt with its inputs. */
export type WholeReceipt = {
  /** Null when its inputs are gone. */
  readonly receipt: AnyReceipt | null
  readonly origin: InputOrigin
}

/** Reads receipts with their inputs; null for a value that has none. */
type ReceiptReader = (
  vaultRef: VaultRef & { readonly day: string },
  kind: ReceiptKind,
) => Promise<WholeReceipt | null>

/** Opens a reader of receipts of a tenant: what readings say is worked out once for all that are asked for. */
export function openReceiptReader(
  store: Pick<Store, 'derived' | 'readings' | 'statePacks'>,
  tenantId: string,
): ReceiptReader {
  const parse = openReadingParser()
  const readers = new Map<Address, StateReader>()
  const readerOf = (vault: Address) => {
    const reader = readers.get(vault) ?? openStateReader({ store, tenantId, vault, parse })
    readers.set(vault, reader)
    return reader
  }
  return async (vaultRef, kind) => {
    const stored = await store.derived.receipt(tenantId, vaultRef, kind)
    if (stored === null) return null
    const slim = parseSlimReceipt(stored.text)
    if (slim === null) return { receipt: parseKept(stored.text, { ...vaultRef, kind }), origin }
    const { chain, day, vault } = vaultRef
    const names = namesOf(stored, chain)
    const states = await readStates(readerOf(vault), names)
    if (states === null || states.length < names.length) return gone
    return wholeOf(slim, completeReceipt(slim, { kind, chain, day }, states))
  }
}

const origin: InputOrigin = { kind: 'kept' }
const gone: WholeReceipt = { receipt: null, origin: { kind: 'gone' } }

/** @throws {StoreDamagedError} */
function parseKept(
  text: string,
  { kind, vault, chain, day }: VaultRef & { readonly day: string; readonly kind: ReceiptKind },
): AnyReceipt {
  const refusal = (cause: unknown) => {
    const whose = `${kind} receipt of ${vault} on ${chain}, ${day}`
    return new StoreDamagedError(`the ${whose}, is not a receipt`, cause)
  }
  try {
    const value: AnyReceipt | null = JSON.parse(text)
    if (value !== null) return value
  } catch (cause) {
    throw refusal(cause)
  }
  throw refusal(null)
}

/** Tells whether the inputs of a receipt make its result; also false for a formula of another version. */
export function isSound(receipt: AnyReceipt): boolean {
  try {
    const again: unknown = JSON.parse(JSON.stringify(recompute(receipt)))
    return isDeepStrictEqual(again, JSON.parse(JSON.stringify(receipt)))
  } catch (error) {
    if (error instanceof UnknownFormulaError) return false
    throw error
  }
}

function namesOf({ basis }: StoredReceipt, chain: string): readonly ReadingName[] {
  return basis === null ? [] : readingNamesIn(JSON.parse(basis), chain)
}

/** A pack is of one chain and period; null when the code of this version cannot read one of them. */
async function readStates(
  reader: StateReader,
  names: readonly ReadingName[],
): Promise<readonly ParsedReading[] | null> {
  const groups = new Map<string, ReadingName[]>()
  for (const name of names) {
    const key = `${name.chain} ${periodOf(name.day)}`
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  try {
    const reads = [...groups.values()].map((group) => reader.read(group, () => true))
    return (await Promise.all(reads)).flatMap(({ states }) => states)
  } catch (error) {
    if (error instanceof UnrecordedReadError || error instanceof RawReadingError) return null
    throw error
  }
}

function wholeOf(slim: SlimReceipt, gathered: ReturnType<typeof completeReceipt>): WholeReceipt {
  const { formula, result, inputDigest, reader } = slim
  if (gathered.kind === 'gone') return gone
  const { inputs } = gathered
  const receipt = { formula, inputs, result } as AnyReceipt
  if (gathered.kind === 'same') return { receipt, origin: { kind: 'same', inputDigest } }
  const now = { inputDigest: gathered.inputDigest, reader: readerFingerprint }
  return { receipt, origin: { kind: 'other', before: { inputDigest, reader }, now } }
}
