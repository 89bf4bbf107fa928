import { clockSysvar, type SvmAccount, svmAddressOf, tokenProgram } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountJsonOf,
  clockAt,
  exchange,
  openScriptedNode,
  refusal,
  type ScriptedCall,
  type ScriptedReply,
  scriptedBlockhash,
  soundReply,
} from '../../../../test/solana/support/scripted-node.ts'

const slot = 393_226_680n
const addressOf = (number: number) => {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(0, number)
  return svmAddressOf(bytes)
}
const account: SvmAccount = {
  lamports: 2_039_280n,
  owner: tokenProgram,
  executable: false,
  data: new Uint8Array([1, 2, 3]),
}
const addresses = [addressOf(1), addressOf(2)]
const accounts = new Map([[addresses[0]!, account]])
const sound = soundReply(slot, accounts)

/** A sound node but for one method, whose sound answer is altered. */
const altered =
  (method: string, alter: (value: never) => unknown): ScriptedReply =>
  (call: ScriptedCall) =>
    call.method === method ? alter(sound(call) as never) : sound(call)

type Row = { context: { slot: number }; value: unknown[] }

test('law: each account is read as the node has it, of any number, and those that do not exist are null', async () => {
  const shape = fc.record({
    lamports: fc.maxSafeNat().map(BigInt),
    owner: fc.nat(9).map(addressOf),
    executable: fc.boolean(),
    data: fc.uint8Array({ maxLength: 40 }),
  })
  const list = fc.array(fc.option(shape), { maxLength: 230 })
  await fc.assert(
    fc.asyncProperty(list, async (rows) => {
      const world = new Map(rows.map((row, index) => [addressOf(index), row]))
      const { node, requests } = openScriptedNode(soundReply(slot, world))
      const accounts = await node.accountsAt([...world.keys()])
      expect(accounts).toEqual({ slot, atUnix: 1_700_000_000n + slot, accounts: world })
      expect(requests).toHaveLength(1)
    }),
    { numRuns: 20 },
  )
})

test('golden: what a build needs comes in one round trip, the genesis hash among it each time', async () => {
  const { node, requests } = openScriptedNode(sound)
  for (let count = 0; count < 2; count++) {
    const preparation = await node.prepare(addresses)
    expect(preparation).toMatchObject({
      slot,
      blockhash: scriptedBlockhash,
      lastValidBlockHeight: slot + 150n,
    })
    expect(preparation.accounts).toEqual(
      new Map([
        [addresses[0], account],
        [addresses[1], null],
      ]),
    )
  }
  const methods = ['getGenesisHash', 'getMultipleAccounts', 'getLatestBlockhash']
  expect(requests.map((request) => request.methods)).toEqual([methods, methods])
})

test('golden: the clock is among the accounts only for those who ask for it', async () => {
  const { node } = openScriptedNode(sound)
  const { accounts } = await node.accountsAt([clockSysvar])
  expect([...accounts.keys()]).toEqual([clockSysvar])
})

test('law: accounts of two questions are of one slot, or are asked for again', async () => {
  const many = Array.from({ length: 150 }, (_, index) => addressOf(index))
  let trips = 0
  const { node, requests } = openScriptedNode((call) => {
    if (call.method === 'getGenesisHash') trips++
    const isFirst = (call.params[0] as string[] | undefined)?.[0] === many[0]
    const late = trips < 2 && isFirst ? slot - 1n : slot
    return soundReply(late, new Map())(call)
  })
  expect(await node.accountsAt(many)).toMatchObject({ slot })
  expect(requests).toHaveLength(2)
})

test('refuses: accounts of two slots, each time they are asked for', async () => {
  const many = Array.from({ length: 150 }, (_, index) => addressOf(index))
  let count = 0n
  const { node, requests } = openScriptedNode((call) => soundReply(slot + count++, new Map())(call))
  await expect(node.accountsAt(many)).rejects.toMatchObject({
    code: 'slots_differ',
    retryable: true,
  })
  expect(requests).toHaveLength(4)
})

const shorter = ({ context, value }: Row) => ({ context, value: value.slice(1) })
const longer = ({ context, value }: Row) => ({ context, value: [...value, null] })
const withFirst =
  (part: object) =>
  ({ context, value: [first, ...tail] }: Row) => ({
    context,
    value: [{ ...(first as object), ...part }, ...tail],
  })
const withClock =
  (clock: SvmAccount) =>
  ({ context, value }: Row) => ({
    context,
    value: [...value.slice(0, -1), accountJsonOf(clock)],
  })
