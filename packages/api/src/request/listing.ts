import { isUtf8 } from 'node:buffer'
import { type Cipheriv, createCipheriv, hash, timingSafeEqual } from 'node:crypto'
import { openLruMap } from '@vaultwright/base'
import type { Page, PageQuery } from '@vaultwright/store'
import type { OperationName, PageInfo } from '@vaultwright/wire'
import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { RequestInvalidError } from './request-check.ts'

/** Default entries of a page. Source: interface, section 8. */
export const defaultPageSize = 20

/** Shape of the place of a list whose entries are in the order of one text. */
export const textSortKey = Type.String()

/** A list that is given in pages. */
export type Listing<Item, SortKey extends TSchema> = {
  readonly binding: CursorBinding
  /** Shape of what a cursor holds. */
  readonly sortKeySchema: SortKey
  readonly sortKeyOf: (item: Item) => Static<SortKey>
  readonly read: (query: PageQuery<Static<SortKey>>) => Promise<Page<Item>>
}

/** The requested page. */
export type PageRequest = { readonly cursor: string | undefined; readonly pageSize: number }

// A cursor is base64url of two bytes of version, 16 bytes of MAC and the place as JSON, enciphered with the MAC as
// its beginning: a place may tell more than the list does, as a number that counts the acts of all tenants.
// The MAC is not what keeps tenants apart: whatever a cursor says, the store is asked with the caller's tenant. It keeps a cursor
// to the list that it came from, so that a cursor that was cut, mixed up or made by hand is recognised.
// For that the tenant's id is secret enough: 128 random bits, made once with the tenant, the same in
// every process on the database, after every restart and backup, and in no answer of the interface.
// With it a caller could only read and choose places in lists of the own tenant.
const version = 'v1'
const macSize = 16
const headSize = version.length + macSize

/**
 * Reads one page of a list.
 *
 * @throws {RequestInvalidError} when the cursor is not of this list.
 */
export async function readListing<Item, Place extends TSchema>(
  listing: Listing<Item, Place>,
  request: PageRequest,
): Promise<{ readonly items: readonly Item[]; readonly page: PageInfo }> {
  const { binding, sortKeySchema, sortKeyOf, read: readPage } = listing
  const after =
    request.cursor === undefined ? null : readCursor(binding, sortKeySchema, request.cursor)
  const { items, hasMore } = await readPage({ after, limit: request.pageSize })
  const last = items.at(-1)
  const next = hasMore && last !== undefined ? printCursor(binding, sortKeyOf(last)) : null
  const page = { next_cursor: next, page_size: request.pageSize, has_more: next !== null }
  return { items, page }
}

/** The list that a cursor belongs to: it goes on with no other. */
export type CursorBinding = {
  readonly operation: OperationName
  readonly tenantId: string
  /** The values of the request, in a fixed order: of the path and of the query, the cursor left out. */
  readonly asked: readonly (string | number | null)[]
}

/** Prints the cursor of a place in a list. */
export function printCursor(binding: CursorBinding, sortKey: unknown): string {
  const payload = JSON.stringify(sortKey)
  const mac = macOf(binding, payload)
  const bytes = roomFor(headSize + maxBytes * payload.length, cursorRoom)
  bytes.write(version + mac, 'latin1')
  const end = headSize + bytes.write(payload, headSize)
  encipher(binding, mac, bytes.subarray(headSize, end))
  return bytes.toString('base64url', 0, end)
}

/**
 * Reads a cursor.
 *
 * @throws {RequestInvalidError} when it is not a cursor of this very list.
 */
export function readCursor<SortKey extends TSchema>(
  binding: CursorBinding,
  schema: SortKey,
  text: string,
): Static<SortKey> {
  const bytes = Buffer.from(text, 'base64url')
  // Several texts read as the same bytes; only the one that was given out counts.
  if (bytes.length <= headSize || bytes.toString('base64url') !== text) throw refusal(text)
  if (bytes.toString('latin1', 0, version.length) !== version) throw refusal(text)
  const mac = bytes.toString('latin1', version.length, headSize)
  const place = bytes.subarray(headSize)
  encipher(binding, mac, place)
  // Bytes that are not UTF-8 would be read as others, whose MAC may be this one.
  if (!isUtf8(place)) throw refusal(text)
  const payload = place.toString()
  const expected = Buffer.from(macOf(binding, payload), 'latin1')
  if (!timingSafeEqual(Buffer.from(mac, 'latin1'), expected)) throw refusal(text)
  const sortKey: unknown = JSON.parse(payload)
  if (!Check(schema, sortKey)) throw refusal(text)
  return sortKey
}

