import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { parseAddress } from '@vaultwright/merkle'
import { buildSafeBatch, printSafeBatch } from '@vaultwright/safe'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, contentHashOf } from './content.ts'
import { type Deflate, decodeFragment, encodeFragment, type Inflate } from './file/fragment.ts'
import { openPacket } from './packet.ts'

const folder = join(import.meta.dirname, '../../../fixtures/safe')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const hashOf = (text: string) => openPacket(text).contentHash
const typed = JSON.parse(read('typed-data.json'))
const { data } = typed.message
const manager = '0xF47ec4c63CBC5f3ceeB910a649500B109578b23c'

test.each([
  ['batch.json', 'safe_batch'],
  ['service.json', 'safe_transaction'],
  ['service-page.json', 'safe_transaction'],
  ['typed-data.json', 'typed_data'],
  ['multi-send.hex', 'calldata'],
  ['execution.hex', 'calldata'],
  ['timelock.hex', 'calldata'],
])('default: %s is a %s', (name, form) => {
  expect(openPacket(read(name)).form).toBe(form)
})

test('default: evidence and a simulation are their calldata and their Manager', () => {
  const evidence = {
    format: 'vaultwright-evidence',
    manager,
    strategist: manager,
    root: `0x${'11'.repeat(32)}`,
    chain_id: 1,
    encoded_tx_data: data,
  }
  const simulation = { data: { target: manager, encoded_tx_data: data, chain_id: 1 } }
  const [first, second] = [evidence, simulation].map((each) => openPacket(JSON.stringify(each)))
  expect(first).toMatchObject({ form: 'evidence', stated: { chainId: 1, strategist: manager } })
  expect(second).toMatchObject({ form: 'simulation', stated: { chainId: 1, strategist: null } })
  expect(first!.contentHash).toBe(second!.contentHash)
  expect(first!.call).toMatchObject({ kind: 'manager_batch', to: manager })
})

test('law: what is signed has one content hash, whatever the spaces, the keys’ order and the letter case', () => {
  const text = read('typed-data.json')
  const turned = Object.fromEntries(Object.entries(typed).reverse())
  expect(hashOf(JSON.stringify(turned, null, 7))).toBe(hashOf(text))
  const hex = read('execution.hex').trim()
  expect(hashOf(`0x${hex.slice(2).toUpperCase()}\n`)).toBe(hashOf(hex))
})

test('law: every field that is signed changes the content hash, but the nonce, which a batch file has not', () => {
  const fields = { to: manager.replace('0xF', '0xE').toLowerCase(), value: '7', operation: 1 }
  const gas = {
    safeTxGas: '7',
    baseGas: '7',
    gasPrice: '7',
    gasToken: manager,
    refundReceiver: manager,
  }
  const changes = Object.entries({ ...fields, ...gas, data: `${data}00` })
  const texts = changes.map(([key, value]) =>
    JSON.stringify({ ...typed, message: { ...typed.message, [key]: value } }),
  )
  const domain = { ...typed.domain, chainId: 5 }
  const hashes = [JSON.stringify({ ...typed, domain }), read('typed-data.json'), ...texts].map(
    hashOf,
  )
  expect(new Set(hashes).size).toBe(hashes.length)
  const later = { ...typed, message: { ...typed.message, nonce: '77' } }
  expect(hashOf(JSON.stringify(later))).toBe(hashOf(JSON.stringify(typed)))
})

test('law: a transaction has one content hash, whatever file brings it', () => {
  const { chainId } = typed.domain
  const place = { chainId: Number(chainId), to: parseAddress(typed.message.to) }
  const facts = { encoded_tx_data: data, chain_id: place.chainId }
  const batch = buildSafeBatch({
    chainId: place.chainId,
    safe: null,
    name: 'a vault',
    description: 'a batch',
    createdAtMs: 1_700_000_000_000,
    calls: [{ to: place.to, value: 0n, data }],
  })
  const texts = [
    JSON.stringify(typed),
    printSafeBatch(batch),
    JSON.stringify({ ...facts, format: 'vaultwright-evidence', manager: place.to }),
    JSON.stringify({ ...facts, target: place.to }),
    data,
  ]
  const hashes = texts.map((text) => contentHashOf(openPacket(text).call, place))
  expect(new Set(hashes).size).toBe(1)
  for (const text of texts.slice(0, 4)) expect(openPacket(text).contentHash).toBe(hashes[0])
  const elsewhere = { ...place, chainId: 5 }
  expect(contentHashOf(openPacket(data).call, elsewhere)).not.toBe(hashes[0])
})