const lifetime =
  (part: object) =>
  ({ context, value }: Row) => ({
    context,
    value: { ...value, ...part },
  })
const keys = 'getMultipleAccounts'
const hash = 'getLatestBlockhash'
const malformed = 'rpc_answer_malformed'

test.each<[string, ScriptedReply, string]>([
  ['one account less', altered(keys, shorter), malformed],
  ['one account more', altered(keys, longer), malformed],
  ['no accounts', altered(keys, ({ context }: Row) => ({ context, value: null })), malformed],
  ['no slot', altered(keys, ({ value }: Row) => ({ value })), malformed],
  ['a bare list', altered(keys, ({ value }: Row) => value), malformed],
  ['an earlier slot', soundReply(slot - 2n, accounts), 'slot_behind'],
  [
    'a slot that the clock does not show',
    altered(keys, withClock(clockAt(slot - 9n))),
    'clock_mismatch',
  ],
  ['half a clock', altered(keys, withClock(account)), malformed],
  ['fewer bytes than it says', altered(keys, withFirst({ space: 165 })), malformed],
  ['bytes in no base64', altered(keys, withFirst({ data: ['AQI', 'base64'] })), malformed],
  ['bytes in base58', altered(keys, withFirst({ data: ['Ldp', 'base58'] })), malformed],
  ['a parsed account', altered(keys, withFirst({ data: { parsed: {}, space: 3 } })), malformed],
  ['an owner of 31 bytes', altered(keys, withFirst({ owner: '1'.repeat(31) })), malformed],
  ['an owner with hex', altered(keys, withFirst({ owner: `0x${'1'.repeat(40)}` })), malformed],
  ['lamports below 0', altered(keys, withFirst({ lamports: -1 })), malformed],
  ['lamports that JSON cannot carry', altered(keys, withFirst({ lamports: 2 ** 53 })), malformed],
  ['a blockhash of 31 bytes', altered(hash, lifetime({ blockhash: '1'.repeat(31) })), malformed],
  ['half a lifetime', altered(hash, lifetime({ lastValidBlockHeight: undefined })), malformed],
  [
    'a lifetime that no blockhash has',
    altered(hash, lifetime({ lastValidBlockHeight: Number(slot) + 151 })),
    malformed,
  ],
  [
    'a blockhash of long ago',
    altered(hash, ({ value }: Row) => ({ context: { slot: Number(slot) + 33 }, value })),
    'slots_differ',
  ],
  ['another cluster', altered('getGenesisHash', () => scriptedBlockhash), 'wrong_genesis'],
  ['no genesis hash', altered('getGenesisHash', () => null), malformed],
  [
    'a node that is behind',
    altered(keys, () => refusal(-32005, 'Node is behind by 42 slots')),
    'solana_refused',
  ],
  ['a node before the slot', altered(keys, () => refusal(-32016)), 'solana_refused'],
  ['malformed addresses', altered(keys, () => refusal(-32602, 'Invalid param')), 'solana_refused'],
  ['too many questions', altered(keys, () => refusal(429)), 'solana_refused'],
  [
    'status 429',
    altered(keys, () => exchange(() => new Response('', { status: 429 }))),
    'rpc_http_status',
  ],
  [
    'half an answer',
    altered(keys, () => exchange(() => new Response('[{"id":0,'))),
    'rpc_truncated',
  ],
])('refuses: %s', async (_, reply, code) => {
  const { node } = openScriptedNode(reply)
  const error = await node
    .prepare(addresses, { minContextSlot: slot })
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code })
  expect(`${error} ${JSON.stringify(error)}`).not.toContain('sesame')
})

test.each<[string, ScriptedReply]>([
  ['lags', soundReply(slot - 1n, accounts)],
  ['counts wrong', altered(keys, shorter)],
  ['serves another cluster', altered('getGenesisHash', () => scriptedBlockhash)],
  ['is busy', altered(keys, () => refusal(-32005))],
  ['is behind the slot', altered(keys, () => refusal(-32016))],
  ['breaks off', altered(keys, () => exchange(() => new Response('[')))],
])('law: a node that %s is passed over for the next one', async (_, reply) => {
  const { node, requests } = openScriptedNode(
    (call, host) => (host === 'one.test' ? reply(call, host) : sound(call)),
    { endpoints: ['https://one.test', 'https://two.test'] },
  )
  expect(await node.prepare(addresses, { minContextSlot: slot })).toMatchObject({ slot })
  expect(requests.map(({ host }) => host)).toEqual(['one.test', 'two.test'])
})