/** A letter for each byte: memory of its own for each of them would cost more than the hash. */
function macOf({ operation, tenantId, asked: values }: CursorBinding, payload: string): string {
  const list = JSON.stringify([operation, ...values])
  const { inner, outer } = keysOf(tenantId)
  // The length keeps list and place apart.
  const first = hash(
    'sha256',
    joined(inner, `${version}${list.length}\n${list}${payload}`),
    'binary',
  )
  outer.write(first, hashBlockSize, 'latin1')
  return hash('sha256', outer, 'binary').slice(0, macSize)
}

/** AES-256 in counter mode, which begins with the MAC, in place. Doing it again undoes it. */
function encipher({ tenantId }: CursorBinding, mac: string, payload: Buffer): void {
  const size = Math.ceil(payload.length / macSize) * macSize
  const counters = roomFor(size).subarray(0, size)
  counters.write(mac, 'latin1')
  for (let index = macSize; index < size; index += macSize) {
    counters.copyWithin(index, index - macSize, index)
    countOn(counters.subarray(index, index + macSize))
  }
  const stream = keysOf(tenantId).blocks.update(counters)
  for (let index = 0; index < payload.length; index++)
    payload[index] = payload[index]! ^ stream[index]!
}

/** Bytes, and the bytes of a text behind them; gone with the next ones. */
function joined(bytes: Buffer, text: string): Buffer {
  const room = roomFor(bytes.length + maxBytes * text.length)
  bytes.copy(room)
  return room.subarray(0, bytes.length + room.write(text, bytes.length))
}

/** Bytes that a letter of a text takes at most. */
const maxBytes = 3
const sharedRoom = Buffer.alloc(4_096)
/** For a cursor on its way to its text, while its place is enciphered in the other. */
const cursorRoom = Buffer.alloc(1_024)

function roomFor(size: number, room: Buffer = sharedRoom): Buffer {
  return size <= room.length ? room : Buffer.alloc(size)
}

/** A number of 16 bytes, the last one of which counts least. */
function countOn(counter: Buffer): void {
  for (let index = counter.length - 1; index >= 0; index--) {
    counter[index] = (counter[index]! + 1) & 0xff
    if (counter[index] !== 0) return
  }
}

/**
 * The keys made of a tenant's id: objects of the library for one cursor take longer than all that
 * is done with them.
 */
type CursorKeys = {
  /** The beginnings of the two hashes of an HMAC, and room for the end of the second one. Source: RFC 2104. */
  readonly inner: Buffer
  readonly outer: Buffer
  /** Enciphers blocks one by one. */
  readonly blocks: Cipheriv
}

const hashBlockSize = 64
const hashSize = 32

/** Of the tenants that asked last. */
const cursorKeys = openLruMap<string, CursorKeys>({ maxEntries: 1_000 })

function keysOf(tenantId: string): CursorKeys {
  const cached = cursorKeys.get(tenantId)
  if (cached !== undefined) return cached
  const place = hash('sha256', `vaultwright cursor place\n${tenantId}`, 'buffer')
  const text = Buffer.from(`vaultwright cursor\n${tenantId}`)
  const mac = text.length > hashBlockSize ? hash('sha256', text, 'buffer') : text
  const padded = (pad: number) => {
    const block = Buffer.alloc(hashBlockSize, pad)
    for (const [index, byte] of mac.entries()) block[index] = byte ^ pad
    return block
  }
  const keys = {
    inner: padded(0x36),
    outer: Buffer.concat([padded(0x5c), Buffer.alloc(hashSize)]),
    blocks: createCipheriv('aes-256-ecb', place, null).setAutoPadding(false),
  }
  cursorKeys.set(tenantId, keys)
  return keys
}

function refusal(text: string): RequestInvalidError {
  const msg =
    'Input should be the `next_cursor` of the page before, with the same path and query. Begin again without a cursor.'
  return new RequestInvalidError([
    { loc: ['query', 'cursor'], msg, type: 'cursor_invalid', input: text },
  ])
}