test('law: signatures that were collected meanwhile do not change the content hash', () => {
  const service = JSON.parse(read('service.json'))
  const later = { ...service, confirmations: [{ owner: manager }], signatures: '0x1234' }
  expect(hashOf(JSON.stringify(later))).toBe(hashOf(JSON.stringify(service)))
})

test('golden: canonical JSON has one form', () => {
  expect(canonicalJson({ b: [1n, null, true], a: { d: 'x', c: undefined } })).toBe(
    '{"a":{"d":"x"},"b":["1",null,true]}',
  )
})

test.each([
  ['nothing', '', 'is empty'],
  ['a text', 'hello', 'neither hex'],
  ['half a byte', '0x123', 'neither hex'],
  ['broken JSON', '{"a":', 'is not JSON'],
  ['a key twice', '{"encoded_tx_data":"0x00","encoded_tx_data":"0x01"}', 'twice'],
  ['evidence without calldata', '{"format":"vaultwright-evidence"}', 'no calldata'],
  ['a simulation without a target', '{"encoded_tx_data":"0x8456cb59"}', 'target'],
  ['markup', '<img src=x onerror=alert(1)>', 'neither hex'],
])('refuses: %s', (_, text, why) => {
  expect(() => openPacket(text)).toThrow(why)
})

const deflate: Deflate = async (bytes) => deflateRawSync(bytes)
const inflate: Inflate = async (bytes, limit) => inflateRawSync(bytes, { maxOutputLength: limit })

test('golden: calldata alone is a call without value, and unfolds to 2 MiB at most', async () => {
  expect(openPacket(read('multi-send.hex')).call).toMatchObject({
    to: null,
    value: 0n,
    operation: 'call',
  })
  const limits: number[] = []
  const inflated: Inflate = async (_, limit) => {
    limits.push(limit)
    return new Uint8Array(0)
  }
  expect(await decodeFragment('packet=AA', inflated)).toBe('')
  expect(limits).toEqual([2_097_152])
})

test('law: a fragment gives back its packet', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const fragment = await encodeFragment(text, deflate)
      expect(fragment).toMatch(/^packet=1\.[A-Za-z0-9_-]+$/)
      expect(await decodeFragment(`#${fragment}`, inflate)).toBe(text)
      // Links of before the version was named stay what they were.
      expect(await decodeFragment(fragment!.replace('1.', ''), inflate)).toBe(text)
    }),
  )
})

test('refuses: a link that was cut, is too long, unfolds without end, is of another version, or holds two packets', async () => {
  const asItIs: Deflate = async (bytes) => bytes
  expect(await encodeFragment('a'.repeat(40_000), asItIs)).toBeNull()
  expect(await encodeFragment('0'.repeat(3_000_000), deflate)).toBeNull()
  const fragment = (await encodeFragment(read('execution.hex'), deflate))!
  expect(await decodeFragment('#/sign', inflate)).toBeNull()
  const bomb = deflateRawSync('0'.repeat(3_000_000)).toString('base64url')
  const cases = [
    [fragment.slice(0, -9), 'was cut or changed'],
    [`${fragment}!`, 'was cut or changed'],
    ['packet=1.', 'was cut or changed'],
    [`packet=${'A'.repeat(40_000)}`, 'longer than 32 kB'],
    [`packet=1.${bomb}`, 'unfolds to more than 2 MiB'],
    [fragment.replace('1.', '2.'), 'is of version "2"; this page reads version 1'],
    [`${fragment}&${fragment}`, 'the link holds two'],
  ] as const
  for (const [text, words] of cases) {
    const refusal = { code: 'packet_fragment', message: expect.stringContaining(words) }
    await expect(decodeFragment(text, inflate), words).rejects.toMatchObject(refusal)
  }
})
